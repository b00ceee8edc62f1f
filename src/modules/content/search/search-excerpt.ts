import type { ParsedQuery } from './parsed-query.js';
import { characterStart, foldForSearch, pieces } from './search-text.js';

/** Both in UTF-16 units. */
const LONGEST_EXCERPT = 300;
const BEFORE_MATCH = 80;

const IN_WORD = /[\p{L}\p{N}\p{M}]/u;

/**
 * Makes excerpts for a query: the words around the first place where a piece of it stands in a body, in one line of
 * at most 300 characters; the start of the body when only the title has them.
 */
export function excerpts(query: ParsedQuery): (body: string) => string {
  // Pieces are letters, digits and marks, nothing that a pattern would read otherwise.
  const pattern = new RegExp(query.pieces.map((piece) => piece.text).join('|'), 'gu');
  return (body) => {
    const line = body.replace(/\s+/g, ' ').trim();
    if (line.length <= LONGEST_EXCERPT) return line;
    const start = excerptStart(line, firstMatch(line, pattern));
    return line.slice(start, excerptEnd(line, start)).trim();
  };
}

/** Where the first match starts, at the start of a word if there is such a one (not after a hump); 0 when there is none. */
function firstMatch(line: string, pattern: RegExp): number {
  const folded = foldForSearch(line);
  let first: number | undefined;
  for (const { index } of folded.matchAll(pattern)) {
    first ??= index;
    if (index === 0 || !IN_WORD.test(folded.charAt(index - 1))) return unfoldedPosition(line, folded, index);
  }
  return unfoldedPosition(line, folded, first ?? 0);
}

/** The position in the line of one in the folded line. */
function unfoldedPosition(line: string, folded: string, position: number): number {
  if (line.length === folded.length) return position;
  let [low, high] = [0, line.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (foldForSearch(line.slice(0, middle + 1)).length > position) high = middle;
    else low = middle + 1;
  }
  return low;
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
