import { Controller, Get, Param, Query } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../kernel/auth/actor.js';
import type { TaggedAnswer } from '../../kernel/http/answer.js';
import { ExtensionOperation } from '../../kernel/openapi/operation.js';
import { ChangeRequestLinkListQuery } from '../content/dto/content-queries.dto.js';
import { ContentLinkListDto } from '../content/dto/location.dto.js';
import { LinksReport } from '../content/links/links-report.service.js';
import { ChangeRequestContent } from './change-request-content.js';

@Controller('v1/spaces/:spaceId/change-requests/:changeRequestId/links')
export class ChangeRequestLinksController {
  constructor(
    private readonly changeRequests: ChangeRequestContent,
    private readonly report: LinksReport,
  ) {}

  @ExtensionOperation({ id: 'listChangeRequestLinks', summary: 'List the links of a change request', description: 'Of all pages, those that it leaves as they are included.', answer: ContentLinkListDto })
  @Get()
  list(
    @CurrentActor() actor: Actor,
    @Param('spaceId') spaceId: string,
    @Param('changeRequestId') changeRequestId: string,
    @Query() query: ChangeRequestLinkListQuery,
  ): Promise<TaggedAnswer> {
    return this.report.list(actor, this.changeRequests.of(spaceId, changeRequestId), query);
  }
}
