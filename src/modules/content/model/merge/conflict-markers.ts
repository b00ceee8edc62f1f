/** The words behind the markers tell them from a text that only shows what markers look like. */
const BEGINNING = '<<<<<<< change request';
const SEPARATION = '=======';
const END = '>>>>>>> main content';

/** Lines as they stand on the branch and in the main content, for a person to choose from. */
export function conflictLines(branch: readonly string[], main: readonly string[]): string[] {
  return [BEGINNING, ...branch, SEPARATION, ...main, END];
}

/**
 * The markers at the beginnings of lines, also as they are left where an editor took them for markup: seven signs before the
 * line of equals signs become a heading, or a quotation in quotations.
 */
const STANDING = [/^[ \t]*(?:#{1,6} |> ?)*(?:\\?<){7} change request(?!\w)/gm, /^[ \t]*(?:\\?> ?){7}main content(?!\w)/gm];

/**
 * Whether a contradiction is still to be resolved: a marker stands, whole or as the rest of one, more often than before.
 * @param before the page in the base, where such a line may belong to the text
 */
export function hasConflictMarkers(markdown: string, before: string | null): boolean {
  return STANDING.some((marker) => occurrences(markdown, marker) > occurrences(before ?? '', marker));
}

function occurrences(markdown: string, marker: RegExp): number {
  return markdown.match(marker)?.length ?? 0;
}
