import { conflictLines } from './conflict-markers.js';
import { mergeRegions, type Region } from './line-regions.js';
import { type Merged, mergeValues } from './three-way.js';

/**
 * Merges line by line. Ends of lines, and whether the last line has one, are changes of their own: they
 * make no line different. Where both sides changed lines in one place, both stand there between markers.
 * @param base null: the text began on both sides
 */
export function mergeMarkdown(base: string | null, main: string, branch: string): Merged<string> {
  const whole = mergeValues(base, main, branch);
  if (!whole.conflict) return { value: whole.value ?? '', conflict: false };
  const texts = { base: readText(base ?? ''), main: readText(main), branch: readText(branch) };
  const regions = mergeRegions({ base: texts.base.lines, main: texts.main.lines, branch: texts.branch.lines });
  const lineEnd = mergeValues(texts.base.lineEnd, texts.main.lineEnd, texts.branch.lineEnd).value;
  const isEnded = mergeValues(texts.base.isEnded, texts.main.isEnded, texts.branch.isEnded).value;
  const lines = regions.flatMap(regionLines);
  return {
    value: lines.join(lineEnd) + (isEnded && lines.length > 0 ? lineEnd : ''),
    conflict: regions.some(({ kind }) => kind === 'conflict'),
  };
}

interface Text {
  readonly lines: readonly string[];
  readonly lineEnd: '\n' | '\r\n';
  /** Whether the last line has an end. */
  readonly isEnded: boolean;
}

function readText(markdown: string): Text {
  const text = markdown.replaceAll('\r\n', '\n');
  const isEnded = text === '' || text.endsWith('\n');
  // Where they are mixed, the usual end wins.
  const lineEnd = text !== markdown && !/(?<!\r)\n/.test(markdown) ? '\r\n' : '\n';
  if (text === '') return { lines: [], lineEnd, isEnded };
  return { lines: (isEnded ? text.slice(0, -1) : text).split('\n'), lineEnd, isEnded };
}

function regionLines(region: Region): readonly string[] {
  if (region.kind === 'merged') return region.lines;
  const { branch, main } = region;
  // Lines that both put there aren't what a person has to choose from.
  const most = Math.min(branch.length, main.length);
  let start = 0;
  while (start < most && branch[start] === main[start]) start += 1;
  let end = 0;
  while (end < most - start && branch.at(-1 - end) === main.at(-1 - end)) end += 1;
  const inner = (lines: readonly string[]): readonly string[] => lines.slice(start, lines.length - end);
  return [...branch.slice(0, start), ...conflictLines(inner(branch), inner(main)), ...branch.slice(branch.length - end)];
}
