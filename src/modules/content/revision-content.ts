import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Database, type Statement } from '../../kernel/database/database.js';
import { NotFoundError } from '../../kernel/errors/errors.js';
import { isId } from '../../kernel/ids/id.js';
import { SpaceAccess } from '../spaces/space.access.js';
import type { ReadableContent, ViewedContent } from './content-reference.js';
import { ContentCopy } from './store/content-copy.js';
import { type LineState, pastState, revisionState, type StoredPlace } from './store/line-state.js';

/** A revision of a space's main content or of a line over it, with the one that it followed. */
export interface ViewedRevision extends ViewedContent {
  readonly state: Required<LineState>;
  readonly before: Required<LineState>;
  /** The line that was merged into the main content by it. */
  readonly mergedLine?: string;
}

interface RevisionRow extends StoredPlace {
  readonly parent: StoredPlace | null;
  readonly mergedLine: string | null;
}

/** $1 space, $2 revision */
const FIND: Statement = {
  name: 'content_find_revision',
  text: `
    SELECT r.id, r.line, r.number, r.base_number AS base,
      CASE WHEN p.id IS NOT NULL THEN json_build_object('id', p.id, 'line', p.line, 'number', p.number, 'base', p.base_number) END AS parent,
      CASE WHEN r.type = 'merge' THEN m.line END AS "mergedLine"
    FROM revisions r LEFT JOIN revisions p ON p.space_id = r.space_id AND p.id = r.parents[1]
    LEFT JOIN revisions m ON m.space_id = r.space_id AND m.id = r.parents[2]
    WHERE r.space_id = $1 AND r.id = $2`,
};

/** Any revision of a space, as requests name it. */
@Injectable()
export class RevisionContent {
  constructor(
    private readonly db: Database,
    private readonly access: SpaceAccess,
    private readonly copies: ContentCopy,
  ) {}

  of(spaceId: string, revisionId: string): ReadableContent {
    return { view: (actor) => this.view(actor, spaceId, revisionId) };
  }

  /** @throws NotFoundError when the caller doesn't see the space, or it has no such revision */
  async view(actor: Actor, spaceId: string, revisionId: string): Promise<ViewedRevision> {
    const { id, organizationId, source } = await this.access.loadContent(actor, spaceId);
    if (source) await this.copies.finish([id]);
    const [found] = isId(revisionId) ? await this.db.query<RevisionRow>(FIND, [id, revisionId]) : [];
    if (found === undefined) throw new NotFoundError('There is no such revision of this space.');
    const { parent, mergedLine } = found;
    return {
      space: { id, organizationId, revisionId, within: ['~', 'revisions', revisionId] },
      state: revisionState(id, found),
      before: parent === null ? pastState(id, 0, '') : revisionState(id, parent),
      ...(mergedLine === null ? {} : { mergedLine }),
    };
  }
}
