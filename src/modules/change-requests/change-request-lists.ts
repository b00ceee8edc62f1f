import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Database } from '../../kernel/database/database.js';
import { Cursors, cursorScope } from '../../kernel/pagination/cursors.js';
import { toPage } from '../../kernel/pagination/page.js';
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

  async list(actor: Actor, spaceId: string, { status, contributor, page, limit }: ChangeRequestListQuery): Promise<ChangeRequestListDto> {
    await this.spaces.load(actor, spaceId, 'view');
    const filter = { spaceId, status, contributor };
    const scope = cursorScope('change-requests', { space: spaceId, status, contributor });
    const after = this.cursors.decode(scope, page, CHANGE_REQUEST_ORDER);
    const [rows, count] = await Promise.all([findChangeRequests(this.db, filter, { after, limit: limit + 1 }), countChangeRequests(this.db, filter)]);
    return toPage({ rows, limit, count, cursorOf: ({ number }) => this.cursors.encode(scope, [number]), present: (row) => this.presenter.present(row) });
  }
}
