import type { Role } from '../../kernel/permissions/role.js';

/** An enabled member of an organization. */
export interface Membership {
  readonly userId: string;
  readonly role: Role | null;
  /** Single sign-on is enforced against the user. */
  readonly barred: boolean;
  readonly organizationDefault: Role | null;
}

/** What decides which collections and spaces of an organization a user sees. */
export interface Sight {
  /** Organization admins see everything; members what is open by default and what is granted; guests what is granted. */
  readonly sees: 'all' | 'open' | 'granted';
  /** Collections and spaces with a grant to the user or a team of the user. */
  readonly granted: readonly string[];
  /** Undefined for those who see nothing. */
  readonly membership?: Membership;
}

/** Of outsiders and disabled members. */
export const NOTHING: Sight = { sees: 'granted', granted: [] };

export type Sights = readonly [Sight, ...Sight[]];

/** A part of what is seen: everything that meets all of its conditions. */
export interface SeenPart {
  /** Open to members by default, or not; undefined: both. */
  readonly open?: boolean;
  /** Inside at least one target (or being it) of each of these lists. */
  readonly inside: readonly (readonly string[])[];
}

/**
 * What several users see alike, as parts that don't overlap: each is answered by an index of its own, and
 * their counts add up.
 */
export function seenByAll([first, ...others]: Sights): SeenPart[] {
  return others.map(seenParts).reduce((common, next) => common.flatMap((one) => next.flatMap((other) => overlap(one, other))), seenParts(first));
}

function seenParts({ sees, granted }: Sight): SeenPart[] {
  if (sees === 'all') return [{ inside: [] }];
  const reached = granted.length === 0 ? [] : [{ inside: [granted] }];
  return sees === 'granted' ? reached : [{ open: true, inside: [] }, ...reached.map((part) => ({ ...part, open: false }))];
}

function overlap(one: SeenPart, other: SeenPart): SeenPart[] {
  const open = one.open ?? other.open;
  if (open !== (other.open ?? one.open)) return [];
  return [{ ...(open === undefined ? {} : { open }), inside: [...one.inside, ...other.inside] }];
}
