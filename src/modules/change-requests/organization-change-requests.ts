import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Database } from '../../kernel/database/database.js';
import { Cursors, cursorScope } from '../../kernel/pagination/cursors.js';
import type { KeysetColumn } from '../../kernel/pagination/keyset.js';
import { toPage } from '../../kernel/pagination/page.js';
import { seenCondition, VisibleTargets } from '../access/visible-targets.js';
import { OrganizationAccess } from '../organizations/organization.access.js';
import { COUNT_OF_STATUS } from './change-request-rows.js';
import { ChangeRequestPresenter } from './change-request.presenter.js';
import type { ChangeRequestListDto } from './dto/change-request.dto.js';
import type { OrganizationChangeRequestsQuery } from './dto/change-request-requests.dto.js';
import { CHANGE_REQUEST_COLUMNS, CHANGE_REQUEST_JOINS, type PlacedChangeRequest } from './placed-change-request.js';

/** Ids tell when they were made. */
const ORDER: readonly KeysetColumn[] = [{ sql: 'c.id', direction: 'asc' }];

type Filter = Pick<OrganizationChangeRequestsQuery, 'status' | 'creator' | 'contributor'>;

interface Found {
  /** SQL over `targets` (t): the spaces. */
  readonly seen: string;
  /** SQL over `change_requests` (c): by whom they are. */
  readonly byWhom: readonly string[];
  /** The first two are the organization and the status. */
  readonly values: readonly unknown[];
}

/** Change requests of all spaces that the caller sees. */
@Injectable()
export class OrganizationChangeRequests {
  constructor(
    private readonly db: Database,
    private readonly access: OrganizationAccess,
    private readonly visible: VisibleTargets,
    private readonly presenter: ChangeRequestPresenter,
    private readonly cursors: Cursors,
  ) {}

  async list(actor: Actor, organizationId: string, { page, limit, ...filter }: OrganizationChangeRequestsQuery): Promise<ChangeRequestListDto> {
    await this.access.require(actor, organizationId, 'view');
    const scope = cursorScope('organization-change-requests', { organization: organizationId, status: filter.status, creator: filter.creator, contributor: filter.contributor });
    const [after = ''] = this.cursors.decode(scope, page, ORDER);
    const found = await this.matching(actor, organizationId, filter);
    const [rows, count] = await Promise.all([this.rows(found, after, limit + 1), this.count(found)]);
    return toPage({ rows, limit, count, cursorOf: ({ id }) => this.cursors.encode(scope, [id]), present: (row) => this.presenter.present(row) });
  }

  private async matching({ userId }: Actor, organizationId: string, { status, creator, contributor }: Filter): Promise<Found> {
    const sight = await this.visible.sight(userId, organizationId);
    const values: unknown[] = [organizationId, status];
    // Guests mostly see a few spaces of many: only theirs are looked through.
    const among = sight.sees === 'granted' ? await this.visible.ids([sight], { organizationId, kind: 'space', parentId: '*' }) : undefined;
    const seen = among === undefined ? seenCondition(sight, 't', values) : `t.id = ANY ($${String(values.push(among))})`;
    const byWhom: string[] = [];
    if (creator !== undefined) byWhom.push(`AND c.created_by = $${String(values.push(creator))}`);
    if (contributor !== undefined) byWhom.push(`AND c.id IN (SELECT change_request_id FROM change_request_contributors WHERE user_id = $${String(values.push(contributor))})`);
    return { seen, byWhom, values };
  }

  private rows(found: Found, after: unknown, limit: number): Promise<PlacedChangeRequest[]> {
    const behind = `AND c.id > $${String(found.values.length + 1)}`;
    return this.db.read<PlacedChangeRequest>(`SELECT ${CHANGE_REQUEST_COLUMNS} ${from(found)} ${behind} ORDER BY c.id LIMIT ${String(limit)}`, [...found.values, after]);
  }

  /** Where it is of no one in particular, the spaces have counted already. */
  private async count(found: Found): Promise<number> {
    const counting =
      found.byWhom.length > 0
        ? `SELECT count(*)::integer AS count ${from(found)}`
        : `SELECT coalesce(sum(${COUNT_OF_STATUS}), 0)::integer AS count FROM targets t JOIN spaces ON spaces.id = t.id
           WHERE t.organization_id = $1 AND t.kind = 'space' AND NOT t.trashed AND ${found.seen}`;
    const [row] = await this.db.read<{ count: number }>(counting, found.values);
    return row?.count ?? 0;
  }
}

function from({ seen, byWhom }: Found): string {
  return `FROM change_requests c ${CHANGE_REQUEST_JOINS} WHERE c.organization_id = $1 AND c.status = $2 AND ${seen} ${byWhom.join(' ')}`;
}
