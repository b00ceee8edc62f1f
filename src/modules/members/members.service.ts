import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock/clock.js';
import { Database, type Statement } from '../../kernel/database/database.js';
import { type RightsCache, RightsCaches } from '../../kernel/permissions/rights-caches.js';
import type { Role } from '../../kernel/permissions/role.js';
import { MemberEntity } from './member.entity.js';

/** What a membership gives; a disabled one gives nothing and is no membership here. */
export interface Membership {
  /** null: guest. */
  readonly role: Role | null;
}

const FIND_MEMBERSHIP: Statement = {
  name: 'members_find_membership',
  text: 'SELECT role FROM members WHERE organization_id = $1 AND user_id = $2 AND NOT disabled',
};

/** Who belongs to an organization, and as what. */
@Injectable()
export class MembersService {
  private readonly memberships: RightsCache<Membership>;

  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly rights: RightsCaches,
  ) {
    this.memberships = rights.create(10_000);
  }

  /** The caller's enabled membership; at most a second old. */
  findMembership(organizationId: string, userId: string): Promise<Membership | undefined> {
    return this.memberships.get(`${organizationId}/${userId}`, async () => {
      const [row] = await this.db.query<{ role: Role | null }>(FIND_MEMBERSHIP, [organizationId, userId]);
      return row;
    });
  }

  /** Makes the user a member; one who is there already gets the role. */
  async join(organizationId: string, userId: string, role: Role | null): Promise<void> {
    await this.db
      .repo(MemberEntity)
      .createQueryBuilder()
      .insert()
      .values({ organizationId, userId, role, disabled: false, sso: false, joinedAt: this.clock.now(), lastSeenAt: null })
      .orUpdate(['role'], ['organization_id', 'user_id'])
      .execute();
    this.rights.changed();
  }
}
