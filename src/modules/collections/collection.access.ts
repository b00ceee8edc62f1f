import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Database } from '../../kernel/database/database.js';
import { BadInputError, NotFoundError } from '../../kernel/errors/errors.js';
import { isId } from '../../kernel/ids/id.js';
import { requireAbility } from '../../kernel/permissions/require-ability.js';
import type { Role } from '../../kernel/permissions/role.js';
import { SlotResolver } from '../../kernel/permissions/slots.js';
import { EffectiveRoles } from '../access/effective-roles.js';
import type { Neighbour } from '../access/siblings.js';
import { MembersService } from '../members/members.service.js';
import { organizationAbilities } from '../organizations/organization.policy.js';
import { type CollectionAbilities, collectionAbilities } from './collection.policy.js';
import { findPlacedCollection, NO_COLLECTION, type PlacedCollection } from './placed-collection.js';

/** What an answer tells of the caller's standing on a collection. */
export interface CollectionStanding {
  permissions: CollectionAbilities;
  /** What the collection's default level resolves to; null: no access by default. */
  defaultLevel: Role | null;
}

const HERE = 'on this collection';

/** Joins collections with the caller's role on them. */
@Injectable()
export class CollectionAccess extends SlotResolver<PlacedCollection, CollectionStanding> {
  constructor(
    private readonly db: Database,
    private readonly roles: EffectiveRoles,
    private readonly members: MembersService,
  ) {
    super();
  }

  /** @throws NotFoundError when the caller doesn't see the collection, ForbiddenError when the right is missing */
  async load(actor: Actor, collectionId: string, ability: keyof CollectionAbilities): Promise<PlacedCollection> {
    const { collection, abilities } = await this.find(actor, collectionId);
    if (collection === undefined || !abilities.view) throw new NotFoundError(NO_COLLECTION);
    requireAbility(abilities, ability, HERE);
    return collection;
  }

  /**
   * For what is to come into a collection that a body names as its `parent`, or to the root for null.
   * @throws BadInputError when it is no collection of the organization that the caller sees,
   *   ForbiddenError when the caller may not create there
   */
  async requireParent(actor: Actor, organizationId: string, parentId: string | null): Promise<void> {
    if (parentId === null) {
      await this.requireOrganization(actor, organizationId);
      return;
    }
    const { collection, abilities } = await this.find(actor, parentId);
    if (collection?.organizationId !== organizationId || !abilities.view) {
      throw BadInputError.ofField('parent', 'must name a collection of the organization');
    }
    requireAbility(abilities, 'create', HERE);
  }

  /** As `requireParent`, for what is to come beside something that the caller sees. @throws ForbiddenError */
  async requireCreate(actor: Actor, organizationId: string, parentId: string | null): Promise<void> {
    if (parentId === null) await this.requireOrganization(actor, organizationId);
    else requireAbility((await this.find(actor, parentId)).abilities, 'create', HERE);
  }

  /**
   * For what is to come to the root of an organization that a body names.
   * @throws BadInputError when the caller doesn't see it, ForbiddenError when the caller may not create there
   */
  async requireOrganization(actor: Actor, organizationId: string): Promise<void> {
    const membership = await this.members.findMembership(organizationId, actor);
    const abilities = organizationAbilities({ membership, ownsTeam: false });
    if (!abilities.view) throw BadInputError.ofField('organization', 'must name an organization that you are a member of');
    requireAbility(abilities, 'createContent', 'in this organization');
  }

  /** Something that the caller doesn't see is no neighbour. @throws BadInputError */
  async requireNeighbour(actor: Actor, { side, kind, id }: Neighbour): Promise<void> {
    const standing = await this.roles.find(actor, id);
    if ((standing?.role ?? null) === null) throw BadInputError.ofField(`position.${side}`, `must name another ${kind} with the same parent`);
  }

  override async resolve(actor: Actor, collections: readonly PlacedCollection[]): Promise<CollectionStanding[]> {
    const standings = await this.roles.of(actor, collections);
    return collections.map(({ id }) => {
      const standing = standings.get(id);
      return { permissions: collectionAbilities(standing?.role ?? null), defaultLevel: standing?.defaultLevel ?? null };
    });
  }

  private async find(actor: Actor, id: string): Promise<{ collection: PlacedCollection | undefined; abilities: CollectionAbilities }> {
    if (!isId(id)) return { collection: undefined, abilities: collectionAbilities(null) };
    const [standing, collection] = await Promise.all([this.roles.find(actor, id), findPlacedCollection(this.db, id)]);
    return { collection, abilities: collectionAbilities(standing?.role ?? null) };
  }
}
