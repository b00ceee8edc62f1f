import bidiFactory from 'bidi-js';
import LineBreaker from 'linebreak';
import { clusters } from './font-book.js';
import type { FontName } from './font-files.js';
import type { Measure } from './measure.js';
import type { TextStyle } from './text-style.js';

const bidi = bidiFactory();

/** A text in one style. A line end in it is a line break that the author wants. */
export interface Span {
  readonly text: string;
  readonly style: TextStyle;
}

/** What is drawn at once: one font, one style, one direction. */
export interface Piece {
  /** In logical order. */
  readonly text: string;
  readonly style: TextStyle;
  readonly font: FontName;
  readonly isRightToLeft: boolean;
  /** Distance from the left edge of the line. */
  readonly left: number;
  readonly width: number;
}

export interface Line {
  /** In logical order: whoever takes the text out of the PDF gets it as it is drawn. */
  readonly pieces: readonly Piece[];
  readonly width: number;
  /** Largest size of a character in it. */
  readonly size: number;
  /** How far pictures rise above its letters. */
  readonly rise: number;
  readonly isRightToLeft: boolean;
}

interface Run {
  readonly start: number;
  readonly end: number;
  readonly style: TextStyle;
  readonly font: FontName;
  readonly level: number;
}

/** Breaks spans into lines of a width, by the Unicode algorithms for line breaks and for text of both directions. */
export function textLines(spans: readonly Span[], width: number, measure: Measure): Line[] {
  const text = spans.map((span) => span.text).join('');
  const isRightToLeft = startsRightToLeft(text);
  const lines: Line[] = [];
  let start = 0;
  for (const part of text.split('\n')) {
    const end = start + part.length;
    lines.push(...paragraphLines(cutSpans(spans, start, end), width, isRightToLeft, measure));
    start = end + 1;
  }
  return lines;
}

/** By the first letter that has a direction. */
export function startsRightToLeft(text: string): boolean {
  const letter = /[\p{L}]/u.exec(text)?.[0];
  return letter !== undefined && ['R', 'AL'].includes(bidi.getBidiCharTypeName(letter));
}

function cutSpans(spans: readonly Span[], start: number, end: number): Span[] {
  const cut: Span[] = [];
  let position = 0;
  for (const { text, style } of spans) {
    const part = text.slice(Math.max(0, start - position), Math.max(0, end - position));
    if (part !== '') cut.push({ text: part, style });
    position += text.length;
  }
  const [first] = spans;
  return cut.length === 0 && first !== undefined ? [{ text: '', style: first.style }] : cut;
}

function paragraphLines(spans: readonly Span[], width: number, isRightToLeft: boolean, measure: Measure): Line[] {
  const text = spans.map((span) => span.text).join('');
  const runs = runsOf(spans, text, isRightToLeft, measure);
  const widthOf = (start: number, end: number): number =>
    runsWithin(runs, start, end).reduce((sum, run) => sum + measure.width(text.slice(run.start, run.end), run.style, run.font), 0);
  return breakText(text, width, widthOf).map(({ start, end }) => lineOf(text, runs, start, end, isRightToLeft, measure, spans));
}

