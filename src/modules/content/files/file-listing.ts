import { Injectable } from '@nestjs/common';
import { Cursors, cursorScope } from '../../../kernel/pagination/cursors.js';
import type { KeysetColumn } from '../../../kernel/pagination/keyset.js';
import { toPage } from '../../../kernel/pagination/page.js';
import type { ContentSpace } from '../content-reference.js';
import type { ReadAnswer } from '../revision-answers.js';
import { ContentPresenter } from '../content.presenter.js';
import type { FileListQuery } from '../dto/content-queries.dto.js';
import { ContentReader } from '../store/content-reader.js';
import type { LineState } from '../store/line-state.js';

const ORDER: readonly KeysetColumn[] = [
  { sql: 'created_at', direction: 'asc' },
  { sql: 'file_id', direction: 'asc' },
];

/** The list of files, oldest first. */
@Injectable()
export class FileListing {
  constructor(
    private readonly reader: ContentReader,
    private readonly cursors: Cursors,
    private readonly presenter: ContentPresenter,
  ) {}

  async list(space: ContentSpace, state: LineState, query: FileListQuery): Promise<ReadAnswer | undefined> {
    const scope = cursorScope('files', { space: space.id, line: state.line });
    const after = query.page === undefined ? undefined : position(this.cursors.decode(scope, query.page, ORDER));
    const found = await this.reader.findFilePage(state, after, query.limit + 1);
    return (
      found && {
        revisionId: found.revisionId,
        body: toPage({
          rows: found.files,
          limit: query.limit,
          count: found.total,
          cursorOf: (file) => this.cursors.encode(scope, [file.createdAt.toISOString(), file.fileId]),
          present: (file) => this.presenter.file(space, file, query),
        }),
      }
    );
  }
}

function position([createdAt, fileId]: readonly unknown[]): { createdAt: string; fileId: string } {
  return { createdAt: String(createdAt), fileId: String(fileId) };
}
