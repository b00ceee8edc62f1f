import { ACCENTS, leftOut, spellOut } from './folding.js';

/*
 * "Contains" filters that stay fast on long lists: literal, without case and accents. A row keeps its text folded, and
 * the short pieces of that text; an index over the pieces finds the few rows that can match, and the folded text decides.
 *
 *   folded text COLLATE "C" NOT NULL,     -- fold(text)
 *   grams text[] NOT NULL                 -- grams(scope, text)
 *   ALTER TABLE … ALTER COLUMN grams SET STATISTICS 0;
 *   CREATE INDEX … USING gin (grams) WITH (gin_pending_list_limit = 256);
 */

const LEFT_OUT = leftOut(ACCENTS);

/** A text as it is compared: without case, accents, invisible characters and typographic variants (ﬁ, Ａ, ①). */
export function fold(text: string): string {
  return spellOut(text.normalize('NFKD').replace(LEFT_OUT, '').toLowerCase()).normalize('NFC');
}

/**
 * The pieces by which a text is found: all that are two or three characters long of the folded text, each once.
 * @param scope id of what the list is in: put before each piece, so that a search reads only its own list's part of the index
 */
export function grams(scope: string, text: string): string[] {
  const characters = Array.from(fold(text));
  return [...new Set([...slices(characters, 2), ...slices(characters, 3)])].map((piece) => scope + piece);
}

/** A title with everything that follows from it, by the names of the columns' properties. */
export function titleColumns(scope: string, title: string): { title: string; titleFolded: string; titleGrams: string[] } {
  return { title, titleFolded: fold(title), titleGrams: grams(scope, title) };
}

/** A condition of SQL with the values of its parameters. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly unknown[];
}

export interface ContainsColumns {
  /** Column with `grams(scope, text)`. */
  readonly grams: string;
  /** Column with `fold(text)`. */
  readonly folded: string;
}

/** What a needle asks of the index at most: each piece costs as many entries as rows have it, and the folded text decides in any case. */
const MOST_GRAMS = 4;

/**
 * The condition for the rows of a scope that contain the needle, every character of which stands for itself. Its
 * parameters are `$firstParameter` and those that follow. Undefined for a needle of nothing, which everything contains.
 * A needle of one character has no piece to look up: the caller's other conditions bound what is read.
 */
export function containsCondition(scope: string, needle: string, { grams, folded }: ContainsColumns, firstParameter: number): Condition | undefined {
  const text = fold(needle);
  const characters = Array.from(text);
  if (characters.length === 0) return undefined;
  const parameter = (index: number): string => `$${String(firstParameter + index)}`;
  if (characters.length === 1) return { sql: `strpos(${folded}, ${parameter(0)}) > 0`, values: [text] };
  const asked = spread([...new Set(slices(characters, Math.min(characters.length, 3)))], MOST_GRAMS).map((piece) => scope + piece);
  return { sql: `(${grams} @> ${parameter(0)}::text[] AND strpos(${folded}, ${parameter(1)}) > 0)`, values: [asked, text] };
}

/** At most so many of the items, from the first to the last at equal distances. */
function spread(items: readonly string[], most: number): readonly string[] {
  if (items.length <= most) return items;
  const places = Array.from({ length: most }, (_, index) => Math.round((index * (items.length - 1)) / (most - 1)));
  return places.flatMap((place) => items.slice(place, place + 1));
}

function slices(characters: readonly string[], length: number): string[] {
  return characters.slice(length - 1).map((_, start) => characters.slice(start, start + length).join(''));
}
