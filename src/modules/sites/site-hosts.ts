import type { Database } from '../../kernel/database/database.js';
import { ConflictError } from '../../kernel/errors/errors.js';
import type { ReadSite } from './read-site.js';

/**
 * Within the transaction that gives the site its addresses: their hosts are for one organization alone, whose readers
 * a longer proxy of another one would take away, and its proxy is for this site alone. Of several who want a host or
 * proxy at once, one gets it.
 * @throws ConflictError
 */
export async function requireHosts(db: Database, { id, organizationId, hostname, proxy }: Pick<ReadSite, 'id' | 'organizationId' | 'hostname' | 'proxy'>): Promise<void> {
  const hosts = new Set([hostname, proxy?.split('/')[0]].filter((host) => typeof host === 'string'));
  for (const host of [...hosts].sort()) {
    await db.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, ${HOSTS}))`, [host]);
    // A proxy has a slash behind its host, and a 0 is what follows a slash.
    const held = await db.query(
      `SELECT 1 FROM sites WHERE organization_id <> $1 AND (hostname = $2 OR (proxy >= $2 || '/' AND proxy < $2 || '0')) LIMIT 1`,
      [organizationId, host],
    );
    if (held.length > 0) throw new ConflictError(`Another organization has a site at ${host}.`);
  }
  const proxied = await db.query('SELECT 1 FROM sites WHERE proxy = $1 AND id <> $2 LIMIT 1', [proxy, id]);
  if (proxied.length > 0) throw new ConflictError('Another site of this organization has this proxy.');
}

/** Tells the locks on hosts from others. */
const HOSTS = '7';
