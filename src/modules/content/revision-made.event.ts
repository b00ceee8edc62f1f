import type { RevisionType } from './store/content-revision.entity.js';

/**
 * Content has a newer revision, in the transaction that is under way: the main content of a space, or a line over it. A
 * change that changes nothing makes none.
 */
export class RevisionMade {
  constructor(
    readonly spaceId: string,
    /** `MAIN_LINE` for the main content; else the id of what has the line, such as a change request. */
    readonly line: string,
    readonly revisionId: string,
    /** Of the revision on its line. */
    readonly number: number,
    readonly type: RevisionType,
    /** Null for the operator. */
    readonly createdBy: string | null,
  ) {}
}
