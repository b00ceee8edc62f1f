import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Clock } from '../../kernel/clock/clock.js';
import { Database, type Statement } from '../../kernel/database/database.js';
import { DomainEvents } from '../../kernel/database/domain-events.js';
import { NotFoundError } from '../../kernel/errors/errors.js';
import { ContentMerges, type MainHead } from '../content/content-merges.js';
import type { Conflict } from '../content/model/merge/merge-outcome.js';
import { MainBranch } from '../content/main-branch.js';
import { ChangeRequestAccess } from './change-request.access.js';
import { ChangeRequestBranch } from './change-request-branch.js';
import { ChangeRequestEntity } from './change-request.entity.js';
import { ChangeRequestMerged } from './change-request-merged.event.js';
import { mergeFault } from './change-request.policy.js';
import type { MergeConflictDto, MergeResultDto, UpdateResultDto } from './dto/merge-result.dto.js';
import { NO_SPACE } from '../spaces/placed-space.js';

/** $1 change request, $2 the revision of the main content, $3 now */
const CLOSE: Statement = { name: 'change_requests_close', text: "UPDATE change_requests SET status = 'merged', revision_merged = $2, updated_at = $3 WHERE id = $1" };

/** Brings change requests and the main content together. */
@Injectable()
export class ChangeRequestMergesService {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly access: ChangeRequestAccess,
    private readonly branch: ChangeRequestBranch,
    private readonly main: MainBranch,
    private readonly merges: ContentMerges,
    private readonly events: DomainEvents,
  ) {}

  async merge(actor: Actor, spaceId: string, idOrNumber: string): Promise<MergeResultDto> {
    const { id } = await this.access.load(actor, spaceId, idOrNumber, 'merge');
    return this.db.transaction(async () => {
      // The change request before its space, here as everywhere: two that wait for each other would never end.
      const head = await this.branch.lock(spaceId, id, mergeFault);
      const { result, revision, conflicts } = await this.merges.merge(this.branch.of(spaceId, id), head, this.main.of(spaceId), actor.userId);
      if (result === 'conflicts') return { revision: head.revisionId ?? '', result, ...unmarked(conflicts) };
      await this.db.query(CLOSE, [id, revision.revisionId, this.clock.now()]);
      await this.events.emit(new ChangeRequestMerged(spaceId, id, revision.revisionId, actor.userId));
      return { revision: revision.revisionId, result };
    });
  }

  async update(actor: Actor, spaceId: string, idOrNumber: string): Promise<UpdateResultDto> {
    const { id } = await this.access.load(actor, spaceId, idOrNumber, 'edit');
    return this.db.transaction(async () => {
      const head = await this.branch.lock(spaceId, id);
      const main = await this.mainHead(spaceId);
      const { result, revision, conflicts } = await this.merges.update(this.branch.of(spaceId, id), head, main, actor.userId);
      if (main.number > (head.baseNumber ?? 0)) await this.db.repo(ChangeRequestEntity).update({ id }, { revisionMergedAncestor: main.revisionId });
      return { revision: revision.revisionId, result, ...unmarked(conflicts) };
    });
  }

  /** Revisions never change, so taking one in needs no lock on the space. */
  private async mainHead(spaceId: string): Promise<MainHead> {
    const [head] = await this.db.query<MainHead>('SELECT revision_id AS "revisionId", revision_number AS number FROM spaces WHERE id = $1 AND deleted_at IS NULL', [spaceId]);
    if (head === undefined) throw new NotFoundError(NO_SPACE);
    return head;
  }
}

/** Pages tell of their conflicts themselves. */
function unmarked(conflicts: readonly Conflict[]): { conflicts?: MergeConflictDto[] } {
  const told = conflicts.flatMap((conflict): MergeConflictDto[] => {
    if (conflict.kind === 'page') return [];
    return [conflict.kind === 'file' ? { object: 'file', id: conflict.fileId, name: conflict.name } : { object: 'variable', name: conflict.name }];
  });
  return told.length === 0 ? {} : { conflicts: told };
}
