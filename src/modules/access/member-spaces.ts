import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Database, type Statement } from '../../kernel/database/database.js';
import type { MemberEntity } from '../members/member.entity.js';
import { MemberSpaces } from '../members/member-facts.js';

/**
 * $1: organizations, $2: users. Organization admins view all; members what is open by default, which is
 * counted already, and what is granted; guests what is granted. Members with the same grants (most have
 * theirs through a team) are counted for once.
 */
const MEMBER_SPACES: Statement = {
  name: 'access_member_spaces',
  text: `
    WITH asked AS (
      SELECT place, m.organization_id, m.role, array(
        SELECT target_id FROM grants WHERE organization_id = m.organization_id AND user_id = m.user_id
        UNION
        SELECT g.target_id FROM team_members t JOIN grants g ON g.organization_id = t.organization_id AND g.team_id = t.team_id
        WHERE t.organization_id = m.organization_id AND t.user_id = m.user_id
        ORDER BY 1
      ) AS granted
      FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS wanted (organization_id, user_id, place)
      JOIN members m ON m.organization_id = wanted.organization_id AND m.user_id = wanted.user_id AND NOT m.disabled
    ), reached AS (
      SELECT organization_id, is_guest, granted, (
        SELECT count(DISTINCT space.id) FROM unnest(granted) AS target (id) CROSS JOIN LATERAL (
          SELECT t.id FROM targets t
          WHERE t.ancestors @> ARRAY[target.id] AND t.organization_id = alike.organization_id AND t.kind = 'space' AND NOT t.trashed
            AND (is_guest OR (t.default_fixed AND t.default_level IS NULL))
          OFFSET 0
        ) space
      ) AS spaces
      FROM (SELECT DISTINCT organization_id, role IS NULL AS is_guest, granted FROM asked WHERE role IS DISTINCT FROM 'admin' AND granted <> '{}') alike
    )
    SELECT asked.place::integer AS place, (
      coalesce((
        SELECT sum(count) FROM target_counts counted
        WHERE counted.organization_id = asked.organization_id AND kind = 'space' AND scope = '*' AND (asked.role = 'admin' OR (open AND asked.role IS NOT NULL))
      ), 0) + coalesce(reached.spaces, 0)
    )::integer AS spaces
    FROM asked LEFT JOIN reached ON reached.organization_id = asked.organization_id AND reached.granted = asked.granted
      AND reached.is_guest = (asked.role IS NULL) AND asked.role IS DISTINCT FROM 'admin'`,
};

interface CountRow {
  /** From 1 on. */
  place: number;
  spaces: number;
}

/** How many spaces each member can view; none for disabled members. */
@Injectable()
export class VisibleMemberSpaces extends MemberSpaces {
  constructor(private readonly db: Database) {
    super();
  }

  override async resolve(_: Actor, members: readonly MemberEntity[]): Promise<number[]> {
    const rows = await this.db.query<CountRow>(MEMBER_SPACES, [members.map(({ organizationId }) => organizationId), members.map(({ userId }) => userId)]);
    const counts = new Map(rows.map(({ place, spaces }) => [place, spaces]));
    return members.map((_member, index) => counts.get(index + 1) ?? 0);
  }
}
