import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Database } from '../../kernel/database/database.js';
import { ForbiddenError, NotFoundError } from '../../kernel/errors/errors.js';
import { isId } from '../../kernel/ids/id.js';
import { requireAbility } from '../../kernel/permissions/require-ability.js';
import type { Role } from '../../kernel/permissions/role.js';
import { SlotResolver } from '../../kernel/permissions/slots.js';
import { narrowAbilities, type TokenReach } from '../../kernel/permissions/token-reach.js';
import { EffectiveRoles } from '../access/effective-roles.js';
import { findHead, findPlacedSpace, NO_SPACE, type PlacedSpace } from './placed-space.js';
import { SPACE_OPERATIONS, type SpaceAbilities, spaceAbilities, trashedSpaceAbilities } from './space.policy.js';

/** What an answer tells of the caller's standing on a space. */
export interface SpaceStanding {
  permissions: SpaceAbilities;
  /** What the space's default level resolves to; null: no access by default. */
  defaultLevel: Role | null;
}

/** What reads of content that need no more than the newest revision learn of a space. */
export type ViewedSpace = Pick<PlacedSpace, 'id' | 'organizationId' | 'revisionId' | 'source'>;

/** Joins spaces with the caller's role on them. */
@Injectable()
export class SpaceAccess extends SlotResolver<PlacedSpace, SpaceStanding> {
  constructor(
    private readonly db: Database,
    private readonly roles: EffectiveRoles,
  ) {
    super();
  }

  /** @throws NotFoundError when the caller doesn't see the space, ForbiddenError when the right is missing */
  async load(actor: Actor, spaceId: string, ability: keyof SpaceAbilities): Promise<PlacedSpace> {
    const space = await this.loadWithTrash(actor, spaceId, ability);
    if (space.deletedAt !== null) throw new NotFoundError(NO_SPACE);
    return space;
  }

  /** As `load`; a space in the trash is seen by its admins, and by nobody else. */
  async loadWithTrash(actor: Actor, spaceId: string, ability: keyof SpaceAbilities = 'view'): Promise<PlacedSpace> {
    if (!isId(spaceId)) throw new NotFoundError(NO_SPACE);
    const [standing, space] = await Promise.all([this.roles.find(actor, spaceId), findPlacedSpace(this.db, spaceId)]);
    const abilities = spaceAbilities(standing?.role ?? null);
    if (space === undefined || !abilities[space.deletedAt === null ? 'view' : 'admin']) throw new NotFoundError(NO_SPACE);
    requireAbility(abilities, ability, 'on this space');
    return space;
  }

  /** As `load` with the right to view, for reads that need no more than the newest revision. */
  async loadContent(actor: Actor, spaceId: string): Promise<ViewedSpace> {
    if (!isId(spaceId)) throw new NotFoundError(NO_SPACE);
    const [standing, head] = await Promise.all([this.roles.find(actor, spaceId), findHead(this.db, spaceId)]);
    if (standing === undefined || head === undefined || !spaceAbilities(standing.role).view) throw new NotFoundError(NO_SPACE);
    return { id: spaceId, organizationId: standing.organizationId, revisionId: head.revisionId, source: head.source };
  }

  /**
   * As `load`, for a direct change of the main content.
   * @throws ForbiddenError also when the space is locked
   */
  async loadForDirectEdit(actor: Actor, spaceId: string): Promise<PlacedSpace> {
    const space = await this.load(actor, spaceId, 'edit');
    if (space.editMode === 'locked') throw new ForbiddenError('This space is locked: its content changes through change requests only.');
    return space;
  }

  override async resolve(actor: Actor, spaces: readonly PlacedSpace[]): Promise<SpaceStanding[]> {
    const standings = await this.roles.of(actor, spaces);
    return spaces.map(({ id, deletedAt }) => {
      const standing = standings.get(id);
      // Whom single sign-on is enforced against sees what is published, and no more.
      const role = standing?.barred === true ? null : (standing?.role ?? null);
      return { permissions: deletedAt === null ? spaceAbilities(role) : trashedSpaceAbilities(role), defaultLevel: standing?.defaultLevel ?? null };
    });
  }

  override async narrow(spaces: readonly PlacedSpace[], standings: readonly SpaceStanding[], reach: TokenReach): Promise<SpaceStanding[]> {
    const ids = spaces.map(({ id }) => id);
    const reached = await reach.spaces(ids);
    return standings.map(({ permissions, defaultLevel }, index) => {
      const isReached = reached.has(ids[index] ?? '');
      return { permissions: narrowAbilities(permissions, SPACE_OPERATIONS, (operationId) => isReached && reach.may(operationId)), defaultLevel };
    });
  }
}
