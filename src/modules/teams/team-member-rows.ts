import type { Database, Statement } from '../../kernel/database/database.js';
import { NotFoundError } from '../../kernel/errors/errors.js';
import { behindCondition, type KeysetColumn, keysetOrder, type Stretch } from '../../kernel/pagination/keyset.js';
import { emailKeys } from '../identity/email-keys.js';
import { MEMBER_COLUMNS, type ReadMember } from '../members/read-member.js';
import type { IdOf, MembershipChanges } from './membership-changes.js';
import type { TeamRole } from './team-member.entity.js';

/** Newest first. */
export const TEAM_MEMBER_ORDER: readonly KeysetColumn[] = [
  { sql: 'own.added_at', direction: 'desc' },
  { sql: 'own.user_id', direction: 'desc' },
];

/** A member of a team as it is read. */
export interface ReadTeamMember extends ReadMember {
  readonly teamRole: TeamRole;
  readonly addedAt: Date;
}

/** At most `limit` members behind a position of `TEAM_MEMBER_ORDER`, or from the first on. */
export function findTeamMembers(db: Database, teamId: string, { after, limit }: Stretch): Promise<ReadTeamMember[]> {
  const behind = behindCondition(after, TEAM_MEMBER_ORDER, 3);
  return db.query<ReadTeamMember>(
    `SELECT ${MEMBER_COLUMNS}, own.role AS "teamRole", own.added_at AS "addedAt"
     FROM team_members own
     JOIN members m ON m.organization_id = own.organization_id AND m.user_id = own.user_id
     JOIN users u ON u.id = own.user_id
     WHERE own.team_id = $1 AND ${behind} ORDER BY ${keysetOrder(TEAM_MEMBER_ORDER)} LIMIT $2`,
    [teamId, limit, ...after],
  );
}

/** What tells a team from others. */
export interface Team {
  readonly id: string;
  readonly organizationId: string;
}

/**
 * Finds members of the organization by id or e-mail address, disabled ones included, and keeps them from
 * leaving before the transaction ends. Everybody locks members first, in the order of ids, and teams after them.
 */
const LOCK_MEMBERS: Statement = {
  name: 'teams_lock_members',
  text: `
    SELECT m.user_id AS id, u.email_key AS email FROM members m JOIN users u ON u.id = m.user_id
    WHERE m.organization_id = $1 AND m.user_id = ANY ($2::text[] || ARRAY(SELECT id::text FROM users WHERE email_key = ANY ($3)))
    ORDER BY m.user_id FOR KEY SHARE OF m`,
};

/** Within a transaction. What has an @ is an address, everything else an id. */
export async function lockMembers(db: Database, organizationId: string, names: readonly string[]): Promise<IdOf> {
  const ids = names.filter((name) => !name.includes('@'));
  const emails = names.filter((name) => name.includes('@')).flatMap(emailKeys);
  const rows = names.length === 0 ? [] : await db.query<{ id: string; email: string }>(LOCK_MEMBERS, [organizationId, ids, emails]);
  const byId = new Map(rows.map(({ id }) => [id, id]));
  const byEmail = new Map(rows.map(({ id, email }) => [email, id]));
  return (name) => (name.includes('@') ? emailKeys(name).flatMap((key) => byEmail.get(key) ?? [])[0] : byId.get(name));
}

/** Within a transaction: changes of one team's members take turns. @throws NotFoundError when the team is gone */
export async function lockTeam(db: Database, { id, organizationId }: Team): Promise<void> {
  const rows = await db.query('SELECT 1 FROM teams WHERE id = $1 AND organization_id = $2 FOR NO KEY UPDATE', [id, organizationId]);
  if (rows.length === 0) throw new NotFoundError('There is no such team.');
}

/** Within a transaction, on members and a team that are locked. Tells whether anything changed. */
export async function writeChanges(db: Database, { id, organizationId }: Team, { removed, added, roles }: MembershipChanges, at: Date): Promise<boolean> {
  const gone = removed.length === 0 ? [] : await db.query('DELETE FROM team_members WHERE team_id = $1 AND user_id = ANY ($2) RETURNING 1', [id, removed]);
  const come =
    added.length === 0
      ? []
      : await db.query(
          `INSERT INTO team_members (organization_id, team_id, user_id, role, added_at) SELECT $1, $2, user_id, 'member', $4 FROM unnest($3::text[]) AS added (user_id)
           ON CONFLICT (team_id, user_id) DO NOTHING RETURNING 1`,
          [organizationId, id, added, at],
        );
  const set =
    roles.size === 0
      ? []
      : await db.query(
          `INSERT INTO team_members AS own (organization_id, team_id, user_id, role, added_at)
           SELECT $1, $2, user_id, role, $5 FROM unnest($3::text[], $4::text[]) AS roles (user_id, role)
           ON CONFLICT (team_id, user_id) DO UPDATE SET role = excluded.role WHERE own.role <> excluded.role RETURNING 1`,
          [organizationId, id, [...roles.keys()], [...roles.values()], at],
        );
  return gone.length + come.length + set.length > 0;
}
