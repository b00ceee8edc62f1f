import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../kernel/auth/actor.js';
import { Database } from '../../../kernel/database/database.js';
import { UsersService } from '../../identity/users.service.js';
import { MembersService } from '../../members/members.service.js';
import type { InvitedUsersDto, InviteUsersDto } from '../dto/invite-users.dto.js';
import { OrganizationAccess } from '../organization.access.js';

/** Invitations by e-mail address. Nothing is mailed: who is invited is a member at once. */
@Injectable()
export class InvitedUsersService {
  constructor(
    private readonly db: Database,
    private readonly access: OrganizationAccess,
    private readonly users: UsersService,
    private readonly members: MembersService,
  ) {}

  /** Makes the users that don't exist, and members of those who are none; who is one keeps the role. All of them, or nobody. */
  async invite(actor: Actor, organizationId: string, { emails, role, sso = false }: InviteUsersDto): Promise<InvitedUsersDto> {
    const { defaultRole } = await this.access.load(actor, organizationId, 'admin');
    const fallback = role === undefined ? defaultRole : role;
    return this.db.transaction(async () => {
      const ids: string[] = [];
      let invited = 0;
      for (const item of emails) {
        const { email, role: own } = typeof item === 'string' ? { email: item, role: fallback } : item;
        const user = await this.users.ensure(email, email.split('@')[0] ?? email);
        if (await this.members.joinAnew(organizationId, user.id, own)) invited += 1;
        if (sso) await this.members.allowSso(organizationId, user.id);
        ids.push(user.id);
      }
      return { users: ids, invited };
    });
  }
}
