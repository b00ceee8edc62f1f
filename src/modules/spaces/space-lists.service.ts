import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import type { Page } from '../../kernel/pagination/page.js';
import type { PageQuery } from '../../kernel/pagination/page-query.js';
import { EffectiveRoles } from '../access/effective-roles.js';
import { VisibleTargets } from '../access/visible-targets.js';
import { CollectionAccess } from '../collections/collection.access.js';
import { MembersService } from '../members/members.service.js';
import { OrganizationAccess } from '../organizations/organization.access.js';
import type { MemberSpaceDto } from './dto/member-space.dto.js';
import type { SpaceDto } from './dto/space.dto.js';
import type { MemberSpacesQuery } from './dto/space-queries.dto.js';
import { LISTED_SPACES, type PlacedSpace } from './placed-space.js';
import { SpacePresenter } from './space.presenter.js';

/** Lists of spaces, cut to what the caller sees. */
@Injectable()
export class SpaceListsService {
  constructor(
    private readonly collections: CollectionAccess,
    private readonly organizations: OrganizationAccess,
    private readonly members: MembersService,
    private readonly targets: VisibleTargets,
    private readonly roles: EffectiveRoles,
    private readonly presenter: SpacePresenter,
  ) {}

  /** Those anywhere in the organization that the caller sees, by when they were made. */
  async listInOrganization(actor: Actor, organizationId: string, query: PageQuery): Promise<Page<SpaceDto>> {
    await this.organizations.require(actor, organizationId, 'view');
    const sight = await this.targets.sight(actor.userId, organizationId);
    const page = await this.targets.page<PlacedSpace>('all spaces', [sight], { organizationId, kind: 'space', parentId: '*', order: 'oldest' }, LISTED_SPACES, query);
    return { ...page, items: page.items.map((space) => this.presenter.present(space)) };
  }

  /** Those right in the collection, in order. */
  async listInCollection(actor: Actor, collectionId: string, query: PageQuery): Promise<Page<SpaceDto>> {
    const { id, organizationId } = await this.collections.load(actor, collectionId, 'view');
    const sight = await this.targets.sight(actor.userId, organizationId);
    const page = await this.targets.page<PlacedSpace>('spaces', [sight], { organizationId, kind: 'space', parentId: id, order: 'position' }, LISTED_SPACES, query);
    return { ...page, items: page.items.map((space) => this.presenter.present(space)) };
  }

  /** Those that the member sees, with the member's role. Everybody may ask for their own. */
  async listOfMember(actor: Actor, organizationId: string, userId: string, query: MemberSpacesQuery): Promise<Page<MemberSpaceDto>> {
    await this.organizations.require(actor, organizationId, userId === actor.userId ? 'view' : 'listMembers');
    await this.members.get(organizationId, userId);
    const [callers, members] = await Promise.all([this.targets.sight(actor.userId, organizationId), this.targets.sight(userId, organizationId)]);
    const list = { organizationId, kind: 'space', parentId: '*', order: query.order === 'desc' ? 'newest' : 'oldest' } as const;
    const page = await this.targets.page<PlacedSpace>(`spaces of ${userId}`, userId === actor.userId ? [callers] : [callers, members], list, LISTED_SPACES, query);
    const standings = userId === actor.userId ? undefined : await this.roles.load({ userId }, page.items.map(({ id }) => id));
    return {
      ...page,
      items: page.items.flatMap((space) => {
        const permission = (standings === undefined ? space.standing : standings.get(space.id))?.role ?? null;
        // Gone since the page was read.
        return permission === null ? [] : [{ permission, space: this.presenter.present(space) }];
      }),
    };
  }
}
