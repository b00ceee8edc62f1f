import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../kernel/auth/actor.js';
import { ExtensionOperation } from '../../kernel/openapi/operation.js';
import { PageQuery } from '../../kernel/pagination/page-query.js';
import { OwnTokensService } from './own-tokens.service.js';
import { AccessTokenDto, AccessTokenListDto, CreateAccessTokenDto, NewAccessTokenDto } from './dto/token.dto.js';
import { UserDto } from './dto/user.dto.js';
import { UserPresenter } from './user.presenter.js';
import { UsersService } from './users.service.js';

/** The caller: who it is, and its access tokens. */
@Controller('v1/user')
export class UserController {
  constructor(
    private readonly users: UsersService,
    private readonly presenter: UserPresenter,
    private readonly tokens: OwnTokensService,
  ) {}

  @ExtensionOperation({ id: 'getAuthenticatedUser', summary: 'Get the user that the token belongs to', answer: UserDto })
  @Get()
  async get(@CurrentActor() actor: Actor): Promise<UserDto> {
    return this.presenter.present(await this.users.getByIdOrEmail(actor.userId));
  }

  @ExtensionOperation({ id: 'listAccessTokens', summary: 'List your access tokens', description: 'Those that are neither revoked nor expired, the newest first.', answer: AccessTokenListDto })
  @Get('tokens')
  listTokens(@CurrentActor() actor: Actor, @Query() query: PageQuery): Promise<AccessTokenListDto> {
    return this.tokens.list(actor, query);
  }

  @ExtensionOperation({
    id: 'createAccessToken',
    summary: 'Create an access token',
    description: 'It has your rights. Made with a token that expires, it must expire no later.',
    status: 201,
    answer: NewAccessTokenDto,
    errors: [413, 415],
  })
  @Post('tokens')
  createToken(@CurrentActor() actor: Actor, @Body() body: CreateAccessTokenDto): Promise<NewAccessTokenDto> {
    return this.tokens.create(actor, body);
  }

  @ExtensionOperation({ id: 'getAccessToken', summary: 'Get an access token', description: 'All but the token itself.', answer: AccessTokenDto })
  @Get('tokens/:tokenId')
  getToken(@CurrentActor() actor: Actor, @Param('tokenId') tokenId: string): Promise<AccessTokenDto> {
    return this.tokens.get(actor, tokenId);
  }

  @ExtensionOperation({ id: 'revokeAccessToken', summary: 'Revoke an access token', description: 'It ends at once, also when it is the one in use.', status: 204 })
  @Delete('tokens/:tokenId')
  revokeToken(@CurrentActor() actor: Actor, @Param('tokenId') tokenId: string): Promise<void> {
    return this.tokens.revoke(actor, tokenId);
  }
}
