import fc from 'fast-check';
import { type Role, ROLES } from '../../src/kernel/permissions/role.js';
import type { Kind, Level, TreeModel } from './tree-model.js';

/** A change of a tree; numbers choose among what there is. */
export type Command =
  | { do: 'place'; kind: Kind; organization: number; parent: number }
  | { do: 'level'; target: number; level: Level }
  | { do: 'move'; target: number; parent: number; beside: number; side: 'before' | 'after' | 'none' }
  | { do: 'remove'; target: number }
  | { do: 'transfer'; target: number; organization: number }
  | { do: 'grant'; target: number; grantee: number; role: Role }
  | { do: 'trash'; target: number };

const pick = fc.nat(1_000);
const level = fc.constantFrom<Level[]>(...ROLES, null, null, null, 'inherit');

export const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('place' as const), kind: fc.constantFrom<Kind[]>('collection', 'space'), organization: pick, parent: pick }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('level' as const), target: pick, level }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('move' as const), target: pick, parent: pick, beside: pick, side: fc.constantFrom<('before' | 'after' | 'none')[]>('before', 'after', 'none') }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), target: pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('transfer' as const), target: pick, organization: pick }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('grant' as const), target: pick, grantee: pick, role: fc.constantFrom(...ROLES) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('trash' as const), target: pick }) },
);

export function chosen<Value>(values: readonly Value[], pick: number): Value {
  return values[pick % values.length] as Value; // never called with an empty list
}

export function rolesOf(model: TreeModel): Map<string, Role | null> {
  return new Map(usersOf(model).flatMap((userId) => [...model.targets.keys()].map((id) => [`${userId} ${id}`, model.role(userId, id)] as const)));
}

export function usersOf(model: TreeModel): string[] {
  return [...new Set(model.members.map(({ userId }) => userId))];
}

export function pairsOf(users: readonly string[]): string[][] {
  return users.flatMap((one) => users.filter((other) => other !== one).map((other) => [one, other]));
}
