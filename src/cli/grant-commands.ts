import { Injectable } from '@nestjs/common';
import { BadInputError } from '../kernel/errors/errors.js';
import type { Role } from '../kernel/permissions/role.js';
import { type Grantee, GrantsService } from '../modules/access/grants.service.js';
import { UsersService } from '../modules/identity/users.service.js';

/** What an operator may do with roles on spaces and collections. */
@Injectable()
export class GrantCommands {
  constructor(
    private readonly users: UsersService,
    private readonly grants: GrantsService,
  ) {}

  async give(options: { user?: string; team?: string; space?: string; collection?: string; role: Role }): Promise<{ granted: object }> {
    const { space, collection, role } = options;
    const targetId = space ?? collection;
    if (targetId === undefined) throw new BadInputError('Name what the role is on: --space or --collection.');
    const grantee = await this.grantee(options);
    await this.grants.give(targetId, space === undefined ? 'collection' : 'space', grantee, role);
    return { granted: { ...grantee, ...(space === undefined ? { collection } : { space }), role } };
  }

  private async grantee({ user, team }: { user?: string; team?: string }): Promise<Grantee> {
    if (user !== undefined) return { userId: (await this.users.getByIdOrEmail(user)).id };
    if (team !== undefined) return { teamId: team };
    throw new BadInputError('Name who gets the role: --user or --team.');
  }
}
