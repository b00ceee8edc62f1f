/**
 * A collection has gone to another organization with everything inside, or a space alone has, in the transaction that is under way.
 * What goes with it follows in handlers; a handler that can't let it go throws.
 */
export class CollectionTransferred {
  constructor(
    /** Of the collection, and of all collections and spaces inside. */
    readonly ids: readonly string[],
    /** The organization that it left. */
    readonly from: string,
    readonly to: string,
  ) {}
}
