/**
 * A site is to become the default content of an organization, in the transaction that is under way. Whoever owns
 * sites says that the organization has it; a site that nobody knows is refused.
 */
export class DefaultSiteChosen {
  known = false;

  constructor(
    readonly organizationId: string,
    readonly siteId: string,
  ) {}
}
