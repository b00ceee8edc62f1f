import type { ParsedQuery } from './parsed-query.js';
import { characterStart, fold, pieces, terms } from './search-text.js';

/** Both in UTF-16 units. */
const LONGEST_EXCERPT = 300;
const BEFORE_MATCH = 80;

/** What may hold a word; symbols too, as some are letters when folded (™, №, ㎏). */
const RAW_WORD = /[\p{L}\p{N}\p{M}\p{So}\p{Default_Ignorable_Code_Point}]+/gu;

/**
 * The words around the first place where a piece of the query stands in the body, in one line of at most 300
 * characters; the start of the body when only the title has them.
 */
export function excerpt(body: string, query: ParsedQuery): string {
  const line = body.replace(/\s+/g, ' ').trim();
  if (line.length <= LONGEST_EXCERPT) return line;
  const match = firstMatch(line, query);
  const start = excerptStart(line, match);
  return line.slice(start, excerptEnd(line, start)).trim();
}

/** Where the first match starts; 0 when there is none. */
function firstMatch(text: string, query: ParsedQuery): number {
  const words = query.pieces.filter((piece) => !piece.isRun).map((piece) => piece.text);
  const runs = query.pieces.filter((piece) => piece.isRun).map((piece) => piece.text);
  for (const { 0: raw, index } of text.matchAll(RAW_WORD)) {
    if (words.length > 0 && terms(raw).some((term) => words.some((word) => term.startsWith(word)))) return index;
    if (runs.length > 0) {
      const folded = fold(raw);
      const offsets = runs.map((run) => folded.indexOf(run)).filter((offset) => offset >= 0);
      // Folding seldom changes the length of such a run, and then by little: near enough for an excerpt.
      if (offsets.length > 0) return Math.min(index + Math.min(...offsets), text.length - 1);
    }
  }
  return 0;
}

function excerptStart(line: string, match: number): number {
  // A match near the end leaves room for more words before it.
  const wanted = Math.min(match - BEFORE_MATCH, line.length - LONGEST_EXCERPT);
  if (wanted <= 0) return 0;
  if (line[wanted - 1] === ' ') return wanted;
  const space = line.indexOf(' ', wanted);
  if (space >= 0 && space < match) return space + 1;
  // No space on the way: in a script without spaces every character is a place to start.
  const isInRun = pieces(line.slice(wanted, match + 1)).some((piece) => piece.isRun);
  return isInRun ? characterStart(line, wanted) : match;
}

function excerptEnd(line: string, start: number): number {
  const latest = start + LONGEST_EXCERPT;
  if (latest >= line.length) return line.length;
  const space = line.lastIndexOf(' ', latest);
  return space > start + LONGEST_EXCERPT / 2 ? space : characterStart(line, latest);
}
