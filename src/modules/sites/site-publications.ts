import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Database, type Statement } from '../../kernel/database/database.js';
import type { PlacedSpace } from '../spaces/placed-space.js';
import { type SpacePublication, SpacePublications } from '../spaces/space-facts.js';
import { type AddressedSite, SiteUrls } from './site-urls.js';
import type { SiteVisibility } from './site.entity.js';

interface Row extends AddressedSite {
  readonly spaceId: string;
  readonly visibility: SiteVisibility;
  readonly sectionPath: string | null;
  readonly path: string;
}

/** Of each space the most open published site that shows it; of equally open ones the oldest. */
const PUBLICATIONS: Statement = {
  name: 'sites_publications',
  text: `
    SELECT DISTINCT ON (p.space_id) p.space_id AS "spaceId", p.path, section.path AS "sectionPath", s.visibility, s.id, s.published,
      s.organization_id AS "organizationId", o.hostname AS "organizationHostname", s.hostname, s.basename, s.proxy
    FROM site_spaces p
    JOIN sites s ON s.id = p.site_id AND s.published
    JOIN organizations o ON o.id = s.organization_id
    LEFT JOIN site_sections section ON section.id = p.section_id
    WHERE p.space_id = ANY ($1)
    ORDER BY p.space_id, array_position('{public,unlisted,share-link,visitor-auth}'::text[], s.visibility), s.created_at, s.id, p.id`,
};

/** What spaces tell of the sites that publish them. */
@Injectable()
export class SitePublications extends SpacePublications {
  constructor(
    private readonly db: Database,
    private readonly urls: SiteUrls,
  ) {
    super();
  }

  override async resolve(_: Actor, spaces: readonly Pick<PlacedSpace, 'id'>[]): Promise<(SpacePublication | undefined)[]> {
    const rows = await this.db.query<Row>(PUBLICATIONS, [[...new Set(spaces.map(({ id }) => id))]]);
    const publications = new Map(rows.map((row) => [row.spaceId, this.publication(row)]));
    return spaces.map(({ id }) => publications.get(id));
  }

  private publication(row: Row): SpacePublication {
    const paths = row.sectionPath === null ? [row.path] : [row.sectionPath, row.path];
    return { visibility: row.visibility, url: this.urls.of(row, undefined, ...paths) };
  }
}
