import type { Database } from '../../../kernel/database/database.js';
import { behindCondition, type KeysetColumn, keysetOrder, type Stretch } from '../../../kernel/pagination/keyset.js';
import type { PlacedSection, PlacedSiteSpace } from './outline.js';
import type { Placed } from './sibling-order.js';

export interface SectionRow extends PlacedSection {
  readonly siteId: string;
  readonly title: string;
  readonly description: string | null;
  readonly icon: string | null;
  readonly condition: string | null;
  /** Of the group, or of the section that is in none: its place at the top of the site. */
  readonly topPosition: string;
  readonly topId: string;
}

export interface GroupRow extends Placed {
  readonly siteId: string;
  readonly title: string;
  readonly icon: string | null;
}

export interface SiteSpaceRow extends PlacedSiteSpace {
  readonly siteId: string;
  readonly condition: string | null;
  /** Empty at the root. */
  readonly topPosition: string;
  readonly topId: string;
  readonly sectionPosition: string;
  /** Null at the root. */
  readonly sectionPath: string | null;
}

/** What to read of a site. */
export interface PartFilter {
  /** Only these; all unless given. */
  ids?: readonly string[];
  /** Only what is in these groups, or sections. */
  parentIds?: readonly string[];
  /** Only defaults, or only others. */
  isDefault?: boolean | undefined;
}

const ascending = (sql: string): KeysetColumn => ({ sql, direction: 'asc' });
const TOP_POSITION = 'coalesce(heading.position, section.position)';
const TOP_ID = 'coalesce(heading.id, section.id)';

/** As a reader meets them: those of a group where the group stands. */
export const SECTION_ORDER: readonly KeysetColumn[] = [TOP_POSITION, TOP_ID, 'section.position', 'section.id'].map(ascending);

export const GROUP_ORDER: readonly KeysetColumn[] = ['position', 'id'].map(ascending);

/** Section by section. */
export const SITE_SPACE_ORDER: readonly KeysetColumn[] = [
  ...[TOP_POSITION, TOP_ID, 'section.position', 'section.id'].map((sql) => `coalesce(${sql}, '')`),
  'item.position',
  'item.id',
].map(ascending);

const SECTIONS_FROM = `
  FROM site_sections section LEFT JOIN site_section_groups heading ON heading.site_id = section.site_id AND heading.id = section.group_id
  WHERE section.site_id = $1 AND ($2::text[] IS NULL OR section.id = ANY ($2)) AND ($3::text[] IS NULL OR section.group_id = ANY ($3))`;

const SITE_SPACES_FROM = `
  FROM site_spaces item
  LEFT JOIN site_sections section ON section.site_id = item.site_id AND section.id = item.section_id
  LEFT JOIN site_section_groups heading ON heading.site_id = section.site_id AND heading.id = section.group_id
  WHERE item.site_id = $1 AND ($2::text[] IS NULL OR item.id = ANY ($2)) AND ($3::text[] IS NULL OR item.section_id = ANY ($3))
    AND ($4::boolean IS NULL OR item.is_default = $4)`;

/** In `SECTION_ORDER`. */
export function findSections(db: Database, siteId: string, { ids, parentIds }: PartFilter = {}, stretch?: Stretch): Promise<SectionRow[]> {
  return find<SectionRow>(
    db,
    `SELECT section.id, section.site_id AS "siteId", section.group_id AS "groupId", section.title, section.description, section.icon, section.path,
       section.condition, section.is_default AS "isDefault", section.position, ${TOP_POSITION} AS "topPosition", ${TOP_ID} AS "topId" ${SECTIONS_FROM}`,
    { order: SECTION_ORDER, values: [siteId, ids ?? null, parentIds ?? null], stretch },
  );
}

/** In `SITE_SPACE_ORDER`. */
export function findSiteSpaces(db: Database, siteId: string, { ids, parentIds, isDefault }: PartFilter = {}, stretch?: Stretch): Promise<SiteSpaceRow[]> {
  return find<SiteSpaceRow>(
    db,
    `SELECT item.id, item.site_id AS "siteId", item.section_id AS "sectionId", item.space_id AS "spaceId", item.path, item.condition,
       item.is_default AS "isDefault", item.position, coalesce(${TOP_POSITION}, '') AS "topPosition", coalesce(${TOP_ID}, '') AS "topId",
       coalesce(section.position, '') AS "sectionPosition", section.path AS "sectionPath" ${SITE_SPACES_FROM}`,
    { order: SITE_SPACE_ORDER, values: [siteId, ids ?? null, parentIds ?? null, isDefault ?? null], stretch },
  );
}

/** In `GROUP_ORDER`. */
export function findGroups(db: Database, siteId: string, { ids }: PartFilter = {}, stretch?: Stretch): Promise<GroupRow[]> {
  return find<GroupRow>(
    db,
    `SELECT id, site_id AS "siteId", title, icon, position FROM site_section_groups WHERE site_id = $1 AND ($2::text[] IS NULL OR id = ANY ($2))`,
    { order: GROUP_ORDER, values: [siteId, ids ?? null], stretch },
  );
}

export function countSections(db: Database, siteId: string): Promise<number> {
  return count(db, SECTIONS_FROM, [siteId, null, null]);
}

export function countGroups(db: Database, siteId: string): Promise<number> {
  return count(db, 'FROM site_section_groups WHERE site_id = $1', [siteId]);
}

export function countSiteSpaces(db: Database, siteId: string, isDefault: boolean | undefined): Promise<number> {
  return count(db, SITE_SPACES_FROM, [siteId, null, null, isDefault ?? null]);
}

interface Selection {
  order: readonly KeysetColumn[];
  values: readonly unknown[];
  stretch: Stretch | undefined;
}

function find<Row extends object>(db: Database, selected: string, { order, values, stretch }: Selection): Promise<Row[]> {
  const { after, limit } = stretch ?? { after: [], limit: null };
  const behind = behindCondition(after, order, values.length + 2);
  return db.query<Row>(`${selected} AND ${behind} ORDER BY ${keysetOrder(order)} LIMIT $${String(values.length + 1)}`, [...values, limit, ...after]);
}

async function count(db: Database, from: string, values: readonly unknown[]): Promise<number> {
  const [row] = await db.query<{ count: number }>(`SELECT count(*)::integer AS count ${from}`, values);
  return row?.count ?? 0;
}
