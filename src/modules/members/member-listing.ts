import { Injectable } from '@nestjs/common';
import { Database } from '../../kernel/database/database.js';
import { behindCondition, type KeysetColumn, keysetOrder, type Stretch } from '../../kernel/pagination/keyset.js';
import type { Role } from '../../kernel/permissions/role.js';
import { type Condition, containsCondition } from '../../kernel/text/contains.js';
import type { MemberSort } from './dto/member-requests.dto.js';
import { MEMBER_COLUMNS, type ReadMember } from './read-member.js';

export interface MemberFilter {
  organizationId: string;
  role?: Role | 'guest';
  search?: string;
  /** By `lastSeenAt`, members who were never seen are left out. */
  sort: MemberSort;
}

const SORT_COLUMNS = { joinedAt: 'm.joined_at', lastSeenAt: 'm.last_seen_at' } as const;
const COUNTS = { joinedAt: 'member_counts', lastSeenAt: 'seen_member_counts' } as const;
const SEARCHED = { grams: 't.grams', folded: 't.folded' };

/** The order of the list: a time, and the user's id between equal times. */
export function memberOrder(sort: MemberSort, direction: 'asc' | 'desc'): readonly KeysetColumn[] {
  return [
    { sql: SORT_COLUMNS[sort], direction },
    { sql: 'm.user_id', direction },
  ];
}

/** Reads members in the order and with the filters of their list. */
@Injectable()
export class MemberListing {
  constructor(private readonly db: Database) {}

  async find(filter: MemberFilter, order: readonly KeysetColumn[], { after, limit }: Stretch): Promise<ReadMember[]> {
    const { where, values } = matching(filter);
    const behind = behindCondition(after, order, values.length + 1);
    // Members are few once the page is cut: their users are looked up one by one, where a join could read all users.
    const sql = `
      SELECT ${MEMBER_COLUMNS} FROM (
        SELECT m.* FROM members m WHERE ${where} AND ${behind} ORDER BY ${keysetOrder(order)} LIMIT ${String(limit)}
      ) m CROSS JOIN LATERAL (SELECT email, display_name, photo_url FROM users WHERE id = m.user_id OFFSET 0) u
      ORDER BY ${keysetOrder(order)}`;
    return this.db.read<ReadMember>(sql, [...values, ...after]);
  }

  /** The number of all matches. Only a search has to count them. */
  async count(filter: MemberFilter): Promise<number> {
    const { sql, values } = counting(filter);
    const [row] = await this.db.read<{ count: string }>(sql, values);
    return Number(row?.count ?? 0);
  }
}

function counting(filter: MemberFilter): Condition {
  const { organizationId, role, sort } = filter;
  const found = foundBy(filter, 2);
  if (found === undefined) {
    const sql = `SELECT coalesce(sum(count), 0) AS count FROM ${COUNTS[sort]} WHERE organization_id = $1 AND role = coalesce($2, role)`;
    return { sql, values: [organizationId, role] };
  }
  if (role === undefined && sort === 'joinedAt') return { sql: `SELECT count(*) AS count ${found.sql}`, values: [organizationId, ...found.values] };
  const { where, values } = matching(filter);
  return { sql: `SELECT count(*) AS count FROM members m WHERE ${where}`, values };
}

function matching(filter: MemberFilter): { where: string; values: readonly unknown[] } {
  const { organizationId, role, sort } = filter;
  const values: unknown[] = [organizationId];
  const conditions = ['m.organization_id = $1'];
  if (role === 'guest') conditions.push('m.role IS NULL');
  else if (role !== undefined) conditions.push(`m.role = $${String(values.push(role))}`);
  if (sort === 'lastSeenAt') conditions.push('m.last_seen_at IS NOT NULL');
  const found = foundBy(filter, values.length + 1);
  // As an array, which an index takes in one pass however many are found; a join would look up each.
  if (found !== undefined) conditions.push(`m.user_id = ANY (ARRAY(SELECT t.user_id ${found.sql}))`);
  return { where: conditions.join(' AND '), values: [...values, ...(found?.values ?? [])] };
}

/** `FROM` and `WHERE` of the texts that the search finds, with the organization as `$1`; undefined without a search. */
function foundBy({ organizationId, search = '' }: MemberFilter, firstParameter: number): Condition | undefined {
  const contains = containsCondition(organizationId, search, SEARCHED, firstParameter);
  return contains && { sql: `FROM member_texts t WHERE t.organization_id = $1 AND ${contains.sql}`, values: contains.values };
}
