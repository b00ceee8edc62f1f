import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../kernel/auth/actor.js';
import { Clock } from '../../../kernel/clock/clock.js';
import { Database, type Statement } from '../../../kernel/database/database.js';
import type { VisitDto } from '../dto/visit.dto.js';
import { OrganizationAccess } from '../organization.access.js';
import { VisitorClaims } from './visitor-claims.js';

/** Who pings more often than this is not written again. */
const STAMP_EVERY_SECONDS = 60;

const STAMP: Statement = {
  name: 'organizations_stamp_visit',
  text: `
    UPDATE members SET last_seen_at = $3::timestamptz
    WHERE organization_id = $1 AND user_id = $2 AND NOT disabled
      AND (last_seen_at IS NULL OR last_seen_at <= $3::timestamptz - interval '${String(STAMP_EVERY_SECONDS)} seconds')`,
};

const TEAMS: Statement = {
  name: 'organizations_teams_of_visitor',
  text: 'SELECT team_id FROM team_members WHERE organization_id = $1 AND user_id = $2 ORDER BY team_id',
};

/** Visits of members. */
@Injectable()
export class VisitsService {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly access: OrganizationAccess,
    private readonly claims: VisitorClaims,
  ) {}

  /** Notes that the caller was seen now, and answers who they are for other services. */
  async visit(actor: Actor, organizationId: string): Promise<VisitDto> {
    const { id: organization } = await this.access.load(actor, organizationId, 'view');
    const now = this.clock.now();
    const member = [organization, actor.userId];
    const [teams] = await Promise.all([this.db.query<{ team_id: string }>(TEAMS, member), this.db.query(STAMP, [...member, now])]);
    const visitor = { user: actor.userId, organization, teams: teams.map(({ team_id }) => team_id) };
    return { serviceVisitorClaims: await this.claims.sign(visitor, now) };
  }
}
