/** A change request became part of the main content, in the transaction that is under way. */
export class ChangeRequestMerged {
  constructor(
    readonly spaceId: string,
    readonly changeRequestId: string,
    /** Of the main content; the one before where the change request changed nothing. */
    readonly revisionId: string,
    readonly mergedBy: string,
  ) {}
}
