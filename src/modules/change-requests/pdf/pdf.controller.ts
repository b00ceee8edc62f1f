import { Controller, Get, Param, Query } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../../kernel/auth/actor.js';
import { Operation } from '../../../kernel/openapi/operation.js';
import { ChangeRequestPdfDto, ChangeRequestPdfQuery } from './dto/change-request-pdf.dto.js';
import { PdfService } from './pdf.service.js';

@Controller('v1/spaces/:spaceId/change-requests')
export class PdfController {
  constructor(private readonly pdfs: PdfService) {}

  @Operation({
    id: 'getChangeRequestPDF',
    section: 'Change requests',
    summary: 'Get a PDF of a change request',
    description: 'Its content as it is now, all of it or one page. Made at the first request for it, which may take a while.',
    answer: ChangeRequestPdfDto,
    errors: [413],
  })
  @Get(':changeRequestId/pdf')
  get(
    @CurrentActor() actor: Actor,
    @Param('spaceId') spaceId: string,
    @Param('changeRequestId') changeRequestId: string,
    @Query() query: ChangeRequestPdfQuery,
  ): Promise<ChangeRequestPdfDto> {
    return this.pdfs.get(actor, spaceId, changeRequestId, query);
  }
}
