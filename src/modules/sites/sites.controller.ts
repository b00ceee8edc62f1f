import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../kernel/auth/actor.js';
import type { TaggedAnswer } from '../../kernel/http/answer.js';
import { ExtensionOperation, Operation } from '../../kernel/openapi/operation.js';
import { pageOf } from '../../kernel/pagination/page-of.js';
import type { Page } from '../../kernel/pagination/page.js';
import { SiteDto } from './dto/site.dto.js';
import { CreateSiteDto, SiteListQuery, UpdateSiteDto } from './dto/site-requests.dto.js';
import { SiteLists } from './site-lists.js';
import { SitesService } from './sites.service.js';

const SECTION = 'Sites';

@Controller('v1/orgs/:organizationId/sites')
export class SitesController {
  constructor(
    private readonly sites: SitesService,
    private readonly lists: SiteLists,
  ) {}

  @Operation({ id: 'listSites', section: SECTION, summary: 'List the sites of an organization', answer: pageOf(SiteDto) })
  @Get()
  list(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string, @Query() query: SiteListQuery): Promise<Page<SiteDto>> {
    return this.lists.list(actor, organizationId, query);
  }

  @Operation({
    id: 'createSite',
    section: SECTION,
    summary: 'Create a site',
    description: 'It is not published yet. The first space is the default one.',
    status: 201,
    answer: SiteDto,
    errors: [409, 413, 415],
  })
  @Post()
  create(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string, @Body() body: CreateSiteDto): Promise<SiteDto> {
    return this.sites.create(actor, organizationId, body);
  }

  @Operation({ id: 'getSiteById', section: SECTION, summary: 'Get a site', answer: SiteDto })
  @Get(':siteId')
  get(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string, @Param('siteId') siteId: string): Promise<TaggedAnswer> {
    return this.sites.get(actor, organizationId, siteId);
  }

  @Operation({ id: 'updateSiteById', section: SECTION, summary: 'Update a site', answer: SiteDto, errors: [409, 413, 415] })
  @Patch(':siteId')
  update(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string, @Param('siteId') siteId: string, @Body() body: UpdateSiteDto): Promise<SiteDto> {
    return this.sites.update(actor, organizationId, siteId, body);
  }

  @Operation({ id: 'deleteSiteById', section: SECTION, summary: 'Delete a site', description: 'The spaces that it shows stay.', status: 205, errors: [409] })
  @Delete(':siteId')
  delete(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string, @Param('siteId') siteId: string): Promise<void> {
    return this.sites.delete(actor, organizationId, siteId);
  }

  @ExtensionOperation({
    id: 'publishSite',
    summary: 'Publish a site',
    description: 'From then on it is live for those whom its visibility admits. A site that is published stays as it is.',
    answer: SiteDto,
    errors: [409],
  })
  @Post(':siteId/publish')
  publish(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string, @Param('siteId') siteId: string): Promise<SiteDto> {
    return this.sites.setPublished(actor, organizationId, siteId, true);
  }

  @ExtensionOperation({ id: 'unpublishSite', summary: 'Unpublish a site', description: 'From then on only members read it.', answer: SiteDto, errors: [409] })
  @Post(':siteId/unpublish')
  unpublish(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string, @Param('siteId') siteId: string): Promise<SiteDto> {
    return this.sites.setPublished(actor, organizationId, siteId, false);
  }
}
