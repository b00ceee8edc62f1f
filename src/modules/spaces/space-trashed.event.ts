/**
 * A space goes into the trash, in the transaction that is under way. A handler that can't let it go throws.
 */
export class SpaceTrashed {
  constructor(readonly spaceId: string) {}
}
