import { Injectable } from '@nestjs/common';
import { Database } from '../../../kernel/database/database.js';
import { BadInputError } from '../../../kernel/errors/errors.js';
import { codePointLength } from '../../../kernel/validation/text.js';
import type { ContentEdit } from '../dto/content-edits.dto.js';
import type { MarkdownAddress } from '../import/markdown-addresses.js';
import { LinkResolver } from '../links/link-resolver.js';
import { MarkdownThread } from '../markdown-thread.js';
import { PageSources } from '../page-sources.js';
import type { NewFile } from '../store/content-changes.js';
import { type DocumentBody, documentBodies } from '../store/document-body.js';
import type { LineState } from '../store/line-state.js';
import { pagePaths, pagesById } from '../store/page-rows.js';
import { type EditNames, mayBeNamed, namedAddress, namesOf, pagePathIn } from './edit-names.js';
import { EditedFiles } from './edited-files.js';

/** Characters in all bodies of one request. Parsing them keeps other requests waiting. */
const MOST_MARKDOWN = 1_000_000;

/** What one edit of a page brings. */
export interface PreparedPage {
  readonly names: EditNames;
  /** Where the edit stands in the body, for messages. */
  readonly field: string;
  /** Of a page to insert. */
  readonly pageId?: string;
  /** Undefined: the edit brings no body; null: an empty one. */
  readonly markdown?: string | null;
  readonly body?: DocumentBody;
}

export interface PreparedEdits {
  readonly names: EditNames;
  /** By the place of the edit. */
  readonly pages: ReadonlyMap<number, Pick<PreparedPage, 'pageId' | 'markdown' | 'body'>>;
  readonly files: ReadonlyMap<number, readonly NewFile[]>;
}

interface WrittenEdits {
  readonly edits: readonly ContentEdit[];
  /** Bodies, by the place of the edit. */
  readonly markdowns: readonly (string | null | undefined)[];
  readonly names: EditNames;
}

/** Does what is costly about edits before anybody has to wait for them: reads files and bodies. */
@Injectable()
export class EditPreparation {
  constructor(
    private readonly db: Database,
    private readonly resolver: LinkResolver,
    private readonly files: EditedFiles,
    private readonly markdown: MarkdownThread,
    private readonly sources: PageSources,
  ) {}

  async prepare(state: LineState, edits: readonly ContentEdit[]): Promise<PreparedEdits> {
    const [{ markdownOf }, { rewriteMarkdownAddresses }] = await Promise.all([import('./edited-pages.js'), import('../import/markdown-addresses.js')]);
    const names = namesOf(edits);
    const plain = edits.map((edit, index) => ('document' in edit && edit.document !== undefined ? markdownOf(edit.document, `changes.${String(index)}.document`) : undefined));
    refuseTooMuch(plain);
    const written = await this.keepUnchanged(state, edits, plain);
    const addresses = await this.addressesIn(written, names);
    const paths = await this.pathsIn(state, addresses, { edits, markdowns: written, names });
    const rewrite = ({ address }: MarkdownAddress): string | undefined => namedAddress(address, names) ?? byPath(address, paths);
    const markdowns = written.map((markdown) => (typeof markdown === 'string' ? rewriteMarkdownAddresses(markdown, rewrite, addresses.get(markdown)) : markdown));
    const bodies = await documentBodies(this.markdown, markdowns.filter((markdown) => typeof markdown === 'string'));
    const pages = markdowns.map((markdown, index) => {
      const body = typeof markdown === 'string' ? bodies.get(markdown) : undefined;
      return [index, { pageId: names.insertedPages.get(index), markdown, body }] as const;
    });
    return { names, pages: new Map(pages), files: await this.files.prepare(edits, names) };
  }

  /** A document that is sent for a page leaves what it doesn't change as it was written. */
  private async keepUnchanged(state: LineState, edits: readonly ContentEdit[], written: readonly (string | null | undefined)[]): Promise<(string | null | undefined)[]> {
    const updated = edits.map((edit) => (edit.operation === 'update_page' && edit.document !== undefined && 'document' in edit.document ? edit.page : undefined));
    const pages = updated.filter((page) => page !== undefined);
    if (pages.length === 0) return [...written];
    const sources = await this.sources.find(state, pages);
    return Promise.all(
      written.map(async (markdown, index) => {
        const source = sources.get(updated[index] ?? '');
        if (typeof markdown !== 'string' || source === undefined) return markdown;
        const kept = await this.markdown.unchanged(markdown, source, MOST_MARKDOWN);
        if (kept !== source.markdown) refuseTooMuchKept(kept, `changes.${String(index)}.document.document`);
        return kept;
      }),
    );
  }

  /** By the text, of those that could name something; lets other requests run between them. */
  private async addressesIn(markdowns: readonly (string | null | undefined)[], names: EditNames): Promise<Map<string, MarkdownAddress[]>> {
    const addresses = new Map<string, MarkdownAddress[]>();
    for (const markdown of markdowns) {
      if (typeof markdown !== 'string' || addresses.has(markdown)) continue;
      addresses.set(markdown, mayBeNamed(markdown, names) ? await this.markdown.addresses(markdown) : []);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return addresses;
  }

  /** Ids of the pages that addresses name by their path behind `/pages/`: of those that are there, or else of those that the edits insert. */
  private async pathsIn(state: LineState, addresses: ReadonlyMap<string, readonly MarkdownAddress[]>, written: WrittenEdits): Promise<ReadonlyMap<string, string>> {
    const paths = new Set([...addresses.values()].flat().flatMap(({ address }) => pagePathIn(address)?.path ?? []));
    const ids = await pagesById(this.db, state, [...paths]);
    const unknown = [...paths].filter((path) => !ids.has(path));
    const there = await this.resolver.findPages(state, unknown);
    return unknown.length === there.size ? there : new Map([...(await this.insertedPaths(state, written)), ...there]);
  }

  private async insertedPaths(state: LineState, { edits, markdowns, names }: WrittenEdits): Promise<ReadonlyMap<string, string>> {
    if (names.insertedPages.size === 0) return new Map();
    const parents = edits.flatMap((edit) => (edit.operation === 'insert_page' ? (edit.into ?? []) : []));
    const [{ insertedPaths }, paths] = await Promise.all([import('./inserted-paths.js'), pagePaths(this.db, state, [...new Set(parents)])]);
    return insertedPaths(edits, markdowns, names, paths);
  }
}

function refuseTooMuch(markdowns: readonly (string | null | undefined)[]): void {
  const length = markdowns.reduce((sum, markdown) => sum + codePointLength(markdown ?? ''), 0);
  if (length > MOST_MARKDOWN) throw BadInputError.ofField('changes', `must have at most ${String(MOST_MARKDOWN)} characters of Markdown in all bodies together, have ${String(length)}`);
}

/** Only the front matter of before, which is not in a document, makes more of it than was sent. */
function refuseTooMuchKept(kept: string, field: string): void {
  const length = codePointLength(kept);
  if (length > MOST_MARKDOWN) throw BadInputError.ofField(field, `must have at most ${String(MOST_MARKDOWN)} characters of Markdown with the front matter of the page, has ${String(length)}`);
}

function byPath(address: string, paths: ReadonlyMap<string, string>): string | undefined {
  const found = pagePathIn(address);
  const pageId = found === undefined ? undefined : paths.get(found.path);
  return found === undefined || pageId === undefined ? undefined : `/pages/${pageId}${found.anchor}`;
}
