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

/** SQL: how open a site is, the most open ones first; of equally open ones the oldest. */
const ORDER = `array_position('{public,unlisted,share-link,visitor-auth}'::text[], s.visibility), s.created_at, s.id, p.id`;

/** SQL: `Row`s of what published sites show, with what shows it as `p` and the site as `s`. */
const SHOWN = `
  SELECT p.space_id AS "spaceId", p.path, section.path AS "sectionPath", s.visibility, s.id, s.published,
    s.organization_id AS "organizationId", o.hostname AS "organizationHostname", s.hostname, s.basename, s.proxy
  FROM site_spaces p
  JOIN sites s ON s.id = p.site_id AND s.published
  JOIN organizations o ON o.id = s.organization_id
  LEFT JOIN site_sections section ON section.id = p.section_id`;

/** SQL: the `Row` of the most open published site that shows the space. */
function mostOpen(space: string): string {
  return `(${SHOWN} WHERE p.space_id = ${space} ORDER BY ${ORDER} LIMIT 1)`;
}

const PUBLICATIONS: Statement = {
  name: 'sites_publications',
  text: `SELECT shown.* FROM unnest($1::text[]) AS wanted (id) CROSS JOIN LATERAL ${mostOpen('wanted.id')} AS shown`,
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

  override readAlong(space: string): string {
    return `(SELECT row_to_json(shown) FROM ${mostOpen(space)} AS shown)`;
  }

  override async resolve(_: Actor, spaces: readonly Pick<PlacedSpace, 'id' | 'published'>[]): Promise<(SpacePublication | undefined)[]> {
    const others = new Set(spaces.flatMap(({ id, published }) => (published === undefined ? id : [])));
    const rows = others.size === 0 ? [] : await this.db.query<Row>(PUBLICATIONS, [[...others]]);
    const found = new Map(rows.map((row) => [row.spaceId, row]));
    return spaces.map(({ id, published }) => {
      const row = published === undefined ? found.get(id) : (published as Row | null); // as `readAlong` reads it
      return row ? this.publication(row) : undefined;
    });
  }

  private publication(row: Row): SpacePublication {
    const paths = row.sectionPath === null ? [row.path] : [row.sectionPath, row.path];
    return { visibility: row.visibility, url: this.urls.of(row, undefined, ...paths) };
  }
}
