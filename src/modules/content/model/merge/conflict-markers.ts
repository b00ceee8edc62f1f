/** The words behind the markers tell them from a text that only shows what markers look like. */
const BEGINNING = '<<<<<<< change request';
const SEPARATION = '=======';
const END = '>>>>>>> main content';

/** Lines as they stand on the branch and in the main content, for a person to choose from. */
export function conflictLines(branch: readonly string[], main: readonly string[]): string[] {
  return [BEGINNING, ...branch, SEPARATION, ...main, END];
}

/**
 * Whether a contradiction is still to be resolved: a marker stands, whole or as the rest of one, more often than before.
 * @param before the page in the base, where such a line may belong to the text
 */
export function hasConflictMarkers(markdown: string, before: string | null): boolean {
  return [BEGINNING, END].some((marker) => occurrences(markdown, marker) > occurrences(before ?? '', marker));
}

function occurrences(markdown: string, marker: string): number {
  let count = 0;
  for (let index = markdown.indexOf(marker); index >= 0; index = markdown.indexOf(marker, index + marker.length)) {
    const lineBegins = index === 0 || isLineEnd(markdown[index - 1]);
    const after = markdown[index + marker.length];
    if (lineBegins && (after === undefined || isLineEnd(after))) count += 1;
  }
  return count;
}

function isLineEnd(character: string | undefined): boolean {
  return character === '\n' || character === '\r';
}
