import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock/clock.js';
import { Database, type Statement } from '../../kernel/database/database.js';
import { ConflictError, ForbiddenError, NotFoundError } from '../../kernel/errors/errors.js';
import { isId } from '../../kernel/ids/id.js';
import { type RightsCache, RightsCaches } from '../../kernel/permissions/rights-caches.js';
import type { Role } from '../../kernel/permissions/role.js';
import { barred, barredCondition, type Caller, isBarred, NO_ORGANIZATION, worksIn } from './admission.js';
import { MemberTexts } from './member-texts.js';
import { MemberEntity } from './member.entity.js';
import { MEMBER_COLUMNS, type ReadMember } from './read-member.js';

/** What a membership gives; a disabled one gives nothing and is no membership here. */
export interface Membership {
  /** null: guest. */
  readonly role: Role | null;
}

export interface KnownMembership extends Membership {
  /** Single sign-on is enforced against the member. */
  readonly barred: boolean;
}

const FIND_MEMBERSHIP: Statement = {
  name: 'members_find_membership',
  text: `
    SELECT m.role, ${barredCondition('o', 'm')} AS barred
    FROM members m JOIN organizations o ON o.id = m.organization_id
    WHERE m.organization_id = $1 AND m.user_id = $2 AND NOT m.disabled`,
};

const FIND_MEMBER: Statement = {
  name: 'members_find',
  text: `SELECT ${MEMBER_COLUMNS} FROM members m JOIN users u ON u.id = m.user_id WHERE m.organization_id = $1 AND m.user_id = $2`,
};

/**
 * Who belongs to an organization, and as what; without regard to any caller. Changes of one organization's
 * members take turns, so that no two of them can each take the other's admin for the one who stays.
 */
