import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '../../kernel/openapi/late-decorators.js';
import type { Request, Response } from 'express';
import { Public } from '../../kernel/auth/bearer-guard.js';
import { SpecDownloads } from './spec-downloads.service.js';

/** Signed links to specs: outside /v1, without a token. */
@ApiExcludeController()
@Public()
@Controller('openapi')
export class SpecDownloadsController {
  constructor(private readonly downloads: SpecDownloads) {}

  @Get(':versionId')
  download(@Param('versionId') versionId: string, @Query() query: Record<string, unknown>, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.downloads.send(versionId, query, request, response);
  }
}
