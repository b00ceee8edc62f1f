import type { Database } from '../../../kernel/database/database.js';
import { behindCondition, type KeysetColumn, keysetOrder, type Stretch } from '../../../kernel/pagination/keyset.js';
import { containsCondition } from '../../../kernel/text/contains.js';
import { INTEGRATION_NAMES } from '../integration-rows.js';
import type { ContentKind } from '../integration-values.js';
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
  readonly integrationName?: string;
  readonly organizationId?: string;
  readonly externalId?: string | undefined;
  /** Literal part of the integration's name, without case. */
  readonly search?: string | undefined;
  /** Only those that are in some space, or in some site. */
  readonly somewhere?: ContentKind | undefined;
}

/** SQL: whether the integration of this name is for the kind. A later version may be for another than those it was installed in. */
export function isFor(kind: ContentKind, name: string): string {
  return `EXISTS (SELECT FROM integrations f WHERE f.name = ${name} AND f.target IN ('all', '${kind}'))`;
}

const COLUMNS = `
  i.id, i.integration_name AS "integrationName", i.organization_id AS "organizationId", i.space_selection AS "spaceSelection",
  i.site_selection AS "siteSelection", i.external_ids AS "externalIds", i.scopes, i.installed_by AS "installedBy",
  i.configured, i.key_id AS "keyId", i.sealed, i.created_at AS "createdAt", i.updated_at AS "updatedAt",
  CASE
    WHEN NOT ${isFor('space', 'i.integration_name')} THEN 0
    WHEN i.space_selection = 'all' THEN (
      SELECT coalesce(sum(c.count), 0)::integer FROM target_counts c WHERE c.organization_id = i.organization_id AND c.kind = 'space' AND c.scope = '*'
    )
    ELSE (
      SELECT count(*)::integer FROM integration_space_installations s
      JOIN targets t ON t.id = s.space_id AND t.organization_id = i.organization_id AND NOT t.trashed WHERE s.installation_id = i.id
    )
  END AS spaces`;

/** False when the integration is in the organization already. */
export async function insertInstallation(db: Database, installation: InstallationEntity): Promise<boolean> {
  const { id, integrationName, organizationId, spaceSelection, siteSelection, externalIds, createdAt, updatedAt } = installation;
  const { scopes, installedBy, configured, keyId, sealed } = installation;
  const rows = await db.query(
    `INSERT INTO integration_installations
       (id, integration_name, organization_id, space_selection, site_selection, external_ids, scopes, installed_by, configured, key_id, sealed, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT ON CONSTRAINT integration_installations_unique DO NOTHING RETURNING id`,
    [id, integrationName, organizationId, spaceSelection, siteSelection, externalIds, scopes, installedBy, configured, keyId, sealed, createdAt, updatedAt],
  );
  return rows.length === 1;
}

export async function findInstallation(db: Database, integrationName: string, id: string): Promise<ReadInstallation | undefined> {
  const [row] = await db.query<ReadInstallation>(`SELECT ${COLUMNS} FROM integration_installations i WHERE i.integration_name = $1 AND i.id = $2`, [integrationName, id]);
  return row;
}

export function findInstallations(db: Database, filter: InstallationFilter, { after, limit }: Stretch): Promise<ReadInstallation[]> {
  const { sql, values } = matching(filter);
  const behind = behindCondition(after, INSTALLATION_ORDER, values.length + 1);
  const text = `SELECT ${COLUMNS} ${sql} AND ${behind} ORDER BY ${keysetOrder(INSTALLATION_ORDER)} LIMIT ${String(limit)}`;
  return db.query<ReadInstallation>(text, [...values, ...after]);
}

export async function countInstallations(db: Database, filter: InstallationFilter): Promise<number> {
  const { sql, values } = matching(filter);
  const [row] = await db.query<{ count: number }>(`SELECT count(*)::integer AS count ${sql}`, values);
  return row?.count ?? 0;
}

/** The part of a query from FROM on. */
function matching({ integrationName, organizationId, externalId, search, somewhere }: InstallationFilter): { sql: string; values: unknown[] } {
  const values: unknown[] = [];
  const parameter = (value: unknown): string => `$${String(values.push(value))}`;
  const conditions: string[] = [];
  if (integrationName !== undefined) conditions.push(`i.integration_name = ${parameter(integrationName)}`);
  if (organizationId !== undefined) conditions.push(`i.organization_id = ${parameter(organizationId)}`);
  if (externalId !== undefined) conditions.push(`i.external_ids @> ARRAY[${parameter(externalId)}]`);
  if (somewhere !== undefined) conditions.push(`${isFor(somewhere, 'i.integration_name')} AND (i.${somewhere}_selection = 'all' OR EXISTS (SELECT FROM integration_${somewhere}_installations c WHERE c.installation_id = i.id))`);
  const contains = containsCondition(INTEGRATION_NAMES, search ?? '', { grams: 'g.name_grams', folded: 'g.name_folded' }, values.length + 1);
  if (contains !== undefined) {
    conditions.push(`i.integration_name IN (SELECT g.name FROM integrations g WHERE ${contains.sql})`);
    values.push(...contains.values);
  }
  return { sql: `FROM integration_installations i WHERE ${conditions.join(' AND ')}`, values };
}
