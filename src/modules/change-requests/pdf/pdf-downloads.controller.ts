import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '../../../kernel/openapi/late-decorators.js';
import type { Request, Response } from 'express';
import { Public } from '../../../kernel/auth/bearer-guard.js';
import { PdfDownloadsService } from './pdf-downloads.service.js';

/** Signed downloads: outside /v1, without a token. */
@ApiExcludeController()
@Public()
@Controller('pdfs')
export class PdfDownloadsController {
  constructor(private readonly downloads: PdfDownloadsService) {}

  @Get(':hash/:name')
  download(@Param() pdf: { hash: string; name: string }, @Query() query: Record<string, unknown>, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.downloads.send(pdf, query, request, response);
  }
}
