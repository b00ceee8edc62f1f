import type { Root } from 'hast';
import { BadInputError } from '../../../kernel/errors/errors.js';
import type { HtmlConversion } from './html-to-markdown.js';
import type { ImportedContent, ImportedPage, ImportFailure, ImportProgress } from './imported-content.js';
import { ImportedFiles } from './imported-files.js';
import { formatBytes, type ImportLimits } from './import-limits.js';

/** Turns HTML into Markdown. @param signal aborts when the time of the import is over */
export type HtmlConverter = (content: Root, conversion: HtmlConversion, signal: AbortSignal) => Promise<string>;

const convertHere: HtmlConverter = async (content, conversion) => (await import('./html-to-markdown.js')).htmlToMarkdown(content, conversion);

/** A refusal of the whole import, on the field that names its source. */
export function refusal(message: string): BadInputError {
  return BadInputError.ofField('url', message);
}

/**
 * What one import has used of its limits, what failed in it and which files it took.
 * Every method that counts throws `BadInputError`, naming limit and setting, once the limit is passed.
 */
export class ImportRun {
  readonly failures: ImportFailure[] = [];
  readonly files = new ImportedFiles(() => this.countFile());
  /** Aborts when the time of the import is over. */
  readonly signal: AbortSignal;
  private readonly deadline: number;
  private pages = 0;
  private fileCount = 0;
  private bytes = 0;
  private found = 0;
  private done = 0;

  constructor(
    readonly limits: Readonly<ImportLimits>,
    private readonly progress?: ImportProgress,
    private readonly convert: HtmlConverter = convertHere,
  ) {
    this.deadline = Date.now() + limits.milliseconds;
    this.signal = AbortSignal.timeout(Math.max(1, Math.min(limits.milliseconds, 2_147_483_647)));
  }

  countPage(): void {
    this.pages++;
    if (this.pages > this.limits.pages) {
      throw refusal(`holds more than ${this.limits.pages} pages, the limit of one import (IMPORT_MAX_PAGES)`);
    }
  }

  countFile(): void {
    this.fileCount++;
    if (this.fileCount > this.limits.files) {
      throw refusal(`holds more than ${this.limits.files} files, the limit of one import (IMPORT_MAX_FILES)`);
    }
  }

  countBytes(bytes: number): void {
    this.bytes += bytes;
    if (this.bytes > this.limits.bytes) {
      throw refusal(`holds more than ${formatBytes(this.limits.bytes)}, the limit of one import (IMPORT_MAX_BYTES)`);
    }
  }

  checkFileBytes(bytes: number, resource: string): void {
    if (bytes > this.limits.fileBytes) throw refusal(this.tooLarge(resource));
  }

  tooLarge(resource: string): string {
    return `${resource} is larger than ${formatBytes(this.limits.fileBytes)}, the limit of one file (IMPORT_MAX_FILE_BYTES)`;
  }

  checkTime(): void {
    if (Date.now() > this.deadline) {
      throw refusal(
        `takes longer than ${Math.ceil(this.limits.milliseconds / 1000)} seconds, the limit of one import (IMPORT_TIMEOUT_SECONDS)`,
      );
    }
  }

  /** Between two long steps: checks the time and lets other requests of the process be served. */
  async pause(): Promise<void> {
    this.checkTime();
    await new Promise<void>((resolve) => setImmediate(resolve));
  }

  /** HTML as Markdown; the tree is used up. */
  async markdownOf(content: Root, conversion: HtmlConversion = {}): Promise<string> {
    try {
      return await this.convert(content, conversion, this.signal);
    } catch (error) {
      this.checkTime();
      throw error;
    }
  }

  /** More resources are known than before. */
  expect(resources: number): void {
    this.found += resources;
  }

  /** One of the expected resources is through, taken or not. */
  finish(resource: string): void {
    this.done++;
    this.progress?.(this.done, Math.max(this.found, this.done), resource);
  }

  fail(resource: string, reason: string): void {
    this.failures.push({ resource, reason });
  }

  /** The result. Pages without a document (groups, links, drafts) are no resources of the source and not counted. */
  content(
    pages: ImportedPage[],
    more: { variables?: Readonly<Record<string, string>>; origins?: readonly string[] } = {},
  ): ImportedContent {
    const files = this.files.all();
    return {
      pages,
      files,
      variables: more.variables ?? {},
      origins: more.origins ?? [],
      totalResources: countDocuments(pages) + files.length + this.failures.length,
      failures: this.failures,
    };
  }
}

function countDocuments(pages: readonly ImportedPage[]): number {
  let count = 0;
  const open = [...pages];
  for (let page = open.pop(); page !== undefined; page = open.pop()) {
    if (page.markdown !== undefined) count++;
    for (const child of page.pages) open.push(child);
  }
  return count;
}
