import type { Database, Statement } from '../../kernel/database/database.js';
import { NotFoundError } from '../../kernel/errors/errors.js';
import type { SiteEntity } from './site.entity.js';

/** A site as it is read: its own row, and what its address needs of its organization. */
export interface ReadSite extends Omit<SiteEntity, 'titleFolded' | 'titleGrams' | 'visitorKey' | 'visitorFallbackUrl'> {
  readonly organizationHostname: string | null;
}

/** Of `sites s JOIN organizations o`. */
export const SITE_COLUMNS = `
  s.id, s.organization_id AS "organizationId", o.hostname AS "organizationHostname", s.type, s.title, s.visibility, s.published,
  s.hostname, s.basename, s.proxy, s.adaptive_content AS "adaptiveContent", s.agents_context AS "agentsContext",
  s.site_spaces AS "siteSpaces", s.version, s.created_at AS "createdAt"`;

const FIND_SITE: Statement = {
  name: 'sites_find',
  text: `SELECT ${SITE_COLUMNS} FROM sites s JOIN organizations o ON o.id = s.organization_id WHERE s.organization_id = $1 AND s.id = $2`,
};

const LOCK_SITE: Statement = { name: 'sites_lock', text: 'SELECT 1 FROM sites WHERE organization_id = $1 AND id = $2 FOR NO KEY UPDATE' };

export const NO_SITE = 'There is no such site.';

/** Without regard to any caller. */
export async function findSite(db: Database, organizationId: string, siteId: string): Promise<ReadSite | undefined> {
  const [site] = await db.query<ReadSite>(FIND_SITE, [organizationId, siteId]);
  return site;
}

/**
 * Within a transaction: the site as it is now. Nobody else changes it, or anything in it, before the transaction ends.
 * @throws NotFoundError
 */
export async function lockSite(db: Database, { organizationId, id }: Pick<ReadSite, 'organizationId' | 'id'>): Promise<ReadSite> {
  // Read after the lock is had: a statement that waits answers with what was there when it began.
  const locked = await db.query(LOCK_SITE, [organizationId, id]);
  const site = locked.length === 0 ? undefined : await findSite(db, organizationId, id);
  if (site === undefined) throw new NotFoundError(NO_SITE);
  return site;
}
