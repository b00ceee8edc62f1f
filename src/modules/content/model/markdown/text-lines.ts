const WHITE_SPACE = /\s+/g;
const BLANKS = /[ \t\r\n]+/g;
const LINE_END = /[\r\n]/;

/** Line ends, with the blanks around them, become one blank; other white space stays as it is. */
export function joinLines(text: string): string {
  return text.replace(BLANKS, (blanks) => (LINE_END.test(blanks) ? ' ' : blanks));
}

/** Without white space at the ends, and with single blanks between words. */
export function collapse(text: string): string {
  return text.replace(WHITE_SPACE, ' ').trim();
}
