/** What surrounds a text that is to be written as Markdown. */
export interface TextPlace {
  /** Whether it begins a line of a paragraph. */
  lineStart: boolean;
  /** Whether it ends the paragraph. */
  lineEnd: boolean;
  /** Headings and cells are one line: breaks are tags there. */
  oneLine: boolean;
}

const SPECIAL = /[\\`*[\]<|]|~(?=~)|(?<=~)~|\$(?=\$)|(?<=\$)\$|\{(?=%)|&(?=[#a-z])|!(?=\[|$)|(?<=[\w.+-])@|(?<=https?):(?=\/\/)|(?<=www)\./gi;
const UNDERSCORE = /_/g;
const BLANKS = /[ \t\n]+/g;
const LINE_START = /^(?:[#>=+-]|:(?=-))|^(\d{1,9})([.)])/gm;
const HASH = /#/g;
const ALPHANUMERIC = /[\p{L}\p{N}]/u;

/** Plain text as Markdown that reads as just that text. */
export function escapeMarkdown(text: string, place: TextPlace): string {
  let escaped = text.replace(SPECIAL, '\\$&').replace(UNDERSCORE, (_, at: number, whole: string) => {
    const inWord = ALPHANUMERIC.test(whole.charAt(at - 1)) && ALPHANUMERIC.test(whole.charAt(at + 1));
    return inWord ? '_' : '\\_';
  });
  if (place.oneLine) {
    escaped = escaped.replace(HASH, '\\#');
  }
  if (!place.oneLine) {
    escaped = escapeLineStarts(escaped, place.lineStart);
  }
  return escaped.replace(BLANKS, (blanks, at: number, whole: string) => escapeBlanks(blanks, at, whole, place));
}

function escapeLineStarts(text: string, lineStart: boolean): string {
  const escape = (match: string, digits: string | undefined, mark: string | undefined, at: number): string =>
    at === 0 && !lineStart ? match : digits === undefined ? `\\${match}` : `${digits}\\${mark ?? ''}`;
  return text.replace(LINE_START, escape);
}

/** Blanks at the edges of a line are dropped by readers of Markdown unless they are written as references. */
function escapeBlanks(blanks: string, at: number, whole: string, place: TextPlace): string {
  const atStart = at === 0 && place.lineStart;
  const atEnd = at + blanks.length === whole.length && place.lineEnd;
  const hasBreak = blanks.includes('\n');
  if (!atStart && !atEnd && !hasBreak) {
    return blanks;
  }
  // A break at the paragraph's very end is a tag: a backslash would be text there.
  const tagsFrom = place.oneLine ? 0 : atEnd ? Math.max(blanks.lastIndexOf(' '), blanks.lastIndexOf('\t')) + 1 : blanks.length;
  return [...blanks]
    .map((blank, index) => {
      if (blank === '\n') {
        return index >= tagsFrom ? '<br>' : '\\\n';
      }
      return blank === '\t' ? '&#x9;' : '&#x20;';
    })
    .join('');
}

/** Text or a quoted attribute's value in HTML; vertical bars too, since it may stand in a cell. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"|\n\r]/g, (character) => `&#${String(character.charCodeAt(0))};`);
}

const PLAIN_DESTINATION = /^[^\s<>()\\&|*_[\]`$~{\p{Cc}]+$/u;

/** Address of a link in Markdown. */
export function destination(address: string): string {
  if (PLAIN_DESTINATION.test(address)) {
    return address;
  }
  const escaped = address.replace(/[\\<>&|]/g, '\\$&').replace(/[\r\n]/g, (character) => `&#${String(character.charCodeAt(0))};`);
  return `<${escaped}>`;
}

/** Title of a link in Markdown, quotes included, with a blank before it; nothing when there is none. */
export function linkTitle(title: unknown): string {
  if (typeof title !== 'string' || title === '') {
    return '';
  }
  return ` "${title.replace(/["\\&|]/g, '\\$&').replace(/[\r\n]/g, (character) => `&#${String(character.charCodeAt(0))};`)}"`;
}
