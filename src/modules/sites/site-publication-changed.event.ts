/** A site went live for its readers, or ceased to, in the transaction that is under way. */
export class SitePublicationChanged {
  constructor(
    readonly organizationId: string,
    readonly siteId: string,
    readonly published: boolean,
  ) {}
}
