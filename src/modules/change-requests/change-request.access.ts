import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Database } from '../../kernel/database/database.js';
import { NotFoundError } from '../../kernel/errors/errors.js';
import { isId } from '../../kernel/ids/id.js';
import { requireAbility } from '../../kernel/permissions/require-ability.js';
import { EffectiveRoles } from '../access/effective-roles.js';
import { type ChangeRequestAbilities, changeRequestAbilities } from './change-request.policy.js';
import { findPlacedChangeRequest, NO_CHANGE_REQUEST, type PlacedChangeRequest } from './placed-change-request.js';
import { NO_SPACE } from '../spaces/placed-space.js';

/** Joins change requests with the caller's role on their space. */
@Injectable()
export class ChangeRequestAccess {
  constructor(
    private readonly db: Database,
    private readonly roles: EffectiveRoles,
  ) {}

  /**
   * By its id, or by its number in the space.
   * @throws NotFoundError when the caller doesn't see it, ForbiddenError when the right is missing
   */
  async load(actor: Actor, spaceId: string, idOrNumber: string, ability: keyof ChangeRequestAbilities): Promise<PlacedChangeRequest> {
    if (!isId(spaceId)) throw new NotFoundError(NO_SPACE);
    const [standing, found] = await Promise.all([
      this.roles.find(actor, spaceId),
      isId(idOrNumber) ? findPlacedChangeRequest(this.db, spaceId, idOrNumber) : undefined,
    ]);
    const abilities = changeRequestAbilities(standing?.role ?? null);
    if (!abilities.view) throw new NotFoundError(NO_SPACE);
    if (found === undefined) throw new NotFoundError(NO_CHANGE_REQUEST);
    requireAbility(abilities, ability, 'on this space');
    return found;
  }
}
