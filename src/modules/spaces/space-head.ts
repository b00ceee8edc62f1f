import { Injectable } from '@nestjs/common';
import { Database, type Statement } from '../../kernel/database/database.js';
import { ConflictError, NotFoundError } from '../../kernel/errors/errors.js';
import { NO_SPACE } from './placed-space.js';

const LOCK: Statement = {
  name: 'spaces_lock_head',
  text: `
    SELECT revision_id AS "revisionId", revision_number AS number, source_id IS NOT NULL OR duplicated_number IS NOT DISTINCT FROM revision_number AS "isShared"
    FROM spaces WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE`,
};

/** $1 space, $2 the revision that it has, $3 and $4 the one that it gets, $5 now */
const MOVE: Statement = {
  name: 'spaces_move_head',
  text: `
    UPDATE spaces SET revision_id = $3, revision_number = $4, updated_at = $5
    WHERE id = $1 AND revision_id IS NOT DISTINCT FROM $2 RETURNING 1`,
};

/** The newest revision of a line of content. */
export interface Head {
  /** Null before the first revision. */
  revisionId: string | null;
  number: number;
}

export interface LockedHead extends Head {
  /** Whether the space may have its content from another one, or another one from it. */
  readonly isShared: boolean;
}

/** Moves the pointer to a space's newest revision; the lock on it puts the writes of one space in a row. */
@Injectable()
export class SpaceHead {
  constructor(private readonly db: Database) {}

  /** Within a transaction: nobody else moves the head before it ends. @throws NotFoundError */
  async lock(spaceId: string): Promise<LockedHead> {
    const [head] = await this.db.query<LockedHead>(LOCK, [spaceId]);
    if (head === undefined) throw new NotFoundError(NO_SPACE);
    return head;
  }

  /** @throws ConflictError when the head is no longer `from` */
  async move(spaceId: string, from: Head, to: Head, at: Date): Promise<void> {
    const rows = await this.db.query(MOVE, [spaceId, from.revisionId, to.revisionId, to.number, at]);
    if (rows.length === 0) throw new ConflictError('Another change of this content was faster. Read the current state and try again.');
  }
}
