import { diff3MergeRegions } from 'node-diff3';

/** The three states of some lines. */
export interface Lines {
  readonly base: readonly string[];
  readonly main: readonly string[];
  readonly branch: readonly string[];
}

/** Lines on which the sides agree or that one alone changed, or what each side has in one place. */
export type Region = { readonly kind: 'merged'; readonly lines: readonly string[] } | ({ readonly kind: 'conflict' } & Lines);

/**
 * Steps that a whole merge spends on lines that repeat: about half a second. What is left then counts as
 * one place: merged when one side left it alone, a conflict else.
 */
const MOST_STEPS = 100_000_000;
/** Lines that are unique split a text; within a part, others are. Text of people needs two or three levels. */
const MOST_LEVELS = 8;

/**
 * Compares line by line. The comparison takes a time that grows with the cube of how often a line
 * repeats, and blank lines repeat; so the text is first cut at lines that all three states have exactly once.
 */
export function mergeRegions(lines: Lines): Region[] {
  const budget = { steps: MOST_STEPS };
  const parts: { lines: Lines; level: number }[] = [{ lines, level: 0 }];
  const regions: Region[] = [];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const { start, middle, end } = trimmed(part.lines);
    const anchors = part.level < MOST_LEVELS ? commonAnchors(middle) : [];
    if (start.length > 0) regions.push({ kind: 'merged', lines: start });
    if (anchors.length === 0) {
      regions.push(...compared(middle, budget), { kind: 'merged', lines: end });
    } else {
      const level = part.level + 1;
      const pieces = split(middle, anchors).map((piece) => ({ lines: piece, level }));
      parts.push({ lines: { base: end, main: end, branch: end }, level }, ...pieces.reverse());
    }
  }
  return regions;
}

/** Without the lines at the start and at the end that all three have. */
function trimmed({ base, main, branch }: Lines): { start: readonly string[]; middle: Lines; end: readonly string[] } {
  const most = Math.min(base.length, main.length, branch.length);
  let start = 0;
  while (start < most && base[start] === main[start] && base[start] === branch[start]) start += 1;
  let end = 0;
  while (end < most - start && base.at(-1 - end) === main.at(-1 - end) && base.at(-1 - end) === branch.at(-1 - end)) end += 1;
  const inner = (lines: readonly string[]): readonly string[] => lines.slice(start, lines.length - end);
  return { start: base.slice(0, start), middle: { base: inner(base), main: inner(main), branch: inner(branch) }, end: base.slice(base.length - end) };
}

interface Anchor {
  readonly base: number;
  readonly main: number;
  readonly branch: number;
}

/** Lines that each state has exactly once, and in the same order. */
function commonAnchors({ base, main, branch }: Lines): Anchor[] {
  const inMain = uniqueLines(main);
  const inBranch = uniqueLines(branch);
  const candidates: Anchor[] = [];
  for (const [line, index] of uniqueLines(base)) {
    const mainIndex = inMain.get(line);
    const branchIndex = inBranch.get(line);
    if (mainIndex !== undefined && branchIndex !== undefined) candidates.push({ base: index, main: mainIndex, branch: branchIndex });
  }
  // What is in order on both sides, each taken by itself, so that neither side is preferred.
  const inOrder = new Set(longestRise(candidates, (anchor) => anchor.main));
  return longestRise(candidates, (anchor) => anchor.branch).filter((anchor) => inOrder.has(anchor));
}

/** Index of each line that isn't repeated, in order. */
export function uniqueLines(lines: readonly string[]): Map<string, number> {
  const indexes = new Map<string, number>();
  const repeated = new Set<string>();
  for (const [index, line] of lines.entries()) {
    if (indexes.has(line)) repeated.add(line);
    else indexes.set(line, index);
  }
  for (const line of repeated) indexes.delete(line);
  return indexes;
}

/** The longest subsequence whose values rise, by patience sorting. */
export function longestRise<T>(anchors: readonly T[], valueOf: (anchor: T) => number): T[] {
  interface Link {
    anchor: T;
    before: Link | undefined;
  }
  const piles: Link[] = [];
  for (const anchor of anchors) {
    let low = 0;
    let high = piles.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const top = piles[middle];
      if (top !== undefined && valueOf(top.anchor) < valueOf(anchor)) low = middle + 1;
      else high = middle;
    }
    piles[low] = { anchor, before: low === 0 ? undefined : piles[low - 1] };
  }
  const rise: T[] = [];
  for (let link = piles.at(-1); link !== undefined; link = link.before) rise.push(link.anchor);
  return rise.reverse();
}