@Injectable()
export class MembersService {
  private readonly memberships: RightsCache<KnownMembership>;

  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly rights: RightsCaches,
    private readonly texts: MemberTexts,
  ) {
    this.memberships = rights.create(10_000);
  }

  /**
   * The caller's enabled membership; undefined also where the caller's token doesn't work. At most a second old.
   * @throws ForbiddenError when single sign-on is enforced against the caller
   */
  async findMembership(organizationId: string, caller: Caller): Promise<Membership | undefined> {
    if (caller.visit !== undefined || !isId(organizationId)) return undefined;
    const membership = worksIn(caller, organizationId) ? await this.membershipOf(organizationId, caller.userId) : undefined;
    if (membership?.barred === true) throw barred();
    return membership;
  }

  /** As `findMembership`. @throws NotFoundError when the caller has none: whoever isn't in an organization doesn't see it */
  async getMembership(organizationId: string, caller: Caller): Promise<Membership> {
    const membership = await this.findMembership(organizationId, caller);
    if (membership === undefined) throw new NotFoundError(NO_ORGANIZATION);
    return membership;
  }

  /** A user's enabled membership, whether or not single sign-on is enforced against it; at most a second old. */
  membershipOf(organizationId: string, userId: string): KnownMembership | Promise<KnownMembership | undefined> {
    return this.memberships.get(`${organizationId}/${userId}`, async () => {
      const [row] = await this.db.query<KnownMembership>(FIND_MEMBERSHIP, [organizationId, userId]);
      return row;
    });
  }

  /** @throws NotFoundError */
  async get(organizationId: string, userId: string): Promise<ReadMember> {
    const member = await this.find(organizationId, userId);
    if (member === undefined) throw new NotFoundError('There is no such member in this organization.');
    return member;
  }

  /**
   * Makes the user a member; one who is there already gets the role, and stays disabled if they were.
   * @throws NotFoundError without such an organization, ConflictError when that took the last admin's role
   */
  async join(organizationId: string, userId: string, role: Role | null): Promise<void> {
    await this.inTurn(organizationId, async () => {
      const member = await this.find(organizationId, userId);
      if (member === undefined) await this.insert(organizationId, userId, role);
      else await this.change(member, { role });
    });
  }

  /** As `join`, but who is a member already is left as they are. Answers whether they were none. @throws NotFoundError without such an organization */
  async joinAnew(organizationId: string, userId: string, role: Role | null): Promise<boolean> {
    return this.inTurn(organizationId, async () => {
      if ((await this.find(organizationId, userId)) !== undefined) return false;
      await this.insert(organizationId, userId, role);
      return true;
    });
  }

  /** As `joinAnew`, at the user's own wish. @throws ForbiddenError also when the membership is disabled, or single sign-on enforced against it */
  async joinOneself({ id, sso }: { readonly id: string; readonly sso: boolean }, userId: string, role: Role | null): Promise<{ isNew: boolean; member: ReadMember }> {
    return this.inTurn(id, async () => {
      const isNew = await this.joinAnew(id, userId, role);
      const member = await this.get(id, userId);
      if (member.disabled) throw new ForbiddenError('Your membership is disabled: an admin has to enable it again.');
      if (isBarred({ sso }, member)) throw barred();
      return { isNew, member };
    });
  }

  /**
   * As `joinAnew`, for a user whom single sign-on vouches for: from then on the member may sign in so.
   * @throws ForbiddenError when the membership is disabled
   */
  async joinBySso(organizationId: string, userId: string, role: Role | null): Promise<boolean> {
    return this.inTurn(organizationId, async () => {
      const isNew = await this.joinAnew(organizationId, userId, role);
      const member = await this.get(organizationId, userId);
      if (member.disabled) throw new ForbiddenError('Your membership in this organization is disabled.');
      await this.change(member, { sso: true });
      return isNew;
    });
  }

  /** @throws NotFoundError, ConflictError when it is the last admin's */
  async setRole(organizationId: string, userId: string, role: Role | null): Promise<ReadMember> {
    return this.update(organizationId, userId, { role });
  }

  /**
   * Runs `work` for an admin whose turn it is: of two who take each other's role, or each other from the organization,
   * the second is an admin no more.
   * @throws NotFoundError, ForbiddenError
   */
  async asAdmin<Result>(organizationId: string, adminId: string, work: () => Promise<Result>): Promise<Result> {
    return this.inTurn(organizationId, async () => {
      const admin = await this.find(organizationId, adminId);
      if (admin === undefined || admin.disabled) throw new NotFoundError('There is no such organization.');
      if (admin.role !== 'admin') throw new ForbiddenError('You lack the right "admin" in this organization.');
      return work();
    });
  }

  /** A disabled membership gives nothing, but stays. @throws NotFoundError, ConflictError when it is the last admin's */
  async setDisabled(organizationId: string, userId: string, disabled: boolean): Promise<ReadMember> {
    return this.update(organizationId, userId, { disabled });
  }

  /** Lets the member sign in with single sign-on. @throws NotFoundError */
  async allowSso(organizationId: string, userId: string): Promise<ReadMember> {
    return this.update(organizationId, userId, { sso: true });
  }

  /**
   * Ends a membership with its teams and grants; what the user wrote stays.
   * @throws NotFoundError, ConflictError when it is the last admin's
   */
  async remove(organizationId: string, userId: string): Promise<void> {
    await this.inTurn(organizationId, async () => {
      const member = await this.get(organizationId, userId);
      if (isEnabledAdmin(member)) await this.requireAnotherAdmin(member);
      await this.db.repo(MemberEntity).delete({ organizationId, userId });
      this.rights.changed();
    });
  }

  /** To be called within the transaction in which an organization began or ceased to enforce single sign-on, or changed its default role. */
  admissionChanged(): void {
    this.rights.changed();
  }

  private async insert(organizationId: string, userId: string, role: Role | null): Promise<void> {
    await this.db
      .repo(MemberEntity)
      .insert({ organizationId, userId, role, disabled: false, sso: false, joinedAt: this.clock.now(), lastSeenAt: null });
    await this.texts.write(organizationId, userId);
    this.rights.changed();
  }

  private update(organizationId: string, userId: string, wanted: MemberChange): Promise<ReadMember> {
    return this.inTurn(organizationId, async () => {
      const member = await this.get(organizationId, userId);
      await this.change(member, wanted);
      return { ...member, ...wanted };
    });
  }

  private async change(member: ReadMember, wanted: MemberChange): Promise<void> {
    const changed = { ...member, ...wanted };
    if (changed.role === member.role && changed.disabled === member.disabled && changed.sso === member.sso) return;
    if (isEnabledAdmin(member) && !isEnabledAdmin(changed)) await this.requireAnotherAdmin(member);
    const { organizationId, userId } = member;
    await this.db.repo(MemberEntity).update({ organizationId, userId }, wanted);
    this.rights.changed();
  }

  private async find(organizationId: string, userId: string): Promise<ReadMember | undefined> {
    const [member] = await this.db.query<ReadMember>(FIND_MEMBER, [organizationId, userId]);
    return member;
  }

  private async requireAnotherAdmin({ organizationId, userId }: MemberEntity): Promise<void> {
    const others = await this.db.query(
      `SELECT 1 FROM members WHERE organization_id = $1 AND role = 'admin' AND NOT disabled AND user_id <> $2 LIMIT 1`,
      [organizationId, userId],
    );
    if (others.length === 0) throw new ConflictError('This is the last admin of the organization. Make another member admin first.');
  }

  private inTurn<Result>(organizationId: string, work: () => Promise<Result>): Promise<Result> {
    return this.db.transaction(async () => {
      const rows = await this.db.query('SELECT 1 FROM organizations WHERE id = $1 FOR NO KEY UPDATE', [organizationId]);
      if (rows.length === 0) throw new NotFoundError(`There is no organization ${organizationId}.`);
      return work();
    });
  }
}

type MemberChange = Partial<Pick<MemberEntity, 'role' | 'disabled' | 'sso'>>;

function isEnabledAdmin({ role, disabled }: Pick<MemberEntity, 'role' | 'disabled'>): boolean {
  return role === 'admin' && !disabled;
}
