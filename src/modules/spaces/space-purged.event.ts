/** A space is gone for good, with everything in it, in the transaction that is under way. */
export class SpacePurged {
  constructor(readonly spaceId: string) {}
}
