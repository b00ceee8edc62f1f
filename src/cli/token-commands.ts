import { Injectable } from '@nestjs/common';
import { TokensService } from '../modules/identity/tokens.service.js';
import { UsersService } from '../modules/identity/users.service.js';

/** What tokens are called that the operator makes. */
export const TOKEN_LABEL = 'Made by the operator';

/** What an operator may do with access tokens. */
@Injectable()
export class TokenCommands {
  constructor(
    private readonly users: UsersService,
    private readonly tokens: TokensService,
  ) {}

  async create({ user, expires }: { user: string; expires?: Date }): Promise<{ token: string }> {
    const { id } = await this.users.getByIdOrEmail(user);
    const { token } = await this.tokens.issue({ userId: id, label: TOKEN_LABEL, expiresAt: expires });
    return { token };
  }

  async revoke({ token }: { token: string }): Promise<{ revoked: true }> {
    await this.tokens.revoke(token);
    return { revoked: true };
  }
}
