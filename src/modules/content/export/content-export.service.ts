import type { Response } from 'express';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import type yazl from 'yazl';
import type { Actor } from '../../../kernel/auth/actor.js';
import { NotFoundError } from '../../../kernel/errors/errors.js';
import { ObjectStorage } from '../../../kernel/storage/object-storage.js';
import type { ContentReference } from '../content-reference.js';
import { ContentPresenter } from '../content.presenter.js';
import type { PageNode } from '../model/page.js';
import { MarkdownThread } from '../markdown-thread.js';
import { PageSources } from '../page-sources.js';
import { ContentReader } from '../store/content-reader.js';
import { storageKey, type StoredFile } from '../store/file-rows.js';
import { type LineState, pastState } from '../store/line-state.js';
import type { ExportedFolder } from './exported-folder.js';
import { NO_SPACE } from '../../spaces/placed-space.js';

const VARIABLES = '.gitbook/vars.yaml';
/** Bodies that are in memory at once. */
const BATCH = 100;

/** Sends content as a zip archive of a folder of Markdown. */
@Injectable()
export class ContentExport {
  constructor(
    private readonly reader: ContentReader,
    private readonly sources: PageSources,
    private readonly storage: ObjectStorage,
    private readonly markdown: MarkdownThread,
    private readonly presenter: ContentPresenter,
  ) {}

  async send(actor: Actor, content: ContentReference, response: Response): Promise<void> {
    const { space, state: seen } = await content.viewInSpace(actor);
    // A fixed revision, as the archive is read in many steps.
    const state = seen.over === undefined ? pastState(space.id, space.revisionNumber, space.revisionId) : seen;
    const [tree, list, variables] = await Promise.all([this.reader.findTree(state), this.reader.findFiles(state), this.sources.variables(state)]);
    if (tree === undefined || list === undefined) throw new NotFoundError(NO_SPACE);
    const { exportedFolder } = await import('./exported-folder.js');
    const folder = exportedFolder(tree.pages, list.files, (path, anchor) => this.presenter.app(space, path, anchor));
    response.set({ 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'private, no-store' }).attachment(`${space.title}.zip`).type('application/zip');
    // A client that leaves in the middle is no fault of the service.
    await pipeline(await this.archive(state, folder, variables), response).catch((error: unknown) => {
      if (!response.destroyed) throw error;
    });
  }

  /** Each entry is read when its turn comes. */
  private async archive(state: LineState, folder: ExportedFolder, variables: Readonly<Record<string, string>>): Promise<Readable> {
    const [{ default: yazl }, { stringify }] = await Promise.all([import('yazl'), import('yaml')]);
    const zip = new yazl.ZipFile();
    const output = Readable.from(zip.outputStream).setMaxListeners(0);
    zip.on('error', (error: Error) => output.destroy(error));
    zip.addBuffer(Buffer.from(folder.summary.text), folder.summary.path);
    if (Object.keys(variables).length > 0) zip.addBuffer(Buffer.from(stringify(variables)), VARIABLES);
    const bodyOf = this.bodies(state, folder.pages.map(({ page }) => page));
    for (const { path, page } of folder.pages) add(zip, output, path, page.updatedAt, async () => Readable.from([Buffer.from(await this.linked(await bodyOf(page), path, folder))]));
    for (const { path, file } of folder.files) add(zip, output, path, file.createdAt, () => this.bytesOf(file));
    zip.end();
    return output;
  }

  /** Bodies in the order of the pages, read a batch at a time. */
  private bodies(state: LineState, pages: readonly PageNode[]): (page: PageNode) => Promise<string> {
    let known: ReadonlyMap<string, string> = new Map();
    const ids = pages.map(({ pageId }) => pageId);
    const places = new Map(ids.map((id, place) => [id, place]));
    return async ({ pageId }) => {
      const from = places.get(pageId) ?? 0;
      if (!known.has(pageId)) known = await this.sources.markdowns(state, ids.slice(from, from + BATCH));
      return known.get(pageId) ?? '';
    };
  }

  /** The body with paths of the folder where it names pages and files by their ids; all else stays to the byte. */
  private async linked(markdown: string, path: string, { addressFrom }: ExportedFolder): Promise<string> {
    // Letters stand in an address as they are, or as entities; other bodies are spared the parse.
    if (!/pages|files|&#?\w+;/.test(markdown)) return markdown;
    const { rewriteMarkdownAddresses } = await import('../import/markdown-addresses.js');
    const rewritten = rewriteMarkdownAddresses(markdown, ({ address }) => addressFrom(path, address), await this.markdown.addresses(markdown));
    return rewriteCover(rewritten, (address) => addressFrom(path, address));
  }

  private async bytesOf({ hash }: StoredFile): Promise<Readable> {
    return (await this.storage.read(storageKey(hash))).stream;
  }
}

/** An entry that is opened when its turn comes, and closed with the output if that ends before it. */
function add(zip: yazl.ZipFile, output: Readable, path: string, mtime: Date, open: () => Promise<Readable>): void {
  zip.addReadStreamLazy(path, { mtime }, (done) => {
    open().then(
      (stream) => {
        output.once('close', () => stream.destroy());
        if (output.destroyed) stream.destroy();
        else done(null, stream);
      },
      (error: unknown) => {
        done(error, Readable.from([]));
      },
    );
  });
}

/** The body with another address of the cover that its front matter names. */
function rewriteCover(markdown: string, rewrite: (address: string) => string | undefined): string {
  const front = /^---[ \t]*\r?\n[^]*?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/.exec(markdown)?.[0];
  if (front === undefined) return markdown;
  const rewritten = front.replace(/^((?:cover|coverDark|[ \t]+(?:light|dark))[ \t]*:[ \t]*["']?)\/?(files\/[0-9A-Za-z]{1,64})(?=["']?[ \t]*\r?$)/gm, (whole, key: string, address: string) => {
    const other = rewrite(`/${address}`);
    return other === undefined ? whole : key + other;
  });
  return rewritten + markdown.slice(front.length);
}
