import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock/clock.js';
import { Database } from '../../kernel/database/database.js';
import { BadInputError, NotFoundError } from '../../kernel/errors/errors.js';
import { newId } from '../../kernel/ids/id.js';
import { RightsCaches } from '../../kernel/permissions/rights-caches.js';
import type { Role } from '../../kernel/permissions/role.js';
import { GrantEntity } from './grant.entity.js';
import { TargetEntity } from './target.entity.js';

export type Grantee = { userId: string } | { teamId: string };

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
    const target = await this.db.repo(TargetEntity).findOneBy({ id: targetId, kind });
    if (target === null) throw new NotFoundError(`There is no ${kind} ${targetId}.`);
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
