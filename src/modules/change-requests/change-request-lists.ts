import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Database } from '../../kernel/database/database.js';
import { Cursors, cursorScope } from '../../kernel/pagination/cursors.js';
import { readPage } from '../../kernel/pagination/list.js';
import { SpaceAccess } from '../spaces/space.access.js';
import { CHANGE_REQUEST_ORDER, countChangeRequests, findChangeRequests } from './change-request-rows.js';
import { ChangeRequestPresenter } from './change-request.presenter.js';
import type { ChangeRequestListDto } from './dto/change-request.dto.js';
import type { ChangeRequestListQuery } from './dto/change-request-requests.dto.js';

/** Lists of change requests, by creation, oldest first. */
@Injectable()
export class ChangeRequestLists {
  constructor(
    private readonly db: Database,
    private readonly spaces: SpaceAccess,
    private readonly presenter: ChangeRequestPresenter,
    private readonly cursors: Cursors,
  ) {}

  async list(actor: Actor, spaceId: string, query: ChangeRequestListQuery): Promise<ChangeRequestListDto> {
    await this.spaces.load(actor, spaceId, 'view');
    const { status, contributor } = query;
    const filter = { spaceId, status, contributor };
    return readPage(this.cursors, query, {
      scope: cursorScope('change-requests', { space: spaceId, status, contributor }),
      order: CHANGE_REQUEST_ORDER,
      find: (stretch) => findChangeRequests(this.db, filter, stretch),
      count: () => countChangeRequests(this.db, filter),
      positionOf: ({ number }) => [number],
      present: (row) => this.presenter.present(row),
    });
  }
}
