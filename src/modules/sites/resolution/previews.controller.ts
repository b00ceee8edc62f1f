import { Controller, Get, Param, Query } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../../kernel/auth/actor.js';
import { ExtensionOperation } from '../../../kernel/openapi/operation.js';
import { SitePreviewDto, SitePreviewQuery } from '../dto/resolution.dto.js';
import { PreviewsService } from './previews.service.js';

@Controller('v1/orgs/:organizationId/sites/:siteId/publishing/preview')
export class PreviewsController {
  constructor(private readonly previews: PreviewsService) {}

  @ExtensionOperation({
    id: 'getSitePublishingPreviewById',
    summary: 'Get an address by which a site is previewed',
    description: 'It resolves for an hour, also while the site is not published, and shows what you can read of it.',
    answer: SitePreviewDto,
  })
  @Get()
  get(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Query() query: SitePreviewQuery,
  ): Promise<SitePreviewDto> {
    return this.previews.get(actor, organizationId, siteId, query);
  }
}
