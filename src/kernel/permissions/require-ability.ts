import { ForbiddenError } from '../errors/errors.js';

/**
 * @param where what the caller lacks it on, as the message ends: `on this space`
 * @throws ForbiddenError when the right is missing
 */
export function requireAbility<Ability extends string>(abilities: Readonly<Record<Ability, boolean>>, ability: Ability, where: string): void {
  if (!abilities[ability]) throw new ForbiddenError(`You lack the right "${ability}" ${where}.`);
}