/** The lines between anchors, and each anchor by itself: a stable line, which keeps the changes around it apart. */
function split(lines: Lines, anchors: readonly Anchor[]): Lines[] {
  const pieces: Lines[] = [];
  let from: Anchor = { base: 0, main: 0, branch: 0 };
  const cut = (to: Anchor): void => {
    pieces.push({ base: lines.base.slice(from.base, to.base), main: lines.main.slice(from.main, to.main), branch: lines.branch.slice(from.branch, to.branch) });
    from = to;
  };
  for (const anchor of anchors) {
    cut(anchor);
    cut({ base: anchor.base + 1, main: anchor.main + 1, branch: anchor.branch + 1 });
  }
  cut({ base: lines.base.length, main: lines.main.length, branch: lines.branch.length });
  return pieces;
}

function compared(lines: Lines, budget: { steps: number }): Region[] {
  const whole = asOnePlace(lines);
  if (whole.kind === 'merged') return [whole];
  const steps = stepsOf(lines);
  if (steps > budget.steps) return roughly(lines);
  budget.steps -= steps;
  // The comparison names its sides a and b, and what they come from o.
  return diff3MergeRegions([...lines.main], [...lines.base], [...lines.branch]).map((region) =>
    region.stable
      ? { kind: 'merged', lines: region.bufferContent }
      : asOnePlace({ base: region.oContent, main: region.aContent, branch: region.bContent }),
  );
}

/** With one change on each side: what lies between its first and its last line that differs. */
function roughly({ base, main, branch }: Lines): Region[] {
  const ofMain = changedRange(base, main);
  const ofBranch = changedRange(base, branch);
  const isApart = ofMain.to < ofBranch.from || ofBranch.to < ofMain.from;
  const ranges = isApart ? [ofMain, ofBranch].sort((one, other) => one.from - other.from) : [{ from: Math.min(ofMain.from, ofBranch.from), to: Math.max(ofMain.to, ofBranch.to) }];
  const regions: Region[] = [];
  const end = ranges.reduce((start, { from, to }) => {
    // Before the range, and behind it, each side may be longer or shorter than the base only by the ranges gone by or to come.
    const rangeOf = (lines: readonly string[], changed: Range): readonly string[] => lines.slice(from + (changed.to < from ? lines.length - base.length : 0), to + (changed.from > to ? 0 : lines.length - base.length));
    regions.push({ kind: 'merged', lines: base.slice(start, from) }, asOnePlace({ base: base.slice(from, to), main: rangeOf(main, ofMain), branch: rangeOf(branch, ofBranch) }));
    return to;
  }, 0);
  return [...regions, { kind: 'merged', lines: base.slice(end) }];
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** In the base. */
function changedRange(base: readonly string[], side: readonly string[]): Range {
  const most = Math.min(base.length, side.length);
  let from = 0;
  while (from < most && base[from] === side[from]) from += 1;
  let end = 0;
  while (end < most - from && base.at(-1 - end) === side.at(-1 - end)) end += 1;
  return { from, to: base.length - end };
}

/** An upper bound: every pair of equal lines is looked at once for each line that can be part of a common sequence. */
function stepsOf({ base, main, branch }: Lines): number {
  const counts = countLines(base);
  return [main, branch].reduce((steps, side) => {
    let pairs = 0;
    for (const line of side) pairs += counts.get(line) ?? 0;
    return steps + pairs * Math.min(base.length, side.length);
  }, 0);
}

function countLines(lines: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}

function asOnePlace(lines: Lines): Region {
  const { base, main, branch } = lines;
  if (isEqual(branch, base) || isEqual(branch, main)) return { kind: 'merged', lines: main };
  return isEqual(main, base) ? { kind: 'merged', lines: branch } : { kind: 'conflict', ...lines };
}

function isEqual(lines: readonly string[], others: readonly string[]): boolean {
  return lines.length === others.length && lines.every((line, index) => line === others[index]);
}
