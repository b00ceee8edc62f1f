import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '../../../kernel/openapi/late-decorators.js';
import type { Response } from 'express';
import { Public } from '../../../kernel/auth/bearer-guard.js';
import { InstalledScripts } from './installed-scripts.js';

/** Scripts for the browsers of a site's readers: outside /v1, without a token. Each version has an address of its own. */
@ApiExcludeController()
@Public()
@Controller('integrations/:integrationName/:installationId/sites/:siteId/script')
export class ScriptsController {
  constructor(private readonly scripts: InstalledScripts) {}

  @Get()
  send(
    @Param('integrationName') integrationName: string,
    @Param('installationId') installationId: string,
    @Param('siteId') siteId: string,
    @Res() response: Response,
  ): Promise<void> {
    return this.scripts.send(integrationName, installationId, siteId, response);
  }
}
