import type { Database } from '../../kernel/database/database.js';
import { behindCondition, type KeysetColumn, keysetOrder, type Stretch } from '../../kernel/pagination/keyset.js';
import { containsCondition, fold, grams } from '../../kernel/text/contains.js';
import { blockDomains, domainsAbove } from './block-domains.js';
import type { ContentKind, IntegrationCategory, IntegrationScope, IntegrationTarget } from './integration-values.js';
import type { IntegrationEntity } from './integration.entity.js';

/** By creation, oldest first. */
export const INTEGRATION_ORDER: readonly KeysetColumn[] = [
  { sql: 'created_at', direction: 'asc' },
  { sql: 'name', direction: 'asc' },
];

export interface IntegrationFilter {
  /** Ids of the organizations whose integrations are listed whatever their visibility is; of all others, the public ones. Left out: all. */
  readonly own?: readonly string[];
  /** Only those that are in this space or site. */
  readonly installedIn?: { readonly kind: ContentKind; readonly id: string; readonly organizationId: string };
  /** Literal part of the name, without case. */
  readonly search?: string;
  readonly category?: IntegrationCategory;
  readonly scope?: IntegrationScope;
  readonly target?: IntegrationTarget;
  /** One that a block shows addresses of. */
  readonly blockDomain?: string;
  /** With blocks, or without. */
  readonly blocks?: boolean;
  /** With content sources, or without. */
  readonly contentSources?: boolean;
  /** Id of the organization. */
  readonly owner?: string;
}

/** Names of all integrations are one list. */
export const INTEGRATION_NAMES = '';

const COLUMNS = `
  name, organization_id AS "organizationId", version, title, description, summary, visibility, target, runtime, verified, scopes, categories,
  blocks, content_sources AS "contentSources", external_links AS "externalLinks", configurations,
  content_security_policy AS "contentSecurityPolicy", icon, preview_images AS "previewImages", created_at AS "createdAt", updated_at AS "updatedAt"`;

export function findIntegrations(db: Database, filter: IntegrationFilter, { after, limit }: Stretch): Promise<IntegrationEntity[]> {
  const { sql, values } = matching(filter);
  const behind = behindCondition(after, INTEGRATION_ORDER, values.length + 1);
  const text = `SELECT ${COLUMNS} ${sql} AND ${behind} ORDER BY ${keysetOrder(INTEGRATION_ORDER)} LIMIT ${String(limit)}`;
  return db.query<IntegrationEntity>(text, [...values, ...after]);
}

export async function countIntegrations(db: Database, filter: IntegrationFilter): Promise<number> {
  const { sql, values } = matching(filter);
  const [row] = await db.query<{ count: number }>(`SELECT count(*)::integer AS count ${sql}`, values);
  return row?.count ?? 0;
}

/** The blocks of each, oldest integration first. */
export function findBlocks(db: Database, filter: IntegrationFilter): Promise<Pick<IntegrationEntity, 'name' | 'blocks'>[]> {
  const { sql, values } = matching(filter);
  return db.query(`SELECT name, blocks ${sql} ORDER BY ${keysetOrder(INTEGRATION_ORDER)}`, values);
}

/** The part of a query from FROM on. */
function matching(filter: IntegrationFilter): { sql: string; values: unknown[] } {
  const values: unknown[] = [];
  const parameter = (value: unknown): string => `$${String(values.push(value))}`;
  const conditions = ['true'];
  if (filter.own !== undefined) conditions.push(`(visibility = 'public' OR organization_id = ANY (${parameter(filter.own)}))`);
  if (filter.installedIn !== undefined) {
    const { kind, id, organizationId } = filter.installedIn;
    conditions.push(`target IN ('all', '${kind}') AND name IN (
      SELECT i.integration_name FROM integration_installations i WHERE i.organization_id = ${parameter(organizationId)} AND (i.${kind}_selection = 'all'
        OR EXISTS (SELECT FROM integration_${kind}_installations c WHERE c.installation_id = i.id AND c.${kind}_id = ${parameter(id)})))`);
  }
  if (filter.owner !== undefined) conditions.push(`organization_id = ${parameter(filter.owner)}`);
  if (filter.category !== undefined) conditions.push(`categories @> ARRAY[${parameter(filter.category)}]`);
  if (filter.scope !== undefined) conditions.push(`scopes @> ARRAY[${parameter(filter.scope)}]`);
  if (filter.target !== undefined) conditions.push(`target = ${parameter(filter.target)}`);
  if (filter.blockDomain !== undefined) conditions.push(`block_domains && ${parameter(domainsAbove(filter.blockDomain))}::text[]`);
  if (filter.blocks !== undefined) conditions.push(`(blocks <> '[]') = ${parameter(filter.blocks)}`);
  if (filter.contentSources !== undefined) conditions.push(`(content_sources <> '[]') = ${parameter(filter.contentSources)}`);
  const contains = containsCondition(INTEGRATION_NAMES, filter.search ?? '', { grams: 'name_grams', folded: 'name_folded' }, values.length + 1);
  if (contains !== undefined) {
    conditions.push(contains.sql);
    values.push(...contains.values);
  }
  return { sql: `FROM integrations WHERE ${conditions.join(' AND ')}`, values };
}

export type NewVersion = Omit<IntegrationEntity, 'version' | 'verified' | 'blockDomains' | 'nameFolded' | 'nameGrams'> & { readonly script: string };

/**
 * Makes the integration, or gives it its next version; of two at once, one waits for the other.
 * Undefined when another organization has the name.
 */
export async function publishVersion(db: Database, version: NewVersion): Promise<IntegrationEntity | undefined> {
  const columns = columnsOf(version);
  const names = Object.keys(columns);
  const changed = names.filter((name) => !KEPT.has(name)).map((name) => `${name} = excluded.${name}`);
  const [row] = await db.query<IntegrationEntity>(
    `INSERT INTO integrations AS had (${names.join(', ')}) VALUES (${names.map((_, index) => `$${String(index + 1)}`).join(', ')})
     ON CONFLICT (name) DO UPDATE SET version = had.version + 1, ${changed.join(', ')} WHERE had.organization_id = excluded.organization_id
     RETURNING ${COLUMNS}`,
    Object.values(columns),
  );
  return row;
}

/** What a further version leaves as it is. */
const KEPT: ReadonlySet<string> = new Set(['name', 'organization_id', 'name_folded', 'name_grams', 'created_at']);

function columnsOf(version: NewVersion): Record<string, unknown> {
  const { name, blocks, icon, configurations } = version;
  return {
    name,
    organization_id: version.organizationId,
    title: version.title,
    description: version.description,
    summary: version.summary,
    visibility: version.visibility,
    target: version.target,
    runtime: version.runtime,
    scopes: version.scopes,
    categories: version.categories,
    blocks: JSON.stringify(blocks),
    content_sources: JSON.stringify(version.contentSources),
    external_links: JSON.stringify(version.externalLinks),
    configurations: configurations === null ? null : JSON.stringify(configurations),
    content_security_policy: version.contentSecurityPolicy,
    icon: icon === null ? null : JSON.stringify(icon),
    preview_images: JSON.stringify(version.previewImages),
    script: version.script,
    block_domains: blockDomains(blocks.flatMap(({ urlUnfurl = [] }) => urlUnfurl)),
    name_folded: fold(name),
    name_grams: grams(INTEGRATION_NAMES, name),
    created_at: version.createdAt,
    updated_at: version.updatedAt,
  };
}
