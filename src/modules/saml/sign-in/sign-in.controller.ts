import { Body, Controller, Get, HttpCode, Param, Post, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '../../../kernel/openapi/late-decorators.js';
import type { Request, Response } from 'express';
import { Public } from '../../../kernel/auth/bearer-guard.js';
import { ExchangeCodeDto, type SsoTokenDto } from '../dto/sso-token.dto.js';
import { SignInBrowser } from './sign-in-browser.js';
import { SignInCodes } from './sign-in-codes.js';
import { SignInLimit } from './sign-in-limit.js';
import { SignInRefusals } from './sign-in-refusals.filter.js';

/** Signing in, as browsers and identity providers do it: outside /v1, without a token. */
@ApiExcludeController()
@Public()
@UseGuards(SignInLimit)
@UseFilters(SignInRefusals)
@Controller('saml')
export class SignInController {
  constructor(
    private readonly browser: SignInBrowser,
    private readonly codes: SignInCodes,
  ) {}

  @Get(':samlProviderId/metadata')
  metadata(@Param('samlProviderId') samlProviderId: string, @Res() response: Response): Promise<void> {
    return this.browser.sendMetadata(samlProviderId, response);
  }

  @Get(':samlProviderId/start')
  start(@Param('samlProviderId') samlProviderId: string, @Res() response: Response): Promise<void> {
    return this.browser.begin(samlProviderId, response);
  }

  @Post(':samlProviderId/acs')
  answer(@Param('samlProviderId') samlProviderId: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.browser.finish(samlProviderId, request, response);
  }

  @HttpCode(200)
  @Post('token')
  exchange(@Body() { code }: ExchangeCodeDto): Promise<SsoTokenDto> {
    return this.codes.exchange(code);
  }
}
