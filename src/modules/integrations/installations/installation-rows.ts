import type { Database } from '../../../kernel/database/database.js';
import type { CursorValue } from '../../../kernel/pagination/cursors.js';
import { type KeysetColumn, keysetCondition, keysetOrder } from '../../../kernel/pagination/keyset.js';
import type { InstallationEntity } from './installation.entity.js';

/** By creation, oldest first. */
export const INSTALLATION_ORDER: readonly KeysetColumn[] = [
  { sql: 'i.created_at', direction: 'asc' },
  { sql: 'i.id', direction: 'asc' },
];

export interface ReadInstallation extends InstallationEntity {
  /** In how many spaces it is. */
  readonly spaces: number;
}

export interface InstallationFilter {
  readonly integrationName: string;
  readonly externalId?: string;
}

const COLUMNS = `
  i.id, i.integration_name AS "integrationName", i.organization_id AS "organizationId", i.space_selection AS "spaceSelection",
  i.site_selection AS "siteSelection", i.configuration, i.external_ids AS "externalIds", i.created_at AS "createdAt", i.updated_at AS "updatedAt",
  CASE i.space_selection
    WHEN 'all' THEN (
      SELECT coalesce(sum(c.count), 0)::integer FROM target_counts c WHERE c.organization_id = i.organization_id AND c.kind = 'space' AND c.scope = '*'
    )
    ELSE (
      SELECT count(*)::integer FROM integration_space_installations s JOIN targets t ON t.id = s.space_id AND NOT t.trashed WHERE s.installation_id = i.id
    )
  END AS spaces`;

/** False when the integration is in the organization already. */
export async function insertInstallation(db: Database, installation: InstallationEntity): Promise<boolean> {
  const { id, integrationName, organizationId, spaceSelection, siteSelection, configuration, externalIds, createdAt, updatedAt } = installation;
  const rows = await db.query(
    `INSERT INTO integration_installations
       (id, integration_name, organization_id, space_selection, site_selection, configuration, external_ids, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT ON CONSTRAINT integration_installations_unique DO NOTHING RETURNING id`,
    [id, integrationName, organizationId, spaceSelection, siteSelection, JSON.stringify(configuration), externalIds, createdAt, updatedAt],
  );
  return rows.length === 1;
}

export function findInstallations(
  db: Database,
  filter: InstallationFilter,
  { after, limit }: { after: readonly CursorValue[] | undefined; limit: number },
): Promise<ReadInstallation[]> {
  const { sql, values } = matching(filter);
  const behind = after === undefined ? '' : `AND ${keysetCondition(INSTALLATION_ORDER, values.length + 1)}`;
  const text = `SELECT ${COLUMNS} ${sql} ${behind} ORDER BY ${keysetOrder(INSTALLATION_ORDER)} LIMIT ${String(limit)}`;
  return db.query<ReadInstallation>(text, [...values, ...(after ?? [])]);
}

export async function countInstallations(db: Database, filter: InstallationFilter): Promise<number> {
  const { sql, values } = matching(filter);
  const [row] = await db.query<{ count: number }>(`SELECT count(*)::integer AS count ${sql}`, values);
  return row?.count ?? 0;
}

/** The part of a query from FROM on. */
function matching({ integrationName, externalId }: InstallationFilter): { sql: string; values: unknown[] } {
  const sql = 'FROM integration_installations i WHERE i.integration_name = $1';
  return externalId === undefined ? { sql, values: [integrationName] } : { sql: `${sql} AND i.external_ids @> ARRAY[$2]`, values: [integrationName, externalId] };
}
