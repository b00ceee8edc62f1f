/**
 * Collections and spaces have gone to another organization, in the transaction that is under way. What goes with them, or
 * ends, follows in handlers; a handler that can't let them go throws.
 */
export class TargetsTransferred {
  /** @param ids of what was transferred, and of everything inside */
  constructor(readonly ids: readonly string[]) {}
}
