import { Injectable } from '@nestjs/common';
import { Database } from '../../kernel/database/database.js';
import type { CursorValue } from '../../kernel/pagination/cursors.js';
import { keysetCondition, type KeysetColumn, keysetOrder } from '../../kernel/pagination/keyset.js';
import type { Role } from '../../kernel/permissions/role.js';
import { containsCondition } from '../../kernel/text/contains.js';
import type { MemberSort } from './dto/member-requests.dto.js';
import { MEMBER_COLUMNS, type ReadMember } from './read-member.js';

export interface MemberFilter {
  organizationId: string;
  role?: Role | 'guest';
  search?: string;
  /** By `lastSeenAt`, members who were never seen are left out. */
  sort: MemberSort;
}

export interface MemberRange {
  order: readonly KeysetColumn[];
  after?: readonly CursorValue[];
  limit: number;
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

  async find(filter: MemberFilter, { order, after, limit }: MemberRange): Promise<ReadMember[]> {
    const { from, where, values } = matching(filter);
    const behind = after === undefined ? '' : ` AND ${keysetCondition(order, values.length + 1)}`;
    // Members are few once the page is cut: their users are looked up one by one, where a join could read all users.
    const sql = `
      SELECT ${MEMBER_COLUMNS} FROM (
        SELECT m.* FROM ${from} WHERE ${where}${behind} ORDER BY ${keysetOrder(order)} LIMIT ${String(limit)}
      ) m CROSS JOIN LATERAL (SELECT email, display_name, photo_url FROM users WHERE id = m.user_id OFFSET 0) u
      ORDER BY ${keysetOrder(order)}`;
    return this.db.query<ReadMember>(sql, [...values, ...(after ?? [])]);
  }

  /** The number of all matches. Only a search has to count them. */
  async count(filter: MemberFilter): Promise<number> {
    const { from, where, values, searches } = matching(filter);
    const [row] = searches
      ? await this.db.query<{ count: string }>(`SELECT count(*) AS count FROM ${from} WHERE ${where}`, values)
      : await this.db.query<{ count: string }>(
          `SELECT coalesce(sum(count), 0) AS count FROM ${COUNTS[filter.sort]} WHERE organization_id = $1 AND role = coalesce($2, role)`,
          [filter.organizationId, filter.role],
        );
    return Number(row?.count ?? 0);
  }
}

interface Matching {
  from: string;
  where: string;
  values: readonly unknown[];
  searches: boolean;
}

function matching({ organizationId, role, search = '', sort }: MemberFilter): Matching {
  const values: unknown[] = [organizationId];
  const conditions = ['m.organization_id = $1'];
  if (role === 'guest') conditions.push('m.role IS NULL');
  else if (role !== undefined) conditions.push(`m.role = $${String(values.push(role))}`);
  if (sort === 'lastSeenAt') conditions.push('m.last_seen_at IS NOT NULL');
  const contains = containsCondition(organizationId, search, SEARCHED, values.length + 1);
  if (contains === undefined) return { from: 'members m', where: conditions.join(' AND '), values, searches: false };
  return {
    from: 'member_texts t JOIN members m ON m.organization_id = t.organization_id AND m.user_id = t.user_id',
    where: [...conditions, 't.organization_id = $1', contains.sql].join(' AND '),
    values: [...values, ...contains.values],
    searches: true,
  };
}
