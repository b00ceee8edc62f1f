import type { Database } from '../../kernel/database/database.js';
import { behindCondition, type KeysetColumn, keysetOrder, type Stretch } from '../../kernel/pagination/keyset.js';
import { containsCondition } from '../../kernel/text/contains.js';
import { type ReadSite, SITE_COLUMNS } from './read-site.js';

/** By creation, oldest first. */
export const SITE_ORDER: readonly KeysetColumn[] = [
  { sql: 's.created_at', direction: 'asc' },
  { sql: 's.id', direction: 'asc' },
];

export interface SiteFilter {
  readonly organizationId: string;
  /** Only sites that show this space. */
  readonly space?: string;
  /** Literal part of the title, without case and accents. */
  readonly title?: string;
  readonly published?: boolean;
}

export function findSites(db: Database, filter: SiteFilter, { after, limit }: Stretch): Promise<ReadSite[]> {
  const { conditions, values } = matching(filter);
  const behind = behindCondition(after, SITE_ORDER, values.length + 1);
  const text = `
    SELECT ${SITE_COLUMNS} FROM sites s JOIN organizations o ON o.id = s.organization_id
    WHERE ${conditions} AND ${behind} ORDER BY ${keysetOrder(SITE_ORDER)} LIMIT ${String(limit)}`;
  return db.read<ReadSite>(text, [...values, ...after]);
}

export async function countSites(db: Database, filter: SiteFilter): Promise<number> {
  const { conditions, values } = matching(filter);
  const [row] = await db.read<{ count: number }>(`SELECT count(*)::integer AS count FROM sites s WHERE ${conditions}`, values);
  return row?.count ?? 0;
}

function matching({ organizationId, space, title = '', published }: SiteFilter): { conditions: string; values: unknown[] } {
  const values: unknown[] = [organizationId];
  const conditions = ['s.organization_id = $1'];
  if (published !== undefined) conditions.push(`s.published = $${String(values.push(published))}`);
  if (space !== undefined) conditions.push(`s.id IN (SELECT site_id FROM site_spaces WHERE space_id = $${String(values.push(space))})`);
  const contains = containsCondition(organizationId, title, { grams: 's.title_grams', folded: 's.title_folded' }, values.length + 1);
  if (contains !== undefined) {
    conditions.push(contains.sql);
    values.push(...contains.values);
  }
  return { conditions: conditions.join(' AND '), values };
}
