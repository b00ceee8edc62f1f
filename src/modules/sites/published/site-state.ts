import type { Database, Statement } from '../../../kernel/database/database.js';
import { type ReadSite, SITE_COLUMNS } from '../read-site.js';

/** A site with what decides whether anything that its readers see is other than before. */
export interface SiteState extends ReadSite {
  readonly visitorKey: string;
  /** Where visitors sign in. */
  readonly visitorFallbackUrl: string | null;
  /** Whether the share key that was asked about is an active one of this site. */
  readonly hasShareKey: boolean;
  /** Another one after every change of the site, of its spaces, or of what else its answers tell. */
  readonly fingerprint: string;
}

/**
 * The site's version covers the site and everything in it. The rest is told by the transactions that wrote last: the
 * organization (its host name and default role), the spaces with their places in the tree, and the other sites that
 * show these spaces (the most open one decides what a space tells of itself).
 */
const STATE: Statement = {
  name: 'sites_state',
  text: `
    SELECT wanted.place::int AS place, state.* FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS wanted (organization_id, id, key, place)
    CROSS JOIN LATERAL (
      SELECT ${SITE_COLUMNS}, s.visitor_key AS "visitorKey", s.visitor_fallback_url AS "visitorFallbackUrl",
        EXISTS (SELECT FROM site_share_links l WHERE l.site_id = s.id AND l.key = wanted.key AND l.active) AS "hasShareKey",
        concat_ws('.', s.id, s.version, o.xmin, shown.hash, elsewhere.hash) AS fingerprint
      FROM sites s
      JOIN organizations o ON o.id = s.organization_id
      CROSS JOIN LATERAL (
        SELECT sum(hashtextextended(concat(p.id, space.xmin, '/', target.xmin), 0)) AS hash
        FROM site_spaces p JOIN spaces space ON space.id = p.space_id JOIN targets target ON target.id = p.space_id
        WHERE p.site_id = s.id
      ) shown
      CROSS JOIN LATERAL (
        SELECT sum(hashtextextended(concat(p.id, other.id, '/', other.version), 0)) AS hash
        FROM site_spaces p JOIN site_spaces same ON same.space_id = p.space_id AND same.site_id <> s.id JOIN sites other ON other.id = same.site_id
        WHERE p.site_id = s.id
      ) elsewhere
      WHERE s.organization_id = wanted.organization_id AND s.id = wanted.id
      OFFSET 0
    ) AS state`,
};

/** In one query, without regard to any caller. */
export function findSiteState(db: Database, organizationId: string, siteId: string, shareKey: string | undefined): Promise<SiteState | undefined> {
  return db.lookUp<SiteState>(STATE, [organizationId, siteId, shareKey ?? null]);
}
