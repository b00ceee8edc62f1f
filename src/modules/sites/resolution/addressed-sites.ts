import { Injectable } from '@nestjs/common';
import { Config } from '../../../kernel/config/config.js';
import { Database, type Statement } from '../../../kernel/database/database.js';
import { proxiesOf, readAddress, type SiteAddress } from './site-address.js';

/** The site that an address leads to. */
export interface AddressedSiteRow {
  readonly siteId: string;
  readonly organizationId: string;
  /** How many parts of the address's path lead to the site. */
  readonly consumed: number;
  /** The address names the organization alone, whose default content the site is. */
  readonly isDefault: boolean;
}

/**
 * By the service's own address, or else by the longest proxy, of which a host of its own is the shortest; published
 * ones before others. $1 host, $2 proxies, $3 organization, $4 site (null: the default one), $5 parts of the own address
 */
const FIND: Statement = {
  name: 'sites_addressed',
  text: `
    SELECT found.* FROM (
      SELECT s.id AS "siteId", s.organization_id AS "organizationId", 0 AS consumed, false AS "isDefault", s.published, 2 AS way FROM sites s WHERE s.hostname = $1
      UNION ALL
      SELECT s.id, s.organization_id, proxy.number::integer, false, s.published, 2
      FROM unnest($2::text[]) WITH ORDINALITY AS proxy (name, number) JOIN sites s ON s.proxy = proxy.name
      UNION ALL
      SELECT s.id, s.organization_id, $5::integer, $4::text IS NULL, s.published, 1
      FROM organizations o JOIN sites s ON s.organization_id = o.id AND (CASE WHEN $4::text IS NULL THEN s.id = o.default_content_site ELSE s.basename IN ($4, normalize($4)) OR s.id = $4 END)
      WHERE o.hostname = $3 OR o.id = $3
    ) found ORDER BY way, published DESC, consumed DESC, "siteId" LIMIT 1`,
};

/** Tells sites by their addresses, without regard to any caller. */
@Injectable()
export class AddressedSites {
  constructor(
    private readonly config: Config,
    private readonly db: Database,
  ) {}

  async find(url: string): Promise<{ address: SiteAddress; row: AddressedSiteRow } | undefined> {
    const address = readAddress(url, this.config.publicUrl);
    if (address === undefined) return undefined;
    const { host, own } = address;
    const [row] = await this.db.query<AddressedSiteRow>(FIND, [host, proxiesOf(address), own?.organization ?? null, own?.site ?? null, own?.consumed ?? 0]);
    return row && { address, row };
  }

  /** Whether it is an address of the application, and of no site that this service shows. */
  isOfApplication(url: string): boolean {
    const { appUrl, publicUrl } = this.config;
    return readAddress(url, publicUrl)?.own === undefined && (url === appUrl || url.startsWith(`${appUrl}/`));
  }
}
