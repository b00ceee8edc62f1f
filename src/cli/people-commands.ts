import { Injectable } from '@nestjs/common';
import type { Role } from '../kernel/permissions/role.js';
import type { UserDto } from '../modules/identity/dto/user.dto.js';
import { UserPresenter } from '../modules/identity/user.presenter.js';
import { UsersService } from '../modules/identity/users.service.js';
import { MembersService } from '../modules/members/members.service.js';
import { Newcomers } from '../modules/members/newcomers.js';
import { OrganizationsService } from '../modules/organizations/organizations.service.js';
import { TOKEN_LABEL } from './token-commands.js';

/** What an operator may do with users and members. */
@Injectable()
export class PeopleCommands {
  constructor(
    private readonly organizations: OrganizationsService,
    private readonly newcomers: Newcomers,
    private readonly users: UsersService,
    private readonly members: MembersService,
    private readonly presenter: UserPresenter,
  ) {}

  async createUser({ org, email, name, role }: { org: string; email: string; name: string; role: Role | null }): Promise<{ user: UserDto; token: string }> {
    const organization = await this.organizations.get(org);
    const { user, token } = await this.newcomers.admit(organization.id, { email, displayName: name, role }, { label: TOKEN_LABEL });
    return { user: this.presenter.present(user), token };
  }

  async setMemberDisabled({ org, user, disabled }: { org: string; user: string; disabled: boolean }): Promise<{ member: object }> {
    const { id: userId } = await this.users.getByIdOrEmail(user);
    const member = await this.members.setDisabled(org, userId, disabled);
    const { role, email, displayName, joinedAt } = member;
    return { member: { object: 'member', id: userId, role, displayName, email, disabled: member.disabled, joinedAt } };
  }
}
