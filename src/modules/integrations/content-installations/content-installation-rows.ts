import type { Database } from '../../../kernel/database/database.js';
import { behindCondition, type KeysetColumn, keysetOrder, type Stretch } from '../../../kernel/pagination/keyset.js';
import type { SealedConfiguration } from '../installations/configurations.js';
import { isFor, type ReadInstallation } from '../installations/installation-rows.js';
import type { ContentKind } from '../integration-values.js';

/** An installation in one space or site. */
export interface ReadContentInstallation extends SealedConfiguration {
  readonly installationId: string;
  /** Id of the space or site. */
  readonly targetId: string;
  readonly externalIds: string[];
}

/** Of one installation: by the age of the spaces or sites. */
export const CONTENT_ORDER: readonly KeysetColumn[] = [{ sql: 'e."targetId"', direction: 'asc' }];
/** Of all installations: by their age, too. */
export const ALL_CONTENT_ORDER: readonly KeysetColumn[] = [{ sql: 'i.id', direction: 'asc' }, ...CONTENT_ORDER];

/** Whether the installation is in every space, or in every site. */
export function isEverywhere(kind: ContentKind, { spaceSelection, siteSelection }: Pick<ReadInstallation, 'spaceSelection' | 'siteSelection'>): boolean {
  return (kind === 'space' ? spaceSelection : siteSelection) === 'all';
}

/** What there is of the kind: `t` in the statements below. */
const CONTENT = {
  space: { table: 'targets', condition: `t.kind = 'space' AND NOT t.trashed` },
  site: { table: 'sites', condition: 'true' },
} as const;

/** SQL of an installation's columns. */
interface InstallationSql {
  readonly id: string;
  readonly organization: string;
  readonly name: string;
}

/** SQL: where an installation is by a row of its own; one that left the organization doesn't count. */
function chosen(kind: ContentKind, { id, organization, name }: InstallationSql): string {
  const { table, condition } = CONTENT[kind];
  return `
    SELECT c.installation_id AS "installationId", c.${kind}_id AS "targetId", c.external_ids AS "externalIds", c.configured, c.key_id AS "keyId", c.sealed
    FROM integration_${kind}_installations c JOIN ${table} t ON t.id = c.${kind}_id AND t.organization_id = ${organization} AND ${condition}
    WHERE c.installation_id = ${id} AND ${isFor(kind, name)}`;
}

/** SQL: everything of the organization, with what is configured there. */
function everywhere(kind: ContentKind, { id, organization, name }: InstallationSql): string {
  const { table, condition } = CONTENT[kind];
  return `
    SELECT ${id} AS "installationId", t.id AS "targetId", coalesce(c.external_ids, '{}') AS "externalIds",
      coalesce(c.configured, '{}') AS configured, c.key_id AS "keyId", c.sealed
    FROM ${table} t LEFT JOIN integration_${kind}_installations c ON c.installation_id = ${id} AND c.${kind}_id = t.id
    WHERE t.organization_id = ${organization} AND ${condition} AND ${isFor(kind, name)}`;
}

function ofInstallation(kind: ContentKind, installation: ReadInstallation): { sql: string; values: unknown[] } {
  const rows = (isEverywhere(kind, installation) ? everywhere : chosen)(kind, { id: '$1::text', organization: '$2', name: '$3' });
  return { sql: `FROM (${rows}) e`, values: [installation.id, installation.organizationId, installation.integrationName] };
}

export async function findContentInstallation(db: Database, kind: ContentKind, installation: ReadInstallation, targetId: string): Promise<ReadContentInstallation | undefined> {
  const { sql, values } = ofInstallation(kind, installation);
  const [row] = await db.query<ReadContentInstallation>(`SELECT e.* ${sql} WHERE e."targetId" = $4`, [...values, targetId]);
  return row;
}

/** Those of the spaces or sites that the installation is in. */
export async function findReached(db: Database, kind: ContentKind, installation: ReadInstallation, targetIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { sql, values } = ofInstallation(kind, installation);
  const rows = await db.query<{ targetId: string }>(`SELECT e."targetId" ${sql} WHERE e."targetId" = ANY ($4)`, [...values, targetIds]);
  return new Set(rows.map(({ targetId }) => targetId));
}

export function findContentInstallations(db: Database, kind: ContentKind, installation: ReadInstallation, { after, limit }: Stretch): Promise<ReadContentInstallation[]> {
  const { sql, values } = ofInstallation(kind, installation);
  const behind = behindCondition(after, CONTENT_ORDER, values.length + 1);
  return db.query(`SELECT e.* ${sql} WHERE ${behind} ORDER BY ${keysetOrder(CONTENT_ORDER)} LIMIT ${String(limit)}`, [...values, ...after]);
}

export async function countContentInstallations(db: Database, kind: ContentKind, installation: ReadInstallation): Promise<number> {
  const { sql, values } = ofInstallation(kind, installation);
  const [row] = await db.query<{ count: number }>(`SELECT count(*)::integer AS count ${sql}`, values);
  return row?.count ?? 0;
}

export interface AllContentFilter {
  readonly integrationName: string;
  readonly externalId?: string | undefined;
}

/** Only what has a row of its own has external ids. */
function ofIntegration(kind: ContentKind, { integrationName, externalId }: AllContentFilter): { sql: string; values: unknown[] } {
  const columns = { id: 'i.id', organization: 'i.organization_id', name: 'i.integration_name' };
  const own = chosen(kind, columns);
  const all = `${own} AND i.${kind}_selection = 'selected' UNION ALL ${everywhere(kind, columns)} AND i.${kind}_selection = 'all'`;
  const from = (rows: string): string => `FROM integration_installations i CROSS JOIN LATERAL (${rows}) e WHERE i.integration_name = $1`;
  return externalId === undefined ? { sql: from(all), values: [integrationName] } : { sql: from(`${own} AND c.external_ids @> ARRAY[$2]`), values: [integrationName, externalId] };
}

export function findAllContentInstallations(db: Database, kind: ContentKind, filter: AllContentFilter, { after, limit }: Stretch): Promise<ReadContentInstallation[]> {
  const { sql, values } = ofIntegration(kind, filter);
  const behind = behindCondition(after, ALL_CONTENT_ORDER, values.length + 1);
  return db.query(`SELECT e.* ${sql} AND ${behind} ORDER BY ${keysetOrder(ALL_CONTENT_ORDER)} LIMIT ${String(limit)}`, [...values, ...after]);
}

export async function countAllContentInstallations(db: Database, kind: ContentKind, filter: AllContentFilter): Promise<number> {
  const { sql, values } = ofIntegration(kind, filter);
  const [row] = await db.query<{ count: number }>(`SELECT count(*)::integer AS count ${sql}`, values);
  return row?.count ?? 0;
}

/** Within a transaction: whether something of the kind is there, in the organization, which it doesn't leave before the end. */
export async function holdInOrganization(db: Database, kind: ContentKind, organizationId: string, targetId: string): Promise<boolean> {
  const { table, condition } = CONTENT[kind];
  const rows = await db.query(`SELECT 1 FROM ${table} t WHERE t.id = $1 AND t.organization_id = $2 AND ${condition} FOR SHARE`, [targetId, organizationId]);
  return rows.length === 1;
}
