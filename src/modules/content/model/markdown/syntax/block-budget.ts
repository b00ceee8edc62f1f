import { type HiddenCharacters, hideCharacters } from './hidden-characters.js';

/** How deep quotes, lists and footnotes may contain each other; list levels count by their indentation. */
const MAX_CONTAINERS = 24;
/** Units of work that one page's closing of containers may cost: thousands of quotes in a page of ten thousand lines. */
const PAGE_BUDGET = 15_000_000;
/** Cells that one line of a table may have: the table's tokens are sorted in by copying all that follow. */
export const MAX_CELLS = 500;
/** Definitions of link addresses in a page. */
export const MAX_DEFINITIONS = 2_000;

const MARKER = />|(?:[*+-]|\d{1,9}[.)])(?=[ \t\r\n]|$)|\[\^[^\]\s]{1,999}\]:/y;
const DEFINITION = /\[(?!\^)(?:[^\]\\]|\\.){1,999}\]:/sy;
const UNDERLINE = /(?:=+|-+)[ \t]*(?=[\r\n]|$)/y;
const LINE_END = /\r\n|[\r\n]/g;

/**
 * Some things of the block tokenizer aren't linear. It recurses by containers, so a line such as a
 * thousand `>` would overflow its stack. And closing a quote or list, a line that goes on lazily in one,
 * and a heading by underline each cost as much as there was before them.
 *
 * A line can be at most as deep as it has markers and pairs of indenting columns before its text; beyond
 * the limit a marker's first character is hidden. Once the page's budget is spent, all markers and
 * indents are, beginning with the run of lines that spent it: they are then text without containers.
 * Bars between more cells than anyone has in a line, and definitions by the thousand, are hidden, too.
 * Lines of code are looked at, too, which does no harm, because the hidden characters come back in the
 * text.
 */
export function boundBlocks(source: string): HiddenCharacters {
  const scan = new LineScan(source);
  scan.line(0);
  for (const end of source.matchAll(LINE_END)) {
    scan.line(end.index + end[0].length);
  }
  return hideCharacters(source, scan.hidden());
}

class LineScan {
  private readonly excess: number[] = [];
  /** What would have to be hidden of the current run of lines, and is when the budget is spent. */
  private holds: number[] = [];
  private left = PAGE_BUDGET;
  private lines = 0;
  /** Lines since the last blank one. */
  private run = 0;
  /** Column where the text of the last container begins; 0 when none can be open. */
  private contentColumn = 0;
  private definitions = 0;

  constructor(private readonly source: string) {}

  hidden(): number[] {
    const all = this.left < 0 ? [...new Set(this.excess.concat(this.holds))] : this.excess;
    return all.sort((one, other) => one - other);
  }

  line(start: number): void {
    this.lines += 1;
    let at = start;
    let columns = 0;
    let indent = 0;
    let markers = 0;
    for (;;) {
      const character = this.source[at];
      if (character === ' ' || character === '\t') {
        columns += character === '\t' ? 4 : 1;
        at += 1;
        continue;
      }
      UNDERLINE.lastIndex = at;
      if (this.run > 0 && UNDERLINE.test(this.source)) {
        this.left -= this.lines;
        this.holds.push(at);
        break;
      }
      MARKER.lastIndex = at;
      if (!MARKER.test(this.source)) {
        break;
      }
      if (markers === 0) {
        indent = columns;
      }
      markers += 1;
      this.holds.push(at);
      if (markers + (columns - markers) / 2 > MAX_CONTAINERS) {
        this.excess.push(at);
      }
      columns += MARKER.lastIndex - at;
      at = MARKER.lastIndex;
    }
    const blank = isLineEnd(this.source[at]);
    if (at > start && !blank) {
      this.holds.push(start);
    }
    this.boundText(at);
    this.charge(markers, markers === 0 ? columns : indent, columns, blank);
  }

  /** What follows the line's markers. */
  private boundText(start: number): void {
    DEFINITION.lastIndex = start;
    if (DEFINITION.test(this.source)) {
      this.definitions += 1;
      if (this.definitions > MAX_DEFINITIONS) {
        this.excess.push(start);
      }
    }
    let bars = 0;
    for (let at = start; !isLineEnd(this.source[at]); at += 1) {
      if (this.source[at] === '|') {
        bars += 1;
        if (bars > MAX_CELLS) {
          this.excess.push(at);
        }
      }
    }
  }

  private charge(markers: number, indent: number, columns: number, blank: boolean): void {
    if (markers > 0) {
      this.contentColumn = Math.max(columns, 1);
    } else if (this.contentColumn > 0) {
      if (this.run > 0) {
        // A blank line closes quotes; another one may go on lazily.
        this.left -= blank ? this.lines : this.run;
      } else if (!blank && indent < this.contentColumn) {
        this.left -= this.lines;
        this.contentColumn = indent;
      }
    }
    const endsRun = blank && markers === 0;
    this.run = endsRun ? 0 : this.run + 1;
    if (endsRun && this.left >= 0) {
      this.holds = [];
    }
  }
}

function isLineEnd(character: string | undefined): boolean {
  return character === undefined || character === '\n' || character === '\r';
}
