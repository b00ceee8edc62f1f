import { Injectable } from '@nestjs/common';
import { noteAct } from '../../kernel/audit/act.js';
import { Clock } from '../../kernel/clock/clock.js';
import { Database } from '../../kernel/database/database.js';
import { BadInputError, NotFoundError } from '../../kernel/errors/errors.js';
import { newId } from '../../kernel/ids/id.js';
import { RightsCaches } from '../../kernel/permissions/rights-caches.js';
import type { Role } from '../../kernel/permissions/role.js';
import { GrantEntity } from './grant.entity.js';
import { TargetEntity } from './target.entity.js';

export type Grantee = { userId: string } | { teamId: string };

const UNIQUE_GRANTEES = [
  ['userId', 'grants_user_unique'],
  ['teamId', 'grants_team_unique'],
] as const;

/** Roles given on collections and spaces. */
@Injectable()
export class GrantsService {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly rights: RightsCaches,
  ) {}

  /**
   * Gives the role on the target; an earlier grant to the same grantee is replaced.
   * @throws NotFoundError without such a target, BadInputError when the grantee isn't of its organization
   */
  async give(targetId: string, kind: TargetEntity['kind'], grantee: Grantee, role: Role): Promise<void> {
    await this.db.transaction(async () => {
      // The lock keeps it from leaving for another organization in between.
      const target = await this.db.repo(TargetEntity).findOne({ where: { id: targetId, kind }, lock: { mode: 'pessimistic_read' } });
      if (target === null) throw new NotFoundError(`There is no ${kind} ${targetId}.`);
      noteAct({ organizationId: target.organizationId });
      await this.requireGrantee(target.organizationId, grantee);
      const userId = 'userId' in grantee ? grantee.userId : null;
      const teamId = 'teamId' in grantee ? grantee.teamId : null;
      await this.db
        .repo(GrantEntity)
        .createQueryBuilder()
        .insert()
        .values({ id: newId(), organizationId: target.organizationId, targetId, userId, teamId, role, createdAt: this.clock.now() })
        .orUpdate(['role'], userId === null ? ['target_id', 'team_id'] : ['target_id', 'user_id'])
        .execute();
      this.rights.changed();
    });
  }

  /** Whether something is granted to the grantee on the target itself. */
  async has(targetId: string, grantee: Grantee): Promise<boolean> {
    return this.db.repo(GrantEntity).existsBy({ targetId, ...grantee });
  }

  /** Ends what is granted to the grantee on the target itself; false when nothing was. */
  async end(targetId: string, grantee: Grantee): Promise<boolean> {
    return this.db.transaction(async () => {
      const { affected } = await this.db.repo(GrantEntity).delete({ targetId, ...grantee });
      this.rights.changed();
      return affected === 1;
    });
  }

  /** Copies the grants on a target to others; of two grants to one grantee the higher stays. */
  async copy(fromId: string, toIds: readonly string[]): Promise<void> {
    const grants = await this.db.repo(GrantEntity).findBy({ targetId: fromId });
    for (const [column, constraint] of UNIQUE_GRANTEES) {
      const copies = grants.filter((grant) => grant[column] !== null).flatMap((grant) => toIds.map((targetId) => ({ id: newId(), from: grant.id, targetId })));
      if (copies.length === 0) continue;
      await this.db.query(
        `INSERT INTO grants (id, organization_id, target_id, user_id, team_id, role, created_at)
         SELECT copy.id, g.organization_id, copy.target_id, g.user_id, g.team_id, g.role, g.created_at
         FROM unnest($1::text[], $2::text[], $3::text[]) AS copy (id, from_id, target_id) JOIN grants g ON g.id = copy.from_id
         ON CONFLICT ON CONSTRAINT ${constraint} DO UPDATE SET role = greatest(grants.role, excluded.role)`,
        [copies.map(({ id }) => id), copies.map(({ from }) => from), copies.map(({ targetId }) => targetId)],
      );
    }
    this.rights.changed();
  }

  /** What happens to the grants on targets that have gone to another organization: those to its members stay, all others end. */
  async takeAlong(targetIds: readonly string[], organizationId: string): Promise<void> {
    await this.db.query(
      `DELETE FROM grants g WHERE target_id = ANY ($1) AND (team_id IS NOT NULL OR NOT EXISTS (
         SELECT 1 FROM members m WHERE m.organization_id = $2 AND m.user_id = g.user_id))`,
      [targetIds, organizationId],
    );
    await this.db.query('UPDATE grants SET organization_id = $2 WHERE target_id = ANY ($1)', [targetIds, organizationId]);
    this.rights.changed();
  }

  private async requireGrantee(organizationId: string, grantee: Grantee): Promise<void> {
    const [field, sql, id] =
      'userId' in grantee
        ? (['user', 'SELECT 1 FROM members WHERE organization_id = $1 AND user_id = $2', grantee.userId] as const)
        : (['team', 'SELECT 1 FROM teams WHERE organization_id = $1 AND id = $2', grantee.teamId] as const);
    const rows = await this.db.query(sql, [organizationId, id]);
    if (rows.length === 0) throw BadInputError.ofField(field, `${id} is no ${field} of the organization`);
  }
}
