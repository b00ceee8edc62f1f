import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Clock } from '../../kernel/clock/clock.js';
import { Database } from '../../kernel/database/database.js';
import { BadInputError, ConflictError, NotFoundError } from '../../kernel/errors/errors.js';
import { newId } from '../../kernel/ids/id.js';
import { patch } from '../../kernel/validation/patch.js';
import { MainBranch } from '../content/main-branch.js';
import { SpaceAccess } from '../spaces/space.access.js';
import { ChangeRequestAccess } from './change-request.access.js';
import { ChangeRequestEntity } from './change-request.entity.js';
import { changeFault } from './change-request.policy.js';
import { ChangeRequestPresenter } from './change-request.presenter.js';
import type { ChangeRequestDto } from './dto/change-request.dto.js';
import type { CreateChangeRequestDto, UpdateChangeRequestDto } from './dto/change-request-requests.dto.js';
import { findPlacedChangeRequest, NO_CHANGE_REQUEST, type PlacedChangeRequest } from './placed-change-request.js';
import { lockChangeRequest, noteContributor } from './change-request-rows.js';
import { NO_SPACE } from '../spaces/placed-space.js';

export interface NewChangeRequest {
  spaceId: string;
  subject?: string;
  createdBy: string | null;
}

@Injectable()
export class ChangeRequestsService {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly spaces: SpaceAccess,
    private readonly main: MainBranch,
    private readonly access: ChangeRequestAccess,
    private readonly presenter: ChangeRequestPresenter,
  ) {}

  async get(actor: Actor, spaceId: string, idOrNumber: string): Promise<ChangeRequestDto> {
    return this.presenter.present(await this.access.load(actor, spaceId, idOrNumber, 'view'));
  }

  async create(actor: Actor, spaceId: string, { subject, agentTaskId }: CreateChangeRequestDto): Promise<ChangeRequestDto> {
    await this.spaces.load(actor, spaceId, 'edit');
    if (agentTaskId !== undefined) throw BadInputError.ofField('agentTaskId', 'names no agent task: this service runs no agents');
    return this.presenter.present(await this.make({ spaceId, subject, createdBy: actor.userId }));
  }

  async update(actor: Actor, spaceId: string, idOrNumber: string, dto: UpdateChangeRequestDto): Promise<ChangeRequestDto> {
    const { id } = await this.access.load(actor, spaceId, idOrNumber, 'edit');
    await this.db.transaction(async () => {
      const changeRequest = await lockChangeRequest(this.db, spaceId, id);
      const fault = dto.status === undefined ? undefined : changeFault(changeRequest.status);
      if (fault !== undefined) throw new ConflictError(fault);
      if (patch(changeRequest, dto, ['subject', 'status']).length === 0) return;
      const { subject, status } = changeRequest;
      await this.db.repo(ChangeRequestEntity).update({ id }, { subject, status, updatedAt: this.clock.now() });
    });
    return this.presenter.present(await this.find(spaceId, id));
  }

  /** A draft over the newest revision of the main content, without regard to any caller. */
  async make({ spaceId, subject = '', createdBy }: NewChangeRequest): Promise<PlacedChangeRequest> {
    return this.db.transaction(async () => {
      // Under this lock numbers are given one after the other, and the counters that give them follow.
      const head = await this.main.of(spaceId).lock();
      const [space] = await this.db.query<{ number: number }>('SELECT change_requests + 1 AS number FROM spaces WHERE id = $1', [spaceId]);
      if (space === undefined || head.revisionId === null) throw new NotFoundError(NO_SPACE);
      const now = this.clock.now();
      const id = newId();
      await this.db.repo(ChangeRequestEntity).insert({
        id,
        spaceId,
        number: space.number,
        status: 'draft',
        subject,
        createdBy,
        createdAt: now,
        updatedAt: now,
        revisionId: head.revisionId,
        revisionNumber: 0,
        baseNumber: head.number,
        revisionInitial: head.revisionId,
        revisionMergedAncestor: null,
        revisionMerged: null,
        comments: 0,
      });
      await noteContributor(this.db, spaceId, id, createdBy);
      return this.find(spaceId, id);
    });
  }

  private async find(spaceId: string, id: string): Promise<PlacedChangeRequest> {
    const found = await findPlacedChangeRequest(this.db, spaceId, id);
    if (found === undefined) throw new NotFoundError(NO_CHANGE_REQUEST);
    return found;
  }
}
