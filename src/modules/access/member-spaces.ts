import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Database, type Statement } from '../../kernel/database/database.js';
import type { Role } from '../../kernel/permissions/role.js';
import type { MemberEntity } from '../members/member.entity.js';
import { MemberSpaces } from '../members/member-facts.js';

/**
 * $1: organizations, $2: users. One row for each that is a member and not disabled: what its role shows, which is
 * counted already, and what is granted.
 */
const GRANTED: Statement = {
  name: 'access_member_granted',
  text: `
    SELECT wanted.place::integer AS place, member.*
    FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS wanted (organization_id, user_id, place)
    CROSS JOIN LATERAL (
      SELECT m.organization_id AS "organizationId", m.role, coalesce((
        SELECT sum(count) FROM target_counts counted
        WHERE counted.organization_id = m.organization_id AND kind = 'space' AND scope = '*' AND (m.role = 'admin' OR (open AND m.role IS NOT NULL))
      ), 0)::integer AS shown, CASE WHEN m.role = 'admin' THEN '{}' ELSE array(
        SELECT target_id FROM grants WHERE organization_id = m.organization_id AND user_id = m.user_id
        UNION
        SELECT g.target_id FROM team_members t JOIN grants g ON g.organization_id = t.organization_id AND g.team_id = t.team_id
        WHERE t.organization_id = m.organization_id AND t.user_id = m.user_id
        ORDER BY 1
      ) END AS granted
      FROM members m WHERE m.organization_id = wanted.organization_id AND m.user_id = wanted.user_id AND NOT m.disabled
      OFFSET 0
    ) AS member`,
};

/**
 * How many spaces each set of targets holds. $1: organizations, $2: whether all spaces count or only those that
 * aren't open by default, $3: sets, their ids parted by spaces. Rows in the order of the sets.
 */
const COUNT_GRANTED: Statement = {
  name: 'access_count_granted',
  text: `
    SELECT (
      SELECT count(DISTINCT space.id)::integer FROM unnest(string_to_array(ids, ' ')) AS target (id) CROSS JOIN LATERAL (
        SELECT t.id FROM targets t
        WHERE t.ancestors @> ARRAY[target.id] AND t.organization_id = alike.organization_id AND t.kind = 'space' AND NOT t.trashed
          AND (is_guest OR (t.default_fixed AND t.default_level IS NULL))
        OFFSET 0
      ) space
    ) AS count
    FROM unnest($1::text[], $2::boolean[], $3::text[]) WITH ORDINALITY AS alike (organization_id, is_guest, ids, place) ORDER BY place`,
};

interface GrantedRow {
  /** From 1 on. */
  place: number;
  organizationId: string;
  role: Role | null;
  shown: number;
  granted: string[];
}

/**
 * How many spaces each member can view: organization admins all, members what is open by default and what is granted,
 * guests what is granted; none for disabled members. Members with the same grants (most have theirs through a team)
 * are counted for once.
 */
@Injectable()
export class VisibleMemberSpaces extends MemberSpaces {
  constructor(private readonly db: Database) {
    super();
  }

  override async resolve(_: Actor, members: readonly MemberEntity[]): Promise<number[]> {
    const rows = await this.db.query<GrantedRow>(GRANTED, [members.map(({ organizationId }) => organizationId), members.map(({ userId }) => userId)]);
    const granted = await this.countGranted(rows);
    const counts = new Map(rows.map((row) => [row.place, row.shown + (granted.get(setOf(row)) ?? 0)]));
    return members.map((_member, index) => counts.get(index + 1) ?? 0);
  }

  private async countGranted(rows: readonly GrantedRow[]): Promise<ReadonlyMap<string, number>> {
    const sets = [...new Map(rows.filter((row) => row.granted.length > 0).map((row) => [setOf(row), row])).entries()];
    if (sets.length === 0) return new Map();
    const counts = await this.db.query<{ count: number }>(COUNT_GRANTED, [
      sets.map(([, row]) => row.organizationId),
      sets.map(([, row]) => row.role === null),
      sets.map(([, row]) => row.granted.join(' ')),
    ]);
    return new Map(sets.map(([set], index) => [set, counts[index]?.count ?? 0]));
  }
}

/** What the number of granted spaces depends on. */
function setOf({ organizationId, role, granted }: GrantedRow): string {
  return [organizationId, role === null ? 'guest' : 'member', ...granted].join(' ');
}
