import type { ContentSource } from '../../spaces/placed-space.js';

/** The line of a space's main content. */
export const MAIN_LINE = 'main';

/** A line over the main content at one of its revisions. */
export interface StateOver {
  /** Of the revision on the line; 0 before its first. */
  readonly number: number;
  /** Number of the main content's revision that shows through wherever the line has nothing of its own. */
  readonly base: number;
  /** The revision that this is. */
  readonly revisionId: string;
  /** The space that has the revision, where it is another than the one that has the rows. */
  readonly home?: string;
}

/** A state of a line of content. */
export interface LineState {
  readonly spaceId: string;
  readonly line: string;
  /** Absent for the main content, which is read as it is newest. */
  readonly over?: StateOver;
}

export function mainState(spaceId: string): LineState {
  return { spaceId, line: MAIN_LINE };
}

/** Of the main content as it was: no line, so nothing lies over it. */
export const NO_LINE = '';

/** The main content as it was at one of its revisions. */
export function pastState(spaceId: string, base: number, revisionId: string): Required<LineState> {
  return { spaceId, line: NO_LINE, over: { number: 0, base, revisionId } };
}

/** The newest content of a duplicate that has no rows of its own yet: that of its original as it was when it was made. */
export function duplicateState(spaceId: string, { id, number }: ContentSource, revisionId: string): Required<LineState> {
  return { spaceId: id, line: MAIN_LINE, over: { number: 0, base: number, revisionId, home: spaceId } };
}

/** A revision as the database has it: where it is on its line, and what it lies over. */
export interface StoredPlace {
  readonly id: string;
  readonly line: string;
  readonly number: number;
  /** Null on the main line. */
  readonly base: number | null;
}

/** The content of a revision. */
export function revisionState(spaceId: string, { id, line, number, base }: StoredPlace): Required<LineState> {
  return base === null ? pastState(spaceId, number, id) : { spaceId, line, over: { number, base, revisionId: id } };
}
