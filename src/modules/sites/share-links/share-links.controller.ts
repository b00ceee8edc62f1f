import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../../kernel/auth/actor.js';
import { Operation } from '../../../kernel/openapi/operation.js';
import { pageOf } from '../../../kernel/pagination/page-of.js';
import type { Page } from '../../../kernel/pagination/page.js';
import { PageQuery } from '../../../kernel/pagination/page-query.js';
import { CreateShareLinkDto, ShareLinkDto, UpdateShareLinkDto } from '../dto/share-link.dto.js';
import { ShareLinksService } from './share-links.service.js';

const SECTION = 'Share links';

@Controller('v1/orgs/:organizationId/sites/:siteId/share-links')
export class ShareLinksController {
  constructor(private readonly links: ShareLinksService) {}

  @Operation({ id: 'listSiteShareLinks', section: SECTION, summary: 'List the share links of a site', answer: pageOf(ShareLinkDto) })
  @Get()
  list(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string, @Param('siteId') siteId: string, @Query() query: PageQuery): Promise<Page<ShareLinkDto>> {
    return this.links.list(actor, organizationId, siteId, query);
  }

  @Operation({
    id: 'createSiteShareLink',
    section: SECTION,
    summary: 'Create a share link',
    description: 'It has a key of its own, and admits while the visibility of the site is `share-link` and the site is published.',
    status: 201,
    answer: ShareLinkDto,
    errors: [409, 413, 415],
  })
  @Post()
  create(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string, @Param('siteId') siteId: string, @Body() body: CreateShareLinkDto): Promise<ShareLinkDto> {
    return this.links.create(actor, organizationId, siteId, body);
  }

  @Operation({ id: 'deleteSiteShareLinkById', section: SECTION, summary: 'Delete a share link', description: 'Its key admits nobody from then on.', status: 205, errors: [409] })
  @Delete(':shareLinkId')
  delete(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Param('shareLinkId') shareLinkId: string,
  ): Promise<void> {
    return this.links.delete(actor, organizationId, siteId, shareLinkId);
  }

  @Operation({ id: 'updateSiteShareLinkById', section: SECTION, summary: 'Update a share link', answer: ShareLinkDto, errors: [409, 413, 415] })
  @Patch(':shareLinkId')
  update(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Param('shareLinkId') shareLinkId: string,
    @Body() body: UpdateShareLinkDto,
  ): Promise<ShareLinkDto> {
    return this.links.update(actor, organizationId, siteId, shareLinkId, body);
  }
}
