import { longestRise, uniqueLines } from './line-regions.js';

/**
 * Tells for each line which of those before it is, in order; undefined: none. Lines that both have exactly
 * once are found wherever they are, repeated ones beside such a line, at the start and at the end: so it
 * takes no longer where lines repeat.
 */
export function matchedLines(before: readonly string[], after: readonly string[]): (number | undefined)[] {
  const inAfter = uniqueLines(after);
  const common = [...uniqueLines(before)].flatMap(([line, index]) => {
    const other = inAfter.get(line);
    return other === undefined ? [] : [{ before: index, after: other }];
  });
  const matches = new Array<number | undefined>(after.length).fill(undefined);
  let [nextBefore, nextAfter] = [0, 0];
  for (const end of [...longestRise(common, (line) => line.after), { before: before.length, after: after.length }]) {
    for (; nextBefore < end.before && nextAfter < end.after && before[nextBefore] === after[nextAfter]; nextBefore += 1, nextAfter += 1) matches[nextAfter] = nextBefore;
    let [lastBefore, lastAfter] = [end.before - 1, end.after - 1];
    for (; lastBefore >= nextBefore && lastAfter >= nextAfter && before[lastBefore] === after[lastAfter]; lastBefore -= 1, lastAfter -= 1) matches[lastAfter] = lastBefore;
    if (end.after < after.length) matches[end.after] = end.before;
    [nextBefore, nextAfter] = [end.before + 1, end.after + 1];
  }
  return matches;
}
