import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import type { WrittenAnswer } from '../../kernel/http/answer.js';
import type { Page } from '../../kernel/pagination/page.js';
import type { PageQuery } from '../../kernel/pagination/page-query.js';
import { WrittenItems } from '../../kernel/pagination/written-items.js';
import { SlotFiller } from '../../kernel/permissions/slots.js';
import { EffectiveRoles } from '../access/effective-roles.js';
import type { Sights } from '../access/sight.js';
import { type ListedPage, type ListedTable, type TargetList, VisibleTargets } from '../access/visible-targets.js';
import { CollectionAccess } from '../collections/collection.access.js';
import { MembersService } from '../members/members.service.js';
import { OrganizationAccess } from '../organizations/organization.access.js';
import type { MemberSpaceDto } from './dto/member-space.dto.js';
import type { MemberSpacesQuery } from './dto/space-queries.dto.js';
import { listedSpace, type PlacedSpace, SPACE_COLUMNS } from './placed-space.js';
import { SpacePublications } from './space-facts.js';
import { SpacePresenter } from './space.presenter.js';

/** Lists of spaces, cut to what the caller sees. */
@Injectable()
export class SpaceListsService implements OnModuleInit {
  /** Rows of it tell everything that a space's presenter asks for. */
  private table: ListedTable;

  constructor(
    private readonly collections: CollectionAccess,
    private readonly organizations: OrganizationAccess,
    private readonly members: MembersService,
    private readonly targets: VisibleTargets,
    private readonly roles: EffectiveRoles,
    private readonly presenter: SpacePresenter,
    private readonly items: WrittenItems,
    private readonly slots: SlotFiller,
  ) {}

  /** A higher module provides the publications. */
  onModuleInit(): void {
    this.table = { name: 'spaces', columns: `${SPACE_COLUMNS}, ${this.slots.resolver(SpacePublications).readAlong('own.id')} AS published` };
  }

  /** Those anywhere in the organization that the caller sees, by when they were made. */
  async listInOrganization(actor: Actor, organizationId: string, query: PageQuery): Promise<WrittenAnswer> {
    await this.organizations.require(actor, organizationId, 'view');
    const sight = await this.targets.sight(actor.userId, organizationId);
    return this.answer(await this.page('all spaces', [sight], { organizationId, kind: 'space', parentId: '*', order: 'oldest' }, query));
  }

  /** Those right in the collection, in order. */
  async listInCollection(actor: Actor, collectionId: string, query: PageQuery): Promise<WrittenAnswer> {
    const { id, organizationId } = await this.collections.load(actor, collectionId, 'view');
    const sight = await this.targets.sight(actor.userId, organizationId);
    return this.answer(await this.page('spaces', [sight], { organizationId, kind: 'space', parentId: id, order: 'position' }, query));
  }

  /** Those that the member sees, with the member's role. Everybody may ask for their own. */
  async listOfMember(actor: Actor, organizationId: string, userId: string, query: MemberSpacesQuery): Promise<Page<MemberSpaceDto>> {
    await this.organizations.require(actor, organizationId, userId === actor.userId ? 'view' : 'listMembers');
    await this.members.get(organizationId, userId);
    const [callers, members] = await Promise.all([this.targets.sight(actor.userId, organizationId), this.targets.sight(userId, organizationId)]);
    const list = { organizationId, kind: 'space', parentId: '*', order: query.order === 'desc' ? 'newest' : 'oldest' } as const;
    const page = await this.page(`spaces of ${userId}`, userId === actor.userId ? [callers] : [callers, members], list, query);
    const { next, count } = page;
    const spaces = page.items.map((row) => listedSpace(page.read(row)));
    const standings = userId === actor.userId ? undefined : await this.roles.load({ userId }, spaces.map(({ id }) => id));
    const items = spaces.flatMap((space) => {
      const permission = (standings === undefined ? space.standing : standings.get(space.id))?.role ?? null;
      // Gone since the page was read.
      return permission === null ? [] : [{ permission, space: this.presenter.present(space) }];
    });
    return { ...(next === undefined ? {} : { next }), count, items };
  }

  private page(name: string, sights: Sights, list: TargetList, query: PageQuery): Promise<ListedPage<PlacedSpace>> {
    return this.targets.page<PlacedSpace>(name, sights, list, this.table, query);
  }

  private answer({ facts, read, ...page }: ListedPage<PlacedSpace>): Promise<WrittenAnswer> {
    return this.items.answer(page, ['space', ...facts], (rows) => rows.map((row) => this.presenter.present(listedSpace(read(row)))));
  }
}
