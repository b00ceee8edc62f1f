import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../../kernel/auth/actor.js';
import { OpenToVisits } from '../../../kernel/auth/bearer-guard.js';
import { ExtensionOperation } from '../../../kernel/openapi/operation.js';
import { pageOf } from '../../../kernel/pagination/page-of.js';
import type { Page } from '../../../kernel/pagination/page.js';
import { CreateSiteRedirectDto, ResolvedSiteRedirectDto, SiteRedirectDto, SiteRedirectListQuery, SiteRedirectQuery, UpdateSiteRedirectDto } from '../dto/site-redirect.dto.js';
import { CurrentVisitor, type Visitor } from '../published/visitor.js';
import { ReaderRedirects } from './reader-redirects.js';
import { SiteRedirectsService } from './site-redirects.service.js';

@Controller('v1/orgs/:organizationId/sites/:siteId')
export class SiteRedirectsController {
  constructor(
    private readonly redirects: SiteRedirectsService,
    private readonly readers: ReaderRedirects,
  ) {}

  @ExtensionOperation({ id: 'listSiteRedirects', summary: 'List the redirects of a site', answer: pageOf(SiteRedirectDto) })
  @Get('redirects')
  list(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Query() query: SiteRedirectListQuery,
  ): Promise<Page<SiteRedirectDto>> {
    return this.redirects.list(actor, organizationId, siteId, query);
  }

  @ExtensionOperation({
    id: 'createSiteRedirect',
    summary: 'Create a redirect',
    description: 'From a path of the site where nothing is to one of its sections, site spaces or pages.',
    status: 201,
    answer: SiteRedirectDto,
    errors: [409, 413, 415],
  })
  @Post('redirects')
  create(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Body() body: CreateSiteRedirectDto,
  ): Promise<SiteRedirectDto> {
    return this.redirects.create(actor, organizationId, siteId, body);
  }

  @ExtensionOperation({ id: 'updateSiteRedirectById', summary: 'Update a redirect', answer: SiteRedirectDto, errors: [409, 413, 415] })
  @Patch('redirects/:siteRedirectId')
  update(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Param('siteRedirectId') siteRedirectId: string,
    @Body() body: UpdateSiteRedirectDto,
  ): Promise<SiteRedirectDto> {
    return this.redirects.update(actor, organizationId, siteId, siteRedirectId, body);
  }

  @ExtensionOperation({ id: 'deleteSiteRedirectById', summary: 'Delete a redirect', status: 205, errors: [409] })
  @Delete('redirects/:siteRedirectId')
  delete(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Param('siteRedirectId') siteRedirectId: string,
  ): Promise<void> {
    return this.redirects.delete(actor, organizationId, siteId, siteRedirectId);
  }

  @ExtensionOperation({ id: 'getSiteRedirectBySource', summary: 'Get the redirect of a path', description: 'For whoever reads the site.', answer: ResolvedSiteRedirectDto })
  @OpenToVisits()
  @Get('redirect')
  findBySource(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Query() query: SiteRedirectQuery,
    @CurrentVisitor() visitor: Visitor,
  ): Promise<ResolvedSiteRedirectDto> {
    return this.readers.findBySource(actor, organizationId, siteId, query, visitor);
  }
}
