import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '../../../kernel/openapi/late-decorators.js';
import type { Request, Response } from 'express';
import { Public } from '../../../kernel/auth/bearer-guard.js';
import { DownloadsService } from './downloads.service.js';

/** Signed downloads: outside /v1, without a token. */
@ApiExcludeController()
@Public()
@Controller('files')
export class DownloadsController {
  constructor(private readonly downloads: DownloadsService) {}

  @Get(':spaceId/:fileId/:hash/:name')
  download(
    @Param() file: { spaceId: string; fileId: string; hash: string; name: string },
    @Query() query: Record<string, unknown>,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.downloads.send(file, query, request, response);
  }
}
