import { generateNKeysBetween } from 'fractional-indexing';

/** Something with a place among its siblings: those with lower positions come first. */
export interface Placed {
  readonly id: string;
  /** A fractional index: there is one between any two. */
  readonly position: string;
}

/** The sibling to come before or after. */
export interface Neighbour {
  readonly side: 'before' | 'after';
  readonly id: string;
}

export interface Places {
  /** For what is put in, in order. */
  readonly positions: readonly string[];
  /** Siblings that need another position; none but when one spot was split too often. */
  readonly respaced: readonly Placed[];
}

/** A longer position has been split too often at one spot: all siblings get new ones. */
const LONGEST_POSITION = 64;

/** Places for `count` things in a row, behind the first `index` siblings. The siblings are in order. */
export function placesAt(siblings: readonly Placed[], index: number, count = 1): Places {
  const positions = generateNKeysBetween(siblings[index - 1]?.position ?? null, siblings[index]?.position ?? null, count);
  if (positions.every((position) => position.length <= LONGEST_POSITION)) return { positions, respaced: [] };
  const anew = generateNKeysBetween(null, null, siblings.length + count);
  const own = anew.splice(index, count);
  return { positions: own, respaced: siblings.map(({ id, position }, at) => ({ id, position: anew[at] ?? position })) };
}

/**
 * How many siblings come before the place beside the neighbour, or at the end when there is none.
 * Undefined when the neighbour is no sibling.
 */
export function indexBeside(siblings: readonly Placed[], neighbour: Neighbour | undefined): number | undefined {
  if (neighbour === undefined) return siblings.length;
  const index = siblings.findIndex(({ id }) => id === neighbour.id);
  if (index === -1) return undefined;
  return neighbour.side === 'before' ? index : index + 1;
}

/** By position, as the database orders it: byte by byte, and by id where positions are equal. */
export function inOrder<Item extends Placed>(items: readonly Item[]): Item[] {
  return [...items].sort((one, other) => compare(one.position, other.position) || compare(one.id, other.id));
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
