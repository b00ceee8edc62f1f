import { ACCENTS, leftOut, spellOut } from '../../../kernel/text/folding.js';

/** Longest term, in UTF-16 units. Longer words are cut alike in pages and in queries, so they still find each other. */
const LONGEST_TERM = 64;

/**
 * Scripts that write words without spaces between them (Korean has spaces, but glues particles to its words).
 * Only a dictionary could cut them, and it would cut a word on its own and the same word inside a sentence
 * differently; so any part of a run of them can be searched for.
 */
const SPACELESS = ['Han', 'Hira', 'Kana', 'Bopo', 'Hang', 'Yi', 'Thai', 'Lao', 'Khmer', 'Mymr']
  .map((script) => `\\p{scx=${script}}`)
  .join('');
/** Its group 1 is there for a run, and not for a word. */
const PIECE = new RegExp(
  `([[\\p{L}\\p{N}\\p{M}]&&[${SPACELESS}]]+)|[[\\p{L}\\p{N}]--[${SPACELESS}]][[\\p{L}\\p{N}\\p{M}]--[${SPACELESS}]]*`,
  'gv',
);

/**
 * Marks that may be left out in writing: accents of Latin, Greek and Cyrillic, points of Hebrew and Arabic, and the
 * Arabic lengthening stroke. All other marks carry meaning (vowels of Thai and of Indian scripts, the Japanese voicing mark).
 */
const OPTIONAL_MARKS = [
  ACCENTS,
  // Hebrew
  '\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7',
  // Arabic
  '\\u0610-\\u061a\\u0640\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed',
].join('');
const LEFT_OUT = leftOut(OPTIONAL_MARKS);

/** Letters that Unicode calls apostrophes or primes of one kind or another: they part words, as ' and ’ do. */
const APOSTROPHES = /[\u02b9-\u02bd\u02c8]/g;

/** Where a word such as `camelCase`, `HTTPServer` or `utf8Text` starts a new one. */
const HUMPED = /.\p{Lu}/u;
const HUMP = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu;

// Every code unit is at most 7 bits: what most documents are made of needs no normalization.
// eslint-disable-next-line no-control-regex -- control characters are part of the range
const ASCII = /^[\x00-\x7f]*$/;

/** A text as searches compare it, with more marks and letters left out than filters do, whose texts are kept folded: without case, optional marks, invisible characters and typographic variants (ﬁ, Ａ, ①). */
export function foldForSearch(text: string): string {
  return withoutCase(withoutMarks(text));
}

/** A stretch of a text that is searched for as one: a word, or a run of a script without spaces. Folded. */
export interface Piece {
  readonly text: string;
  readonly isRun: boolean;
}

/** The words and runs of a text, in order, cut at everything that is no letter, digit or mark. */
export function pieces(text: string): Piece[] {
  return Array.from(withoutMarks(text).matchAll(PIECE), (match) =>
    match[1] === undefined
      ? { text: cut(withoutCase(match[0])), isRun: false }
      : { text: withoutCase(match[0]), isRun: true },
  );
}

/**
 * The terms under which a text is found, in order, repeats included: its words, what follows a hump in a word
 * (`userName` also gives `name`), and the characters and pairs of its runs.
 * @param onRun is told every run
 */
export function terms(text: string, onRun?: (run: string) => void): string[] {
  const found: string[] = [];
  for (const match of withoutMarks(text).matchAll(PIECE)) {
    if (match[1] === undefined) {
      addWord(found, match[0]);
    } else {
      const run = withoutCase(match[0]);
      onRun?.(run);
      addRun(found, run);
    }
  }
  return found;
}

/** The terms which all stand in every text that holds this run: the pairs of its characters, or its only character. */
export function runTerms(run: string): string[] {
  const characters = Array.from(run);
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => (characters[index] ?? '') + character);
}

/** The position (in UTF-16 units) itself, or the one before it when it is inside a character. */
export function characterStart(text: string, position: number): number {
  const code = text.charCodeAt(position);
  return code >= 0xdc00 && code <= 0xdfff ? position - 1 : position;
}

function addWord(found: string[], word: string): void {
  found.push(cut(withoutCase(word)));
  if (!HUMPED.test(word)) return;
  // Without this bound, a word of nothing but humps would cost the square of its length.
  const start = cut(word);
  for (const hump of start.matchAll(HUMP)) found.push(withoutCase(start.slice(hump.index)));
}

function addRun(found: string[], run: string): void {
  let last = '';
  for (const character of run) {
    found.push(character);
    if (last !== '') found.push(last + character);
    last = character;
  }
}

function withoutMarks(text: string): string {
  if (ASCII.test(text)) return text;
  // Composed again at the end, which puts Japanese voicing marks and Korean syllables back together.
  return text.normalize('NFKD').replace(LEFT_OUT, '').replace(APOSTROPHES, "'").normalize('NFC');
}

function withoutCase(text: string): string {
  const lower = text.toLowerCase();
  return ASCII.test(lower) ? lower : spellOut(lower).replaceAll('ŋ', 'n');
}

function cut(word: string): string {
  return word.length <= LONGEST_TERM ? word : word.slice(0, characterStart(word, LONGEST_TERM));
}
