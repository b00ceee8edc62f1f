import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../kernel/auth/actor.js';
import { Clock } from '../../../kernel/clock/clock.js';
import { Database } from '../../../kernel/database/database.js';
import type { ContentReference } from '../content-reference.js';
import type { ContentEdit } from '../dto/content-edits.dto.js';
import type { NewFile } from '../store/content-changes.js';
import type { StoredFile } from '../store/file-rows.js';
import { type Draft, RevisionWriter } from '../store/revision-writer.js';
import { EditPreparation, type PreparedPage } from './edit-preparation.js';
import { PageEdits } from './page-edits.js';
import { TouchedPages } from './touched-pages.js';

export interface EditedContent {
  /** Pages in the order in which they were first touched. */
  pages: TouchedPages;
  files: readonly StoredFile[];
}

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
    return this.db.transaction(async () => {
      const draft = await this.writer.open(branch);
      const touched = new TouchedPages();
      const files: StoredFile[] = [];
      for (const [index, edit] of edits.entries()) {
        if (edit.operation === 'insert_files') files.push(...(await this.insertFiles(draft, prepared.files.get(index) ?? [])));
        else await this.pages.make(draft, edit, { ...prepared.pages.get(index), names: prepared.names, field: `changes.${String(index)}` } satisfies PreparedPage, touched);
      }
      await this.writer.close(draft, { createdBy: actor.userId });
      return { pages: touched, files };
    });
  }

  private async insertFiles(draft: Draft, newFiles: readonly NewFile[]): Promise<StoredFile[]> {
    const now = this.clock.now();
    const files = newFiles.map((file) => ({ ...file, createdAt: now }));
    await this.writer.write(draft, { files });
    return files;
  }
}
