import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '../../kernel/openapi/late-decorators.js';
import type { Request, Response } from 'express';
import { Public } from '../../kernel/auth/bearer-guard.js';
import { IntegrationImages } from './integration-images.js';

/** Signed addresses of pictures: outside /v1, without a token. */
@ApiExcludeController()
@Public()
@Controller('files/integrations')
export class IntegrationImagesController {
  constructor(private readonly images: IntegrationImages) {}

  @Get(':integrationName/:hash')
  send(
    @Param('integrationName') integrationName: string,
    @Param('hash') hash: string,
    @Query() query: Record<string, unknown>,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.images.send(integrationName, hash, query, request, response);
  }
}
