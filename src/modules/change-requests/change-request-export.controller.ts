import { Controller, Get, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { type Actor, CurrentActor } from '../../kernel/auth/actor.js';
import { ExtensionOperation } from '../../kernel/openapi/operation.js';
import { ContentExport } from '../content/export/content-export.service.js';
import { ZipAnswer } from '../content/export/zip-answer.js';
import { ChangeRequestContent } from './change-request-content.js';

@Controller('v1/spaces/:spaceId/change-requests/:changeRequestId/content/export')
export class ChangeRequestExportController {
  constructor(
    private readonly changeRequests: ChangeRequestContent,
    private readonly exports: ContentExport,
  ) {}

  @ZipAnswer()
  @ExtensionOperation({ id: 'exportContentInChangeRequest', summary: 'Export the content of a change request as a zip archive of Markdown', description: 'All of it, with what it leaves as it is.' })
  @Get()
  export(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Param('changeRequestId') changeRequestId: string, @Res() response: Response): Promise<void> {
    return this.exports.send(actor, this.changeRequests.of(spaceId, changeRequestId), response);
  }
}
