import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Database } from '../../kernel/database/database.js';
import { BadInputError, ForbiddenError, NotFoundError } from '../../kernel/errors/errors.js';
import { isId } from '../../kernel/ids/id.js';
import { requireAbility } from '../../kernel/permissions/require-ability.js';
import { reaches, type Role } from '../../kernel/permissions/role.js';
import { shorten } from '../../kernel/validation/text.js';
import { EffectiveRoles, type Standing } from '../access/effective-roles.js';
import { MembersService } from '../members/members.service.js';
import { findPlacedSpaces, type PlacedSpace } from '../spaces/placed-space.js';
import { findSite, NO_SITE, type ReadSite } from './read-site.js';
import { type SiteAbilities, siteAbilities } from './site.policy.js';

/** Joins sites with what the caller may do with them. */
@Injectable()
export class SiteAccess {
  constructor(
    private readonly db: Database,
    private readonly members: MembersService,
    private readonly roles: EffectiveRoles,
  ) {}

  /**
   * For what concerns the sites of an organization as a whole.
   * @throws NotFoundError when the caller doesn't see the organization, ForbiddenError when the right is missing
   */
  async requireInOrganization(actor: Actor, organizationId: string, ability: keyof SiteAbilities): Promise<void> {
    requireAbility(siteAbilities(await this.members.getMembership(organizationId, actor)), ability, 'on the sites of this organization');
  }

  /** @throws NotFoundError when the caller doesn't see the site, ForbiddenError when the right is missing */
  async load(actor: Actor, organizationId: string, siteId: string, ability: keyof SiteAbilities): Promise<ReadSite> {
    if (!isId(organizationId) || !isId(siteId)) throw new NotFoundError(NO_SITE);
    const [membership, site] = await Promise.all([this.members.findMembership(organizationId, actor), findSite(this.db, organizationId, siteId)]);
    const abilities = siteAbilities(membership);
    if (site === undefined || !abilities.view) throw new NotFoundError(NO_SITE);
    requireAbility(abilities, ability, 'on this site');
    return site;
  }

  /** As `requireSpaces`, for one. */
  async requireSpace(actor: Actor, organizationId: string, id: string, field: string): Promise<PlacedSpace> {
    const standings = await this.standings(actor, [id]);
    const [space] = await findPlacedSpaces(this.db, [id]);
    return allowed(organizationId, { id, field, space, role: standings.get(id)?.role ?? null });
  }

  /**
   * For spaces that are to come into a site of the organization: the spaces, in the order of the ids.
   * @param fieldOf where the body names the id at this index
   * @throws BadInputError for one that the caller doesn't see there, ForbiddenError when the caller may not create in one
   */
  async requireSpaces(actor: Actor, organizationId: string, ids: readonly string[], fieldOf: (index: number) => string): Promise<PlacedSpace[]> {
    const standings = await this.standings(actor, ids);
    const spaces = new Map((await findPlacedSpaces(this.db, ids)).map((space) => [space.id, space]));
    return ids.map((id, index) => allowed(organizationId, { id, field: fieldOf(index), space: spaces.get(id), role: standings.get(id)?.role ?? null }));
  }

  /**
   * Not the remembered ones: within a transaction, waiting for what another request asks for could be waiting for
   * a connection that only this transaction's end sets free.
   */
  private standings(actor: Actor, ids: readonly string[]): Promise<ReadonlyMap<string, Standing>> {
    return this.roles.load(actor, ids);
  }
}

interface ChosenSpace {
  id: string;
  /** Where the body names it. */
  field: string;
  space: PlacedSpace | undefined;
  /** The caller's. */
  role: Role | null;
}

function allowed(organizationId: string, { id, field, space, role }: ChosenSpace): PlacedSpace {
  if (space?.organizationId !== organizationId || space.deletedAt !== null || role === null) {
    throw BadInputError.ofField(field, `${shorten(id)} is no space of this organization`);
  }
  if (!reaches(role, 'create')) throw new ForbiddenError(`You lack the right "create" on the space ${id}.`);
  return space;
}
