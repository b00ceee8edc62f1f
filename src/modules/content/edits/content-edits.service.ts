import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../kernel/auth/actor.js';
import { Clock } from '../../../kernel/clock/clock.js';
import { Database } from '../../../kernel/database/database.js';
import type { ContentReference } from '../content-reference.js';
import type { ContentEdit } from '../dto/content-edits.dto.js';
import { isSamePage } from '../model/merge/page-states.js';
import type { Page } from '../model/page.js';
import type { NewFile } from '../store/content-changes.js';
import type { StoredFile } from '../store/file-rows.js';
import { revisionState } from '../store/line-state.js';
import { childrenOf } from '../store/page-placement.js';
import { pagesById } from '../store/page-rows.js';
import { type Draft, RevisionWriter } from '../store/revision-writer.js';
import { EditPreparation, type PreparedPage } from './edit-preparation.js';
import { PageEdits } from './page-edits.js';
import { TouchedPages } from './touched-pages.js';

export interface EditedContent {
  /** Pages in the order in which they were first touched. */
  pages: TouchedPages;
  files: readonly StoredFile[];
}

/** Takes a transaction back whose edits cancel each other. */
class NothingChanged extends Error {}

/** Changes content by a list of edits: one revision, or nothing. */
@Injectable()
export class ContentEdits {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly preparation: EditPreparation,
    private readonly pages: PageEdits,
    private readonly writer: RevisionWriter,
  ) {}

  /** @throws BadInputError naming the edit that can't be made */
  async edit(actor: Actor, content: ContentReference, edits: readonly ContentEdit[]): Promise<EditedContent> {
    const { branch, state } = await content.edit(actor);
    const prepared = await this.preparation.prepare(state, edits);
    // Files come from elsewhere, which takes its time: rights may have ended since.
    if (prepared.files.size > 0) await content.edit(actor);
    const touched = new TouchedPages();
    const work = this.db.transaction(async () => {
      const draft = await this.writer.open(branch);
      touched.clear();
      const files: StoredFile[] = [];
      for (const [index, edit] of edits.entries()) {
        if (edit.operation === 'insert_files') files.push(...(await this.insertFiles(draft, prepared.files.get(index) ?? [])));
        else await this.pages.make(draft, edit, { ...prepared.pages.get(index), names: prepared.names, field: `changes.${String(index)}` } satisfies PreparedPage, touched);
      }
      // One edit alone writes nothing where it changes nothing.
      if (edits.length > 1 && files.length === 0 && draft.changed && (await this.isAsBefore(draft, touched))) throw new NothingChanged();
      await this.writer.close(draft, { createdBy: actor.userId });
      return { pages: touched, files };
    });
    return work.catch((error: unknown) => {
      if (error instanceof NothingChanged) return { pages: touched, files: [] };
      throw error;
    });
  }

  /** Whether every page that was touched is what it was, where it was among its siblings. */
  private async isAsBefore({ branch, head, state }: Draft, touched: TouchedPages): Promise<boolean> {
    const was = revisionState(state.spaceId, { id: head.revisionId ?? '', line: branch.line, number: head.number, base: head.baseNumber });
    const ids = [...touched].map(({ pageId }) => pageId);
    const [before, after] = [await pagesById(this.db, was, ids), await pagesById(this.db, state, ids)];
    const parents = new Set<string | null>();
    for (const id of ids) {
      const [one, other] = [before.get(id) ?? null, after.get(id) ?? null];
      if (!isSamePage(one === null ? null : unplaced(one), other === null ? null : unplaced(other))) return false;
      if (one !== null && one.position !== other?.position) parents.add(one.parentId);
    }
    for (const parentId of parents) {
      if (!isDeepStrictEqual(await childrenOf(this.db, was, parentId), await childrenOf(this.db, state, parentId))) return false;
    }
    return true;
  }

  private async insertFiles(draft: Draft, newFiles: readonly NewFile[]): Promise<StoredFile[]> {
    const now = this.clock.now();
    const files = newFiles.map((file) => ({ ...file, createdAt: now }));
    await this.writer.write(draft, { files });
    return files;
  }
}

/** Another position may be the same place. */
function unplaced(page: Page): Page {
  return { ...page, position: '' };
}
