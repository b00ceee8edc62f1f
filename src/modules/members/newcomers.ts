import { Injectable } from '@nestjs/common';
import { Database } from '../../kernel/database/database.js';
import type { Role } from '../../kernel/permissions/role.js';
import { TokensService } from '../identity/tokens.service.js';
import type { UserEntity } from '../identity/user.entity.js';
import { UsersService } from '../identity/users.service.js';
import { MembersService } from './members.service.js';

export interface Newcomer {
  readonly email: string;
  /** Somebody who has a name already keeps it. */
  readonly displayName: string;
  /** null: guest. */
  readonly role: Role | null;
}

/** What a newcomer's token is called, and its text where that is given. */
export interface FirstToken {
  readonly label: string;
  readonly text?: string;
}

/** Lets people into organizations with all that they need to begin, without regard to any caller. */
@Injectable()
export class Newcomers {
  constructor(
    private readonly db: Database,
    private readonly users: UsersService,
    private readonly members: MembersService,
    private readonly tokens: TokensService,
  ) {}

  /** The user of this address becomes a member, and gets a token, which is told this once. @throws as `MembersService.join`, BadInputError for what is no address */
  async admit(organizationId: string, { email, displayName, role }: Newcomer, first: FirstToken): Promise<{ user: UserEntity; tokenId: string; token: string }> {
    return this.db.transaction(async () => {
      const user = await this.users.ensure(email, displayName);
      await this.members.join(organizationId, user.id, role);
      const { id: tokenId, token } = await this.tokens.issue({ ...first, userId: user.id });
      return { user, tokenId, token };
    });
  }
}
