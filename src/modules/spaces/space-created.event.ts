/** A space was made, in the transaction that is under way; its content has to make the first, empty revision. */
export class SpaceCreated {
  constructor(
    readonly spaceId: string,
    /** Who made it; absent for the operator. */
    readonly createdBy: string | null,
  ) {}
}
