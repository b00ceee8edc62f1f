import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../kernel/auth/actor.js';
import { BadInputError, NotFoundError } from '../../../kernel/errors/errors.js';
import { CollectionAccess } from '../../collections/collection.access.js';
import { SpaceAccess } from '../space.access.js';

/** What an invitation is to, as a body names it: at most one of them. */
export interface NamedTarget {
  readonly collection?: string;
  readonly space?: string;
}

/** The collections and spaces that a caller may invite to. */
@Injectable()
export class InviteTargets {
  constructor(
    private readonly collections: CollectionAccess,
    private readonly spaces: SpaceAccess,
  ) {}

  /**
   * The id of what is named; null: nothing is, so the invitation is to the organization as a whole.
   * @throws BadInputError when the caller doesn't see it in the organization, ForbiddenError when the right is missing
   */
  async require(actor: Actor, organizationId: string, named: NamedTarget): Promise<string | null> {
    const { collection, space } = named;
    const id = collection ?? space;
    if (id === undefined) return null;
    const access = collection === undefined ? this.spaces : this.collections;
    const target = await access.load(actor, id, 'admin').catch((error: unknown) => {
      throw error instanceof NotFoundError ? noTarget(named) : error;
    });
    if (target.organizationId !== organizationId) throw noTarget(named);
    return id;
  }
}

export function noTarget({ collection }: NamedTarget): BadInputError {
  const kind = collection === undefined ? 'space' : 'collection';
  return BadInputError.ofField(kind, `must name a ${kind} of the organization`);
}