/** The runs between two places of the text, cut there. */
function runsWithin(runs: readonly Run[], start: number, end: number): Run[] {
  let low = 0;
  let high = runs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((runs[middle]?.end ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  const within: Run[] = [];
  for (let run = runs[low]; run !== undefined && run.start < end; run = runs[(low += 1)]) {
    within.push({ ...run, start: Math.max(run.start, start), end: Math.min(run.end, end) });
  }
  return within;
}

function runsOf(spans: readonly Span[], text: string, isRightToLeft: boolean, measure: Measure): Run[] {
  const { levels } = bidi.getEmbeddingLevels(text, isRightToLeft ? 'rtl' : 'ltr');
  const runs: Run[] = [];
  let offset = 0;
  for (const span of spans) {
    for (const { font, start, end } of measure.fonts.runs(span.text, span.style)) {
      let from = start;
      for (let index = start + 1; index <= end; index += 1) {
        if (index < end && levels[offset + index] === levels[offset + from]) continue;
        runs.push({ start: offset + from, end: offset + index, style: span.style, font, level: levels[offset + from] ?? 0 });
        from = index;
      }
    }
    offset += span.text.length;
  }
  return runs;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** As much on each line as fits; a word that is wider than a line is broken between characters. */
function breakText(text: string, width: number, widthOf: (start: number, end: number) => number): Range[] {
  const ranges: Range[] = [];
  let start = 0;
  let filled = 0;
  let end = 0;
  const finish = (): void => {
    ranges.push({ start, end });
    start = end;
    filled = 0;
  };
  for (const stop of breaks(text)) {
    const word = text.slice(end, stop);
    const wordWidth = widthOf(end, end + word.trimEnd().length);
    if (filled + wordWidth > width && end > start) finish();
    if (wordWidth > width) {
      for (const cluster of clusters(word)) {
        const clusterWidth = widthOf(end, end + cluster.length);
        if (filled + clusterWidth > width && end > start && cluster.trim() !== '') finish();
        filled += clusterWidth;
        end += cluster.length;
      }
    } else {
      filled += widthOf(end, stop);
      end = stop;
    }
  }
  if (end > start || ranges.length === 0) finish();
  return ranges;
}

function breaks(text: string): number[] {
  const breaker = new LineBreaker(text);
  const stops: number[] = [];
  for (let next = breaker.nextBreak(); next !== null; next = breaker.nextBreak()) stops.push(next.position);
  return stops;
}

function lineOf(text: string, runs: readonly Run[], start: number, rawEnd: number, isRightToLeft: boolean, measure: Measure, spans: readonly Span[]): Line {
  const end = start + text.slice(start, rawEnd).trimEnd().length;
  let width = 0;
  const placed = visualOrder(runsWithin(runs, start, end)).map((run) => {
    const pieceText = text.slice(run.start, run.end);
    const piece: Piece = { text: pieceText, style: run.style, font: run.font, isRightToLeft: run.level % 2 === 1, left: width, width: measure.width(pieceText, run.style, run.font) };
    width += piece.width;
    return { start: run.start, piece };
  });
  const pieces = placed.sort((one, other) => one.start - other.start).map(({ piece }) => piece);
  const styles = (pieces.length > 0 ? pieces : spans).map(({ style }) => style);
  const size = Math.max(...styles.map((style) => style.size));
  const rise = Math.max(0, ...styles.map(({ image }) => (image === undefined ? 0 : image.height - size)));
  return { pieces, width, size, rise, isRightToLeft };
}

/** Rule L2 of the Unicode Bidirectional Algorithm, on runs instead of characters. */
function visualOrder(runs: readonly Run[]): Run[] {
  const ordered = [...runs];
  const highest = Math.max(0, ...ordered.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) {
    for (let from = 0; from < ordered.length; from += 1) {
      let to = from;
      while (to < ordered.length && (ordered[to]?.level ?? 0) >= level) to += 1;
      if (to > from) ordered.splice(from, to - from, ...ordered.slice(from, to).reverse());
      from = to;
    }
  }
  return ordered;
}

/** A text for a font that writes letters of its scripts from right to left by itself, and everything else from left to right. */
export function writtenText({ text, isRightToLeft }: Pick<Piece, 'text' | 'isRightToLeft'>): string {
  const mirrored = isRightToLeft ? [...text].map((character) => bidi.getMirroredCharacter(character) ?? character).join('') : text;
  const script = /[^\p{Script=Common}\p{Script=Inherited}]/u.exec(mirrored)?.[0] ?? '';
  const turnsByItself = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(script);
  return turnsByItself === isRightToLeft ? mirrored : clusters(mirrored).reverse().join('');
}
