import type {} from 'pdfkit';
import { fontFile, type FontName } from './font-files.js';

export interface FontStyle {
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly mono?: boolean;
}

/** What is written with one font. */
export interface FontRun {
  readonly font: FontName;
  readonly start: number;
  readonly end: number;
}

/** A character with everything that belongs to it: marks, joiners with what they join, variation selectors, skin tones. */
// eslint-disable-next-line no-misleading-character-class -- each of them is meant by itself
const CLUSTER = /\r\n|[\u{1F1E6}-\u{1F1FF}]{2}|[^](?:[\p{M}\u200C\uFE00-\uFE0F\u{1F3FB}-\u{1F3FF}]|\u200D\P{Z})*/gu;
/** Drawn as nothing when no font has it. */
const INVISIBLE = /^[\p{Cf}\p{Cc}\p{Z}\uFE00-\uFE0F]+$/u;

/** Finds fonts for characters, and gives them to a PDF as they come to be used. */
export class FontBook {
  private readonly known = new Map<string, FontName>();
  private readonly registered = new Set<FontName>();

  /** @param text of the whole book: it tells which of the languages that share characters it is in */
  constructor(
    private readonly pdf: PDFKit.PDFDocument,
    text: string,
  ) {
    this.ideographs = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) ? ['japanese', 'chinese', 'korean'] : /\p{Script=Hangul}/u.test(text) ? ['korean', 'chinese', 'japanese'] : ['chinese', 'japanese', 'korean'];
  }

  private readonly ideographs: readonly ('japanese' | 'chinese' | 'korean')[];

  runs(text: string, style: FontStyle): FontRun[] {
    const runs: FontRun[] = [];
    let last: { font: FontName; start: number; end: number } | undefined;
    for (const { 0: cluster, index } of text.matchAll(CLUSTER)) {
      const end = index + cluster.length;
      // The space between emoji is as wide as they are.
      const font = last !== undefined && last.font !== 'emoji' && INVISIBLE.test(cluster) ? last.font : this.fontOf(cluster, style);
      if (last?.font === font) last.end = end;
      else runs.push((last = { font, start: index, end }));
    }
    return runs;
  }

  /** Makes it the PDF's current font. */
  use(font: FontName, size: number): void {
    if (!this.registered.has(font)) {
      this.pdf.registerFont(font, fontFile(font).bytes);
      this.registered.add(font);
    }
    this.pdf.font(font, size);
  }

  /**
   * To be called when all is written. Readers turn a text from right to left round character by character, also
   * those that one glyph stands for; so these are named in the order in which that makes them right.
   */
  finish(): void {
    for (const font of this.registered) {
      this.use(font, 1);
      for (const codePoints of this.pdf._font.unicode) if (codePoints !== undefined && codePoints.length > 1 && codePoints.every(isRightToLeft)) codePoints.reverse();
    }
  }

  private fontOf(cluster: string, style: FontStyle): FontName {
    const key = `${style.bold === true ? 'b' : ''}${style.italic === true ? 'i' : ''}${style.mono === true ? 'm' : ''} ${cluster}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const font = this.findFont(cluster, style);
    this.known.set(key, font);
    return font;
  }

  private findFont(cluster: string, style: FontStyle): FontName {
    const first = mainFont(style);
    const codePoints = [...cluster].filter((character) => !INVISIBLE.test(character)).map((character) => character.codePointAt(0) ?? 0);
    const covers = (name: FontName): boolean => codePoints.every((codePoint) => fontFile(name).font.hasGlyphForCodePoint(codePoint));
    // Looked at in this order, so that a text in Latin letters opens none of the large ones.
    return [first, ...this.otherFonts(style)].find(covers) ?? first;
  }

  private otherFonts(style: FontStyle): FontName[] {
    const bold = style.bold === true;
    const ideographs = this.ideographs.map((name): FontName => (bold ? `${name}-bold` : name));
    return [...(style.mono === true ? [mainFont({ bold })] : []), bold ? 'hebrew-bold' : 'hebrew', bold ? 'arabic-bold' : 'arabic', 'emoji', ...ideographs, 'mono'];
  }
}

function mainFont({ bold = false, italic = false, mono = false }: FontStyle): FontName {
  if (mono) return bold ? 'mono-bold' : 'mono';
  return bold ? (italic ? 'sans-bold-italic' : 'sans-bold') : italic ? 'sans-italic' : 'sans';
}

function isRightToLeft(codePoint: number): boolean {
  return /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(String.fromCodePoint(codePoint));
}

/** Characters with what belongs to each. */
export function clusters(text: string): string[] {
  return text.match(CLUSTER) ?? [];
}
