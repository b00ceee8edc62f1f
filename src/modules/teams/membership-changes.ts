import type { FieldFault } from '../../kernel/errors/errors.js';
import { shorten } from '../../kernel/validation/text.js';
import type { MembershipsMap } from './memberships-map.js';
import type { TeamRole } from './team-member.entity.js';

/** Changes of a team's members as a client names the users: by id or by e-mail address. */
export interface NamedChanges {
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
  readonly memberships?: MembershipsMap;
}

/** The id of the user that a name stands for; undefined when it stands for nobody. */
export type IdOf = (name: string) => string | undefined;

/** Changes of a team's members by user id; nobody is in two of them. */
export interface MembershipChanges {
  readonly removed: readonly string[];
  /** Who joins as a member, and keeps the role when in the team already. */
  readonly added: readonly string[];
  /** Who has exactly this role afterwards. */
  readonly roles: ReadonlyMap<string, TeamRole>;
}

/** Every user that the changes name. */
export function namesIn({ add = [], remove = [], memberships = {} }: NamedChanges): string[] {
  return [...add, ...remove, ...Object.keys(memberships)];
}

/** Names that stand for nobody, and users who get two roles: by their id and by their address. */
export function faultsOfChanges({ add = [], remove = [], memberships = {} }: NamedChanges, idOf: IdOf): FieldFault[] {
  const roles = new Map<string, TeamRole>();
  const contradicts = ([name, { role }]: [string, { readonly role: TeamRole }]): boolean => {
    const id = idOf(name) ?? '';
    const contradiction = (roles.get(id) ?? role) !== role;
    roles.set(id, role);
    return contradiction;
  };
  const users = Object.keys(memberships).map((name) => ({ name, field: fieldOf(name) }));
  return [
    ...[...placed('add', add), ...placed('remove', remove), ...users]
      .filter(({ name }) => idOf(name) === undefined)
      .map(({ name, field }) => ({ field, message: `${shorten(name)} is no member of the organization` })),
    ...Object.entries(memberships)
      .filter(([name]) => idOf(name) !== undefined)
      .filter(contradicts)
      .map(([name]) => ({ field: fieldOf(name), message: 'names a user who gets another role here as well' })),
  ];
}

/**
 * The changes by id. Who is to be removed is removed, whatever else is said; a role of `memberships` wins
 * over `add`. Names that stand for nobody are left out.
 */
export function membershipChanges({ add = [], remove = [], memberships = {} }: NamedChanges, idOf: IdOf): MembershipChanges {
  const removed = new Set(idsOf(remove, idOf));
  const roles = new Map<string, TeamRole>();
  for (const [name, { role }] of Object.entries(memberships)) {
    const id = idOf(name);
    if (id !== undefined && !removed.has(id)) roles.set(id, role);
  }
  const added = new Set(idsOf(add, idOf).filter((id) => !removed.has(id) && !roles.has(id)));
  return { removed: [...removed], added: [...added], roles };
}

function placed(field: string, names: readonly string[]): { name: string; field: string }[] {
  return names.map((name, index) => ({ name, field: `${field}.${String(index)}` }));
}

function fieldOf(name: string): string {
  return `memberships.${shorten(name)}`;
}

function idsOf(names: readonly string[], idOf: IdOf): string[] {
  return names.map(idOf).filter((id) => id !== undefined);
}
