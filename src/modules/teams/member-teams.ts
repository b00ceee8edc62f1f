import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Database, type Statement } from '../../kernel/database/database.js';
import type { MemberEntity } from '../members/member.entity.js';
import { MemberTeams } from '../members/member-facts.js';

/** $1 and $2: organization and user of each member */
const COUNTS: Statement = {
  name: 'teams_of_members',
  text: `
    SELECT t.organization_id, t.user_id, count(*)::integer AS count
    FROM unnest($1::text[], $2::text[]) AS asked (organization_id, user_id)
    JOIN team_members t ON t.organization_id = asked.organization_id AND t.user_id = asked.user_id
    GROUP BY 1, 2`,
};

/** How many teams members are in, for many members in one query. */
@Injectable()
export class CountedMemberTeams extends MemberTeams {
  constructor(private readonly db: Database) {
    super();
  }

  override async resolve(_actor: Actor, members: readonly MemberEntity[]): Promise<number[]> {
    const asked = new Map(members.map((member) => [keyOf(member.organizationId, member.userId), member]));
    const organizations = [...asked.values()].map((member) => member.organizationId);
    const users = [...asked.values()].map((member) => member.userId);
    const rows = await this.db.query<{ organization_id: string; user_id: string; count: number }>(COUNTS, [organizations, users]);
    const counts = new Map(rows.map((row) => [keyOf(row.organization_id, row.user_id), row.count]));
    return members.map((member) => counts.get(keyOf(member.organizationId, member.userId)) ?? 0);
  }
}

function keyOf(organizationId: string, userId: string): string {
  return `${organizationId}/${userId}`;
}
