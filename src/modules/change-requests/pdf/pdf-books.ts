import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { Config } from '../../../kernel/config/config.js';
import { NotFoundError, TooLargeError } from '../../../kernel/errors/errors.js';
import { ObjectStorage } from '../../../kernel/storage/object-storage.js';
import { ComputedContent, type ComputedSources } from '../../content/computed/computed-content.js';
import { ContentPresenter } from '../../content/content.presenter.js';
import type { ViewedContent } from '../../content/content-reference.js';
import { type PageNode, pageTarget } from '../../content/model/page.js';
import type { PageSource } from '../../content/model/markdown/page-source.js';
import { PageSources } from '../../content/page-sources.js';
import { ContentReader } from '../../content/store/content-reader.js';
import { storageKey, type StoredFile } from '../../content/store/file-rows.js';
import type { BookFile } from './rendering/book.js';
import type { SourceBook } from './rendering/thread-task.js';

/** Which pages. Without a page: all of them. With one: it and what is below it, or it alone. */
export interface Selection {
  readonly page?: string;
  readonly only: boolean;
}

interface PlacedPage {
  readonly node: PageNode;
  readonly depth: number;
}

/** Files that a PDF can hold as pictures. */
const DRAWN = new Set(['image/png', 'image/jpeg']);
const READ_AT_ONCE = 8;

/** Gathers what a PDF shows. */
@Injectable()
export class PdfBooks {
  constructor(
    private readonly config: Config,
    private readonly reader: ContentReader,
    private readonly computed: ComputedContent,
    private readonly sources: PageSources,
    private readonly storage: ObjectStorage,
    private readonly presenter: ContentPresenter,
  ) {}

  /**
   * @param computed what pages are made from at this moment
   * @throws NotFoundError when there is no such page, TooLargeError naming the limit
   */
  async gather({ space, state }: ViewedContent, computed: ComputedSources, selection: Selection, titles: Pick<SourceBook, 'title' | 'subtitles'>): Promise<SourceBook> {
    const tree = await this.reader.findTree(state);
    const all = flattened(await this.computed.expand(tree?.pages ?? [], computed), 0);
    const pages = chosen(all, selection);
    const pageIds = pages.map(({ node }) => node.pageId);
    this.check('pages', pages.length, this.config.pdfBounds.pages);
    const made = await this.computed.bodies(pages.map(({ node }) => node));
    const madeBytes = [...made.values()].reduce((sum, markdown) => sum + Buffer.byteLength(markdown), 0);
    const size = madeBytes + (await this.sources.size(state, pageIds));
    this.check('bytes', size, this.config.pdfBounds.bytes);
    const [found, variables, files] = await Promise.all([this.sources.find(state, pageIds), this.sources.variables(state), this.reader.findFiles(state)]);
    const sources = new Map([...found, ...[...made].map(([pageId, markdown]): [string, PageSource] => [pageId, { markdown, references: {} }])]);
    return {
      ...titles,
      variables,
      pages: pages.map(({ node, depth }) => ({
        pageId: node.pageId,
        title: node.title,
        emoji: emojiOf(node.emoji),
        description: node.description,
        depth,
        source: node.type === 'document' ? (sources.get(node.pageId) ?? null) : null,
        variables: node.variables ?? {},
        target: node.target === null ? null : pageTarget(node.target),
      })),
      files: await this.files(files?.files ?? [], [...sources.values()], size),
      pageAddresses: Object.fromEntries(all.map(({ node }) => [node.pageId, this.presenter.app(space, node.path)])),
    };
  }

  private async files(files: readonly StoredFile[], sources: readonly PageSource[], size: number): Promise<Record<string, BookFile>> {
    const wanted = new Set(sources.flatMap(({ references }) => Object.values(references).flatMap((reference) => (reference.kind === 'file' ? [reference.file] : []))));
    const used = files.filter(({ fileId }) => wanted.has(fileId));
    const images = used.filter(({ contentType }) => DRAWN.has(contentType));
    this.check('images', images.length, this.config.pdfBounds.images);
    this.check('bytes', images.reduce((sum, image) => sum + image.size, size), this.config.pdfBounds.bytes);
    const bytes = new Map<string, Uint8Array>();
    for (let from = 0; from < images.length; from += READ_AT_ONCE) {
      const read = await Promise.all(images.slice(from, from + READ_AT_ONCE).map(async ({ fileId, hash }) => ({ fileId, content: await this.read(hash) })));
      for (const { fileId, content } of read) if (content !== null) bytes.set(fileId, content);
    }
    return Object.fromEntries(used.map(({ fileId, name, contentType }): [string, BookFile] => [fileId, { name, contentType, bytes: bytes.get(fileId) ?? null }]));
  }

  /** In a buffer of its own, which can be handed over to a thread. Null: the storage has lost it. */
  private async read(hash: string): Promise<Uint8Array | null> {
    try {
      const { stream } = await this.storage.read(storageKey(hash));
      return new Uint8Array(await buffer(stream));
    } catch (error) {
      if (error instanceof NotFoundError) return null;
      throw error;
    }
  }

  private check(what: 'pages' | 'bytes' | 'images', count: number, most: number): void {
    if (count > most) throw new TooLargeError(`The PDF would have ${String(count)} ${what}, of at most ${String(most)}. Ask for one page with \`page\` and \`only\`.`);
  }
}

function flattened(nodes: readonly PageNode[], depth: number): PlacedPage[] {
  const pages: PlacedPage[] = [];
  const waiting = nodes.map((node) => ({ node, depth })).reverse();
  for (let page = waiting.pop(); page !== undefined; page = waiting.pop()) {
    pages.push(page);
    const below = page.depth + 1;
    waiting.push(...page.node.pages.map((node) => ({ node, depth: below })).reverse());
  }
  return pages;
}

function chosen(all: readonly PlacedPage[], { page, only }: Selection): PlacedPage[] {
  if (page === undefined) return [...all];
  const found = all.find(({ node }) => node.pageId === page);
  if (found === undefined) throw new NotFoundError(`There is no page ${page} in this change request.`);
  return only ? [{ node: found.node, depth: 0 }] : flattened([found.node], 0);
}

/** Stored as hexadecimal code points or as itself. */
function emojiOf(emoji: string | null): string | null {
  if (emoji === null || !/^[0-9a-f]{2,6}(?:-[0-9a-f]{2,6})*$/i.test(emoji)) return emoji;
  const codePoints = emoji.split('-').map((part) => Number.parseInt(part, 16));
  return codePoints.every((codePoint) => codePoint <= 0x10ffff) ? String.fromCodePoint(...codePoints) : emoji;
}
