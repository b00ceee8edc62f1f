import type { MarkdownSection } from '../model/markdown/markdown-facts.js';
import { FREQUENCIES, PLACE } from './parsed-query.js';
import { characterStart, terms } from './search-text.js';

export interface SearchablePage {
  readonly pageId: string;
  readonly title: string;
  readonly description?: string;
  readonly sections: readonly MarkdownSection[];
}

/** Rows of `search_pages` (`parts`, `runs`) and `search_sections` of one page. Lexemes are parted by spaces. */
export interface SearchRows {
  readonly parts: readonly string[];
  readonly runs: string;
  readonly sections: readonly SectionRow[];
}

/** A section, or a piece of a long one. */
export interface SectionRow {
  /** Counts the page's sections; pieces of one section share it. */
  readonly section: number;
  readonly anchor: string;
  readonly title: string;
  readonly body: string;
  readonly lexemes: string;
}

/** Longest body of a section row, in UTF-16 units: bounds what a hit reads to make an excerpt. */
const LONGEST_BODY = 2_000;

/** A tsvector takes 1 MiB, and most lexemes are in it twice: with the key of the space and with that of its organization. */
const LARGEST_PART_BYTES = 400_000;

/**
 * What the lexemes of a space, or of an organization, start with, so that a search reads only its own part of the index.
 * Two may share it (the end of an id is random), which costs them time and nothing else: rows are told apart by the space's id.
 */
function lexemeKey(id: string): string {
  return id.slice(-8);
}

export function searchRows(spaceId: string, page: SearchablePage): SearchRows {
  const runs = new Set<string>();
  const read = (text: string): string[] => terms(text, (run) => runs.add(run));
  const title = read(page.title);
  const counts = new Map<string, number>();
  const headings = new Set<string>();
  count(counts, title);
  count(counts, read(page.description ?? ''));
  const sections = page.sections.flatMap(({ anchor, title, body }, section) => {
    const heading = read(title);
    for (const term of heading) headings.add(term);
    count(counts, heading);
    const words = read(body);
    count(counts, words);
    const rows = bodyPieces(body);
    return rows.map((piece) => {
      // A cut may fall into a run, so the pieces of a long body have terms of their own.
      const lexemes = sectionLexemes(heading, rows.length === 1 ? words : terms(piece));
      return { section, anchor, title, body: piece, lexemes };
    });
  });
  return {
    parts: parts(pageLexemes(lexemeKey(spaceId), counts, new Set(title), headings)),
    runs: Array.from(runs).join('\n'),
    sections,
  };
}

function count(counts: Map<string, number>, found: readonly string[]): void {
  for (const term of found) counts.set(term, (counts.get(term) ?? 0) + 1);
}

function* pageLexemes(
  key: string,
  counts: ReadonlyMap<string, number>,
  title: ReadonlySet<string>,
  headings: ReadonlySet<string>,
): Generator<string> {
  for (const term of title) yield key + PLACE.title + term;
  for (const term of headings) yield key + PLACE.heading + term;
  for (const [term, times] of counts) {
    yield key + PLACE.anywhere + term;
    const frequency = FREQUENCIES.findLast((least) => times >= least);
    if (frequency !== undefined) yield key + String(frequency) + term;
  }
}

/** At least one part, also for a page without words: what is indexed has a row. */
function parts(lexemes: Iterable<string>): string[] {
  const all: string[] = [];
  let part: string[] = [];
  let bytes = 0;
  for (const lexeme of lexemes) {
    const size = Buffer.byteLength(lexeme);
    if (bytes + size > LARGEST_PART_BYTES) {
      all.push(part.join(' '));
      part = [];
      bytes = 0;
    }
    part.push(lexeme);
    bytes += size;
  }
  all.push(part.join(' '));
  return all;
}

function sectionLexemes(heading: readonly string[], body: readonly string[]): string {
  const lexemes = new Set<string>();
  for (const term of heading) lexemes.add(PLACE.heading + term).add(PLACE.anywhere + term);
  for (const term of body) lexemes.add(PLACE.anywhere + term);
  return Array.from(lexemes).join(' ');
}

/** A body cut between words where it can be. */
function bodyPieces(body: string): string[] {
  const found: string[] = [];
  let rest = body.trim();
  while (rest.length > LONGEST_BODY) {
    const end = cutPoint(rest);
    found.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  if (rest !== '' || found.length === 0) found.push(rest);
  return found;
}

function cutPoint(text: string): number {
  const earliest = LONGEST_BODY / 2;
  const window = text.slice(0, LONGEST_BODY);
  const cuts = [window.lastIndexOf('\n'), window.search(/\s\S*$/), window.search(/[^\p{L}\p{N}\p{M}][\p{L}\p{N}\p{M}]*$/u) + 1];
  const cut = cuts.find((position) => position > earliest);
  return cut ?? characterStart(text, LONGEST_BODY);
}
