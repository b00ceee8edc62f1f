import { isDeepStrictEqual } from 'node:util';

export interface Merged<Value> {
  readonly value: Value;
  readonly conflict: boolean;
}

/** By value. Most values are no objects, and are compared at once. */
export function isSame(one: unknown, other: unknown): boolean {
  return Object.is(one, other) || (typeof one === 'object' && typeof other === 'object' && isDeepStrictEqual(one, other));
}

/**
 * The value of the side that changed it; with a conflict, when both did so differently, the branch's.
 * @param base undefined: there was none
 */
export function mergeValues<Value>(base: Value | undefined, main: Value, branch: Value): Merged<Value> {
  if (isSame(branch, base) || isSame(branch, main)) return { value: main, conflict: false };
  return { value: branch, conflict: !isSame(main, base) };
}

/** Merges key by key: what both sides changed is a conflict only where they changed one key. */
export function mergeEntries<Value>(base: Readonly<Record<string, Value>>, main: Readonly<Record<string, Value>>, branch: Readonly<Record<string, Value>>): Merged<Record<string, Value>> & { conflicts: string[] } {
  const conflicts: string[] = [];
  const entries: [string, Value][] = [];
  for (const key of new Set([...Object.keys(main), ...Object.keys(branch)])) {
    const { value, conflict } = mergeValues(own(base, key), own(main, key), own(branch, key));
    if (conflict) conflicts.push(key);
    if (value !== undefined) entries.push([key, value]);
  }
  // Not by assignment: a variable may be called `__proto__`.
  return { value: Object.fromEntries(entries), conflict: conflicts.length > 0, conflicts };
}

function own<Value>(map: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}
