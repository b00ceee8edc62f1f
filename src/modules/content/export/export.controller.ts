import { Controller, Get, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { type Actor, CurrentActor } from '../../../kernel/auth/actor.js';
import { ExtensionOperation } from '../../../kernel/openapi/operation.js';
import { MainContent } from '../main-content.js';
import { ContentExport } from './content-export.service.js';
import { ZipAnswer } from './zip-answer.js';

@Controller('v1/spaces/:spaceId/content/export')
export class ExportController {
  constructor(
    private readonly main: MainContent,
    private readonly exports: ContentExport,
  ) {}

  @ZipAnswer()
  @ExtensionOperation({ id: 'exportContent', summary: 'Export content as a zip archive of Markdown', description: 'With a table of contents (`SUMMARY.md`) and all files. Importing the archive gives the same pages.' })
  @Get()
  export(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Res() response: Response): Promise<void> {
    return this.exports.send(actor, this.main.of(spaceId), response);
  }
}
