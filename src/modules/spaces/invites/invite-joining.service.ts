import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../kernel/auth/actor.js';
import { Database } from '../../../kernel/database/database.js';
import { NotFoundError } from '../../../kernel/errors/errors.js';
import { reaches, type Role } from '../../../kernel/permissions/role.js';
import { EffectiveRoles } from '../../access/effective-roles.js';
import { GrantsService } from '../../access/grants.service.js';
import { worksIn } from '../../members/admission.js';
import { MembersService } from '../../members/members.service.js';
import { LinkInvitesService, NO_INVITE } from '../../organizations/invites/link-invites.service.js';
import { PresentedInvites } from './presented-invites.js';
import type { InviteLinkDto } from './invite-links.dto.js';

/** Takes invitations by link up. */
@Injectable()
export class InviteJoiningService {
  constructor(
    private readonly db: Database,
    private readonly members: MembersService,
    private readonly roles: EffectiveRoles,
    private readonly grants: GrantsService,
    private readonly invites: LinkInvitesService,
    private readonly presenter: PresentedInvites,
  ) {}

  /** @throws NotFoundError also for an invitation that lets nobody in, PreconditionFailedError while invite links are switched off, ForbiddenError for a disabled member */
  async join(actor: Actor, organizationId: string, inviteId: string): Promise<InviteLinkDto> {
    if (!worksIn(actor, organizationId)) throw new NotFoundError(NO_INVITE);
    const taken = await this.db.transaction(async () => {
      const { invite, organization } = await this.invites.hold(organizationId, inviteId);
      const { isNew, member } = await this.members.joinOneself(organization, actor.userId, invite.role);
      if (invite.targetId === null) {
        if (!isNew && isHigher(invite.role, member.role)) await this.members.setRole(organizationId, actor.userId, invite.role);
        return invite;
      }
      const kind = await this.invites.holdTarget(organizationId, invite.targetId);
      const standing = (await this.roles.load(actor, [invite.targetId])).get(invite.targetId);
      if (kind === undefined || standing === undefined || invite.level === null) throw new NotFoundError(NO_INVITE);
      if (isHigher(invite.level, standing.role)) await this.grants.give(invite.targetId, kind, { userId: actor.userId }, invite.level);
      return invite;
    });
    return this.presenter.present(actor, taken);
  }
}

/** Whether the role gives more than the other; null is a guest's, or none. */
function isHigher(role: Role | null, other: Role | null): boolean {
  return role !== null && !reaches(other, role);
}
