import { Injectable } from '@nestjs/common';
import { Database, type Statement } from '../../kernel/database/database.js';
import { ConflictError } from '../../kernel/errors/errors.js';
import type { Branch, BranchHead, Movement } from '../content/store/content-changes.js';
import type { LineState } from '../content/store/line-state.js';
import type { ChangeRequestEntity } from './change-request.entity.js';
import { changeFault } from './change-request.policy.js';
import { lockForChange } from './change-request-rows.js';

type Placed = Pick<ChangeRequestEntity, 'id' | 'spaceId' | 'revisionId' | 'revisionNumber' | 'baseNumber'>;

/** $1 change request, $2 the revision that it has, $3 to $5 those that it gets and lies over, $6 now, $7 space, $8 who moves it, or null */
const MOVE: Statement = {
  name: 'change_requests_move_head',
  text: `
    WITH moved AS (
      UPDATE change_requests SET revision_id = $3, revision_number = $4, base_number = $5, updated_at = $6
      WHERE id = $1 AND revision_id = $2 RETURNING id
    ), noted AS (
      INSERT INTO change_request_contributors (space_id, user_id, change_request_id)
      SELECT $7, $8, id FROM moved WHERE $8::text IS NOT NULL ON CONFLICT DO NOTHING
    )
    SELECT FROM moved`,
};

/** Change requests as lines to write to. */
@Injectable()
export class ChangeRequestBranch {
  constructor(private readonly db: Database) {}

  of(spaceId: string, id: string): Branch {
    return {
      spaceId,
      line: id,
      lock: () => this.lock(spaceId, id),
      move: (from, to, movement) => this.move(spaceId, id, from, to, movement),
    };
  }

  /** @throws ConflictError when its status forbids what is to be done */
  async lock(spaceId: string, id: string, faultOf = changeFault): Promise<BranchHead> {
    const { revisionId, revisionNumber, baseNumber } = await lockForChange(this.db, spaceId, id, faultOf);
    return { revisionId, number: revisionNumber, baseNumber };
  }

  private async move(spaceId: string, id: string, from: BranchHead, to: BranchHead, { at, by }: Movement): Promise<void> {
    const rows = await this.db.query(MOVE, [id, from.revisionId, to.revisionId, to.number, to.baseNumber, at, spaceId, by]);
    if (rows.length === 0) throw new ConflictError('Another change of this change request was faster. Read the current state and try again.');
  }
}

/** The newest state of its content, as far as is known. */
export function contentState({ id, spaceId, revisionId, revisionNumber, baseNumber }: Placed): Required<LineState> {
  return { spaceId, line: id, over: { number: revisionNumber, base: baseNumber, revisionId } };
}
