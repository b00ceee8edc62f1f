import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../kernel/auth/actor.js';
import { Clock } from '../../../kernel/clock/clock.js';
import { Database } from '../../../kernel/database/database.js';
import { NotFoundError } from '../../../kernel/errors/errors.js';
import { newId } from '../../../kernel/ids/id.js';
import type { Role } from '../../../kernel/permissions/role.js';
import { OrganizationAccess } from '../organization.access.js';
import { LinkInviteEntity } from './link-invite.entity.js';

/** Invitations by link. */
@Injectable()
export class LinkInvitesService {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly access: OrganizationAccess,
  ) {}

  /** An invitation to the organization as a whole, by the operator. */
  async create(organizationId: string, role: Role | null): Promise<LinkInviteEntity> {
    return this.createOn(organizationId, null, { role, level: null, createdBy: null });
  }

  /** An invitation to a collection or space with a level, or, for null, to the organization with a role. */
  async createOn(organizationId: string, targetId: string | null, facts: Pick<LinkInviteEntity, 'role' | 'level' | 'createdBy'>): Promise<LinkInviteEntity> {
    const invite = this.db.repo(LinkInviteEntity).create({ id: newId(), organizationId, targetId, ...facts, createdAt: this.clock.now() });
    return this.db.transaction(async () => {
      await this.db.repo(LinkInviteEntity).insert(invite);
      return invite;
    });
  }

  async delete(actor: Actor, organizationId: string, inviteId: string): Promise<void> {
    await this.access.require(actor, organizationId, 'admin');
    await this.db.transaction(async () => {
      const { affected } = await this.db.repo(LinkInviteEntity).delete({ id: inviteId, organizationId });
      if (affected !== 1) throw new NotFoundError('There is no such invite in this organization.');
    });
  }
}
