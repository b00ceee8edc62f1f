import { pieces, runTerms, type Piece } from './search-text.js';

/** What a lexeme says of its term: the character before the term. */
export const PLACE = { anywhere: '/', title: '^', heading: '#' } as const;

/** A lexeme of these tells how often its term stands in the page: at least so often, and less than the next. */
export const FREQUENCIES = [2, 4, 8] as const;

/** Only the first pieces of a query count for the order of its hits: each one costs look-ups. */
const RANKED_PIECES = 8;

/**
 * Long words tend to be rare: two narrow down best. More of them cost more than they save, and the start of a short
 * word is that of so many words that it saves nothing.
 */
const NARROWING_PIECES = 2;
const NARROWING_LENGTH = 3;

/**
 * Points that a piece of the query gives a page. Each kind outweighs all pieces' points of the kinds below it
 * (8 pieces at most), so hits are ordered by the pieces in their title, then by whole words in their title,
 * pieces in their headings, whole words anywhere, and last by frequency.
 */
const POINTS = { title: 1 << 17, wholeInTitle: 1 << 13, heading: 1 << 9, whole: 1 << 5 } as const;

/** Adds up to the rank of a page: `points` for each page that `query` (a tsquery) matches. */
export interface Score {
  readonly query: string;
  readonly points: number;
}

interface SoughtPiece extends Piece {
  /** The word as a whole, not only as the start of one. */
  readonly isWhole?: boolean;
}

/** A query as it is looked for: a page matches when each piece is in it, a word as the start of a word, a run as it stands. */
export class ParsedQuery {
  private constructor(readonly pieces: readonly Piece[]) {}

  /** Undefined when there is nothing to look for: no letter and no digit. */
  static parse(text: string): ParsedQuery | undefined {
    const found = withoutImplied(pieces(text));
    return found.length === 0 ? undefined : new ParsedQuery(found);
  }

  /** Runs that their pairs of characters alone don't tell: 中国人 and 国中国人 have the same. */
  get runsToVerify(): string[] {
    return this.pieces.filter((piece) => piece.isRun && runTerms(piece.text).length > 1).map((piece) => piece.text);
  }

  /** A tsquery: every piece is there. `key` is what the lexemes start with. */
  all(key: string): string {
    return this.pieces.map((piece) => condition(key, PLACE.anywhere, piece)).join(' & ');
  }

  /** A tsquery: every piece is in the title. */
  allInTitle(key: string): string {
    return this.pieces.map((piece) => condition(key, PLACE.title, piece)).join(' & ');
  }

  /** A tsquery: one of the pieces is there at least. */
  any(key: string): string {
    return this.pieces.map((piece) => condition(key, PLACE.anywhere, piece)).join(' | ');
  }

  /** A tsquery: one of the pieces is in a heading at least. */
  anyInHeading(key: string): string {
    return this.pieces.map((piece) => condition(key, PLACE.heading, piece)).join(' | ');
  }

  /** The smallest tsqueries that all have to match somewhere in a page. */
  each(key: string): string[] {
    return this.pieces.flatMap((piece) => operands(key, PLACE.anywhere, piece));
  }

  scores(key: string): Score[] {
    const ranked = this.pieces.slice(0, RANKED_PIECES);
    // Leaves few pages to look at where a frequent word stands beside a rare one.
    const narrowing = ranked
      .filter((piece) => piece.isRun || piece.text.length >= NARROWING_LENGTH)
      .sort((a, b) => b.text.length - a.text.length)
      .slice(0, NARROWING_PIECES);
    return ranked.flatMap((piece) => {
      const others = narrowing.filter((other) => other !== piece).map((other) => condition(key, PLACE.anywhere, other));
      return scoresOf(key, piece).map(({ query, points }) => ({ query: [query, ...others].join(' & '), points }));
    });
  }
}

function scoresOf(key: string, piece: Piece): Score[] {
  const whole = { ...piece, isWhole: true };
  return [
    { query: condition(key, PLACE.title, piece), points: POINTS.title },
    { query: condition(key, PLACE.title, whole), points: POINTS.wholeInTitle },
    { query: condition(key, PLACE.heading, piece), points: POINTS.heading },
    { query: condition(key, PLACE.anywhere, whole), points: POINTS.whole },
    ...FREQUENCIES.map((frequency, index) => ({ query: condition(key, String(frequency), whole), points: index + 1 })),
  ];
}

/** Leaves out every piece that is there whenever another one is. */
function withoutImplied(all: readonly Piece[]): Piece[] {
  const unique = Array.from(new Map(all.map((piece) => [piece.text, piece])).values());
  return unique.filter((piece) => !unique.some((other) => other !== piece && implies(other, piece)));
}

function implies(other: Piece, piece: Piece): boolean {
  if (other.isRun !== piece.isRun) return false;
  return piece.isRun ? other.text.includes(piece.text) : other.text.startsWith(piece.text);
}

function condition(key: string, place: string, piece: SoughtPiece): string {
  return `(${operands(key, place, piece).join(' & ')})`;
}

function operands(key: string, place: string, piece: SoughtPiece): string[] {
  if (piece.isRun) return runTerms(piece.text).map((term) => quoted(key + place + term));
  return [quoted(key + place + piece.text) + (piece.isWhole === true ? '' : ':*')];
}

/** A lexeme as tsquery reads it; terms hold no such characters, keys might. */
function quoted(lexeme: string): string {
  return `'${lexeme.replace(/['\\]/g, '$&$&')}'`;
}
