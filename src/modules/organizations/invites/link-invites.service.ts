import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Actor } from '../../../kernel/auth/actor.js';
import { Clock } from '../../../kernel/clock/clock.js';
import { Database } from '../../../kernel/database/database.js';
import { DomainEvents } from '../../../kernel/database/domain-events.js';
import { requireOne } from '../../../kernel/errors/database-errors.js';
import { NotFoundError, PreconditionFailedError } from '../../../kernel/errors/errors.js';
import { isId, newId } from '../../../kernel/ids/id.js';
import { type KeysetColumn, keysetPage, type Stretch } from '../../../kernel/pagination/keyset.js';
import type { Role } from '../../../kernel/permissions/role.js';
import type { TargetEntity } from '../../access/target.entity.js';
import { TargetsTransferred } from '../../access/targets-transferred.event.js';
import { OrganizationAccess } from '../organization.access.js';
import type { OrganizationEntity } from '../organization.entity.js';
import { OrganizationsService } from '../organizations.service.js';
import { LinkInviteEntity } from './link-invite.entity.js';

export const NO_INVITE = 'There is no such invite in this organization.';
export const SWITCHED_OFF = 'Invitations by link are switched off in this organization: its admins can switch inviteLinks on.';

/** By creation, oldest first: ids tell the time. */
export const INVITE_ORDER: readonly KeysetColumn[] = [{ sql: 'invite.id', direction: 'asc' }];

/** Invitations by link; but for `delete` without regard to any caller. */
@Injectable()
export class LinkInvitesService implements OnModuleInit {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly events: DomainEvents,
    private readonly access: OrganizationAccess,
    private readonly organizations: OrganizationsService,
  ) {}

  /** What leaves an organization leaves its invitations. */
  onModuleInit(): void {
    this.events.on(TargetsTransferred, async ({ ids }) => {
      await this.db.query('DELETE FROM link_invites WHERE target_id = ANY ($1)', [ids]);
    });
  }

  /** An invitation to the organization as a whole, by the operator. */
  async create(organizationId: string, role: Role | null): Promise<LinkInviteEntity> {
    return this.insert(organizationId, { targetId: null, role, level: null, createdBy: null });
  }

  /** An invitation to a collection or space with a level, or, for null, to the organization with a role; undefined where the collection or space is not there any more. */
  async createOn(organizationId: string, facts: Pick<LinkInviteEntity, 'targetId' | 'role' | 'level' | 'createdBy'>): Promise<LinkInviteEntity | undefined> {
    const { targetId } = facts;
    return this.db.transaction(async () => {
      const isThere = targetId === null || (await this.holdTarget(organizationId, targetId)) !== undefined;
      return isThere ? this.insert(organizationId, facts) : undefined;
    });
  }

  /** Whoever has an invitation's id may read it. @throws NotFoundError */
  async get(organizationId: string, inviteId: string): Promise<LinkInviteEntity> {
    const invite = isId(inviteId) && isId(organizationId) ? await this.db.repo(LinkInviteEntity).findOneBy({ id: inviteId, organizationId }) : null;
    if (invite === null) throw new NotFoundError(NO_INVITE);
    return invite;
  }

  /**
   * Whether the invitation lets people in: whoever made it is an admin of the organization still, or the operator, and
   * what it is to is not in the trash.
   */
  async isOpen({ organizationId, createdBy, targetId }: LinkInviteEntity): Promise<boolean> {
    const [found] = await this.db.query<{ open: boolean }>(
      `SELECT ($2::text IS NULL OR EXISTS (SELECT FROM members WHERE organization_id = $1 AND user_id = $2 AND role = 'admin' AND NOT disabled))
         AND ($3::text IS NULL OR EXISTS (SELECT FROM targets WHERE organization_id = $1 AND id = $3 AND NOT trashed)) AS open`,
      [organizationId, createdBy, targetId],
    );
    return found?.open === true;
  }

  /**
   * Within a transaction: one that can be taken up, with its organization. Neither is changed before the end, so one that
   * was deleted or lowered while somebody waited gives nothing of what it gave.
   * @throws NotFoundError also for one that lets nobody in, PreconditionFailedError while invite links are switched off
   */
  async hold(organizationId: string, inviteId: string): Promise<{ invite: LinkInviteEntity; organization: OrganizationEntity }> {
    await this.get(organizationId, inviteId);
    const organization = await this.organizations.hold(organizationId);
    const invite = await this.db.repo(LinkInviteEntity).findOne({ where: { id: inviteId, organizationId }, lock: { mode: 'pessimistic_read' } });
    if (invite === null || !(await this.isOpen(invite))) throw new NotFoundError(NO_INVITE);
    if (!organization.inviteLinks) throw new PreconditionFailedError(SWITCHED_OFF);
    return { invite, organization };
  }

  /** Within a transaction: what the target is. It neither leaves the organization nor goes into the trash before the end; undefined where it has already. */
  async holdTarget(organizationId: string, targetId: string): Promise<TargetEntity['kind'] | undefined> {
    const [held] = await this.db.query<Pick<TargetEntity, 'kind'>>('SELECT kind FROM targets WHERE id = $1 AND organization_id = $2 AND NOT trashed FOR SHARE', [targetId, organizationId]);
    return held?.kind;
  }

  find(organizationId: string, stretch: Stretch): Promise<LinkInviteEntity[]> {
    const all = this.db.repo(LinkInviteEntity).createQueryBuilder('invite').where('invite.organization_id = :organizationId', { organizationId });
    return keysetPage(all, INVITE_ORDER, stretch).getMany();
  }

  count(organizationId: string): Promise<number> {
    return this.db.repo(LinkInviteEntity).countBy({ organizationId });
  }

  /** @throws NotFoundError where it was deleted meanwhile */
  async change(invite: LinkInviteEntity, changes: Partial<Pick<LinkInviteEntity, 'role' | 'level'>>): Promise<LinkInviteEntity> {
    if (Object.keys(changes).length === 0) return invite;
    return this.db.transaction(async () => {
      requireOne(await this.db.repo(LinkInviteEntity).update({ id: invite.id }, changes), NO_INVITE);
      return { ...invite, ...changes };
    });
  }

  async delete(actor: Actor, organizationId: string, inviteId: string): Promise<void> {
    await this.access.require(actor, organizationId, 'admin');
    await this.db.transaction(async () => {
      requireOne(await this.db.repo(LinkInviteEntity).delete({ id: inviteId, organizationId }), NO_INVITE);
    });
  }

  private async insert(organizationId: string, facts: Pick<LinkInviteEntity, 'targetId' | 'role' | 'level' | 'createdBy'>): Promise<LinkInviteEntity> {
    const invite = this.db.repo(LinkInviteEntity).create({ id: newId(), organizationId, ...facts, createdAt: this.clock.now() });
    return this.db.transaction(async () => {
      await this.db.repo(LinkInviteEntity).insert(invite);
      return invite;
    });
  }
}
