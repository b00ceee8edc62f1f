import { Injectable } from '@nestjs/common';
import { Database } from '../../kernel/database/database.js';
import { newId } from '../../kernel/ids/id.js';
import { ObjectStorage } from '../../kernel/storage/object-storage.js';
import { gitOid, newFile, storeBytes } from './files/new-file.js';
import type { ImportedContent, ImportedFile, ImportedPage, ImportFailure } from './import/imported-content.js';
import { cutTitle, type PageCover, type PageFields } from './model/page.js';
import type { EditableContent } from './content-reference.js';
import type { ContentChanges, NewFile, NewPage } from './store/content-changes.js';
import { ContentWriter } from './store/content-writer.js';
import type { LineState } from './store/line-state.js';
import { lineStatement, queryLine } from './store/line-statement.js';

export interface ImportedRevision {
  revisionId: string;
  importedResources: number;
  totalResources: number;
  failures: readonly ImportFailure[];
}

interface KnownFile {
  hash: string;
  fileId: string;
  gitPath: string | null;
}

const FILES_BY_HASH = lineStatement(
  'content_files_by_hash',
  1,
  (rows) => `
    SELECT f.hash, f.file_id AS "fileId", f.git_path AS "gitPath" FROM ${rows.files('f', 'f.hash = ANY ($2)')}
    ORDER BY f.created_at, f.file_id`,
);

/** Brings imported content into a line of content: adds to what is there, in one revision. */
@Injectable()
export class ContentImports {
  constructor(
    private readonly db: Database,
    private readonly storage: ObjectStorage,
    private readonly writer: ContentWriter,
  ) {}

  async add({ branch, state }: EditableContent, content: ImportedContent, createdBy: string | null): Promise<ImportedRevision> {
    const files = await this.files(state, content.files);
    const fileIds = new Map([...files.newFiles, ...files.reusedFiles].map((file) => [file.gitPath, file.fileId]));
    const changes: ContentChanges = {
      ...files,
      newPages: newPages(content.pages, (path) => fileIds.get(path)),
      variables: content.variables,
      origins: content.origins,
    };
    const revision = await this.writer.commit(branch, changes, { createdBy });
    return {
      revisionId: revision.revisionId,
      totalResources: content.totalResources,
      importedResources: content.totalResources - content.failures.length,
      failures: content.failures,
    };
  }

  /** Files are known by their content: one that the line has already is used again. */
  private async files(state: LineState, imported: readonly ImportedFile[]): Promise<{ newFiles: NewFile[]; reusedFiles: { fileId: string; gitPath: string }[] }> {
    const described = await Promise.all(imported.map(async (file) => ({ ...(await newFile(file)), gitPath: file.path })));
    const known = await this.filesByHash(state, described.map((file) => file.hash));
    const newFiles: NewFile[] = [];
    const reusedFiles: { fileId: string; gitPath: string }[] = [];
    for (const file of described) {
      const candidates = known.get(file.hash) ?? [];
      const index = Math.max(0, candidates.findIndex((candidate) => candidate.gitPath === file.gitPath));
      // Each known file serves one path: two equal files of one folder stay two.
      const [reused] = candidates.splice(index, 1);
      if (reused === undefined) newFiles.push(file);
      else reusedFiles.push({ fileId: reused.fileId, gitPath: file.gitPath });
    }
    await storeBytes(this.storage, imported);
    return { newFiles, reusedFiles };
  }

  private async filesByHash(state: LineState, hashes: readonly string[]): Promise<Map<string, KnownFile[]>> {
    const rows = await queryLine<KnownFile>(this.db, FILES_BY_HASH, state, [hashes]);
    const byHash = new Map<string, KnownFile[]>();
    for (const row of rows) byHash.set(row.hash, [...(byHash.get(row.hash) ?? []), row]);
    return byHash;
  }
}

/** The tree as a list, parents before children. */
function newPages(pages: readonly ImportedPage[], fileId: (path: string) => string | undefined): NewPage[] {
  const placed: { page: ImportedPage; pageId: string; parentId: string | null }[] = [];
  const place = (siblings: readonly ImportedPage[], parentId: string | null): void => {
    for (const page of siblings) {
      const pageId = newId();
      placed.push({ page, pageId, parentId });
      place(page.pages, pageId);
    }
  };
  place(pages, null);
  const pageIds = new Map(placed.flatMap(({ page, pageId }) => (page.path === undefined ? [] : [[page.path, pageId] as const])));
  return placed.map(({ page, pageId, parentId }) => ({
    pageId,
    parentId,
    fields: { ...pageFields(page, fileId), target: linkTarget(page.target, pageIds) },
    slug: page.slug,
    markdown: page.markdown ?? null,
  }));
}

/** A page of type `link` may lead to a page of the same folder: that is known by its id from now on. */
function linkTarget(target: string | undefined, pageIds: ReadonlyMap<string, string>): string | null {
  if (target === undefined) return null;
  const [path = '', fragment] = target.split('#', 2);
  const pageId = pageIds.get(path);
  return pageId === undefined ? target : `/pages/${pageId}${fragment === undefined ? '' : `#${fragment}`}`;
}

function pageFields(page: ImportedPage, fileId: (path: string) => string | undefined): Omit<PageFields, 'target'> {
  return {
    type: page.type,
    title: cutTitle(page.title),
    description: page.description ?? null,
    emoji: page.emoji ?? null,
    icon: page.icon ?? null,
    hidden: page.hidden ?? false,
    noIndex: page.noIndex ?? false,
    noRobotsIndex: page.noRobotsIndex ?? false,
    layout: page.layout ?? null,
    cover: cover(page, fileId),
    variables: page.variables ?? null,
    computed: null,
    gitPath: page.path ?? null,
    gitOid: page.path === undefined || page.markdown === undefined ? null : gitOid(Buffer.from(page.markdown)),
  };
}

function cover({ cover: imported }: ImportedPage, fileId: (path: string) => string | undefined): PageCover | null {
  if (imported === undefined) return null;
  const reference = (ref: string): PageCover['ref'] => {
    const file = fileId(ref);
    return file === undefined ? { kind: 'url', url: ref } : { kind: 'file', file };
  };
  return { ref: reference(imported.ref), ...(imported.refDark === undefined ? {} : { refDark: reference(imported.refDark) }), yPos: imported.yPos };
}
