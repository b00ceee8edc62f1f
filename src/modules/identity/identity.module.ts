import { Global, Module } from '@nestjs/common';
import { TokenPort } from '../../kernel/auth/token-port.js';
import { OwnTokensService } from './own-tokens.service.js';
import { TokensService } from './tokens.service.js';
import { UserController } from './user.controller.js';
import { UserPresenter } from './user.presenter.js';
import { UsersService } from './users.service.js';

/** Users and their access tokens. Global for the kernel's guard alone, which needs the token port. */
@Global()
@Module({
  controllers: [UserController],
  providers: [UsersService, OwnTokensService, UserPresenter, TokensService, { provide: TokenPort, useExisting: TokensService }],
  exports: [UsersService, UserPresenter, TokensService, TokenPort],
})
export class IdentityModule {}
