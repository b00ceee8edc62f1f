import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Database, type Statement } from '../../kernel/database/database.js';
import type { TeamEntity } from '../teams/team.entity.js';
import { TeamSpaces } from '../teams/team-facts.js';

/** $1: ids of organizations, $2: ids of teams */
const COUNTS: Statement = {
  name: 'access_team_spaces',
  text: `
    SELECT team.id, (
      SELECT count(DISTINCT space.id)::integer FROM unnest(team.granted) AS target (id) CROSS JOIN LATERAL (
        SELECT t.id FROM targets t
        WHERE t.ancestors @> ARRAY[target.id] AND t.organization_id = team.organization_id AND t.kind = 'space' AND NOT t.trashed
        OFFSET 0
      ) space
    ) AS count
    FROM (
      SELECT organization_id, team_id AS id, array_agg(target_id::text) AS granted
      FROM grants WHERE organization_id = ANY ($1) AND team_id = ANY ($2) GROUP BY 1, 2
    ) team`,
};

/** How many spaces the grants to teams reach, for many teams in one query. */
@Injectable()
export class GrantedTeamSpaces extends TeamSpaces {
  constructor(private readonly db: Database) {
    super();
  }

  override async resolve(_actor: Actor, teams: readonly TeamEntity[]): Promise<number[]> {
    const organizationIds = [...new Set(teams.map((team) => team.organizationId))];
    const teamIds = [...new Set(teams.map((team) => team.id))];
    const rows = await this.db.query<{ id: string; count: number }>(COUNTS, [organizationIds, teamIds]);
    const counts = new Map(rows.map((row) => [row.id, row.count]));
    return teams.map((team) => counts.get(team.id) ?? 0);
  }
}
