import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../../kernel/auth/actor.js';
import { Operation } from '../../../kernel/openapi/operation.js';
import { pageOf } from '../../../kernel/pagination/page-of.js';
import type { Page } from '../../../kernel/pagination/page.js';
import { MoveSiteSectionDto } from './dto/position.dto.js';
import { SiteSectionDto } from './dto/site-section.dto.js';
import { AddSectionDto, SiteSectionListQuery, UpdateSectionDto } from './dto/structure-requests.dto.js';
import { SiteSectionsService } from './site-sections.service.js';
import { StructureLists } from './structure-lists.js';

const SECTION = 'Site sections';

@Controller('v1/orgs/:organizationId/sites/:siteId/sections')
export class SiteSectionsController {
  constructor(
    private readonly sections: SiteSectionsService,
    private readonly lists: StructureLists,
  ) {}

  @Operation({
    id: 'listSiteSections',
    section: SECTION,
    summary: 'List the sections of a site',
    description: 'As readers meet them: the sections of a group stand where the group stands.',
    answer: pageOf(SiteSectionDto),
  })
  @Get()
  list(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Query() query: SiteSectionListQuery,
  ): Promise<Page<SiteSectionDto>> {
    return this.lists.sections(actor, organizationId, siteId, query);
  }

  @Operation({
    id: 'addSectionToSite',
    section: SECTION,
    summary: 'Add a section to a site',
    description: 'Behind all others. Where the site has spaces at its root, these go into a section of their own before it, which is the default one.',
    status: 201,
    answer: SiteSectionDto,
    errors: [409, 413, 415],
  })
  @Post()
  add(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Body() body: AddSectionDto,
  ): Promise<SiteSectionDto> {
    return this.sections.add(actor, organizationId, siteId, body);
  }

  @Operation({
    id: 'deleteSiteSectionById',
    section: SECTION,
    summary: 'Delete a section of a site',
    description: 'Its site spaces go with it, the spaces stay. The default passes to the first section that is left.',
    status: 205,
  })
  @Delete(':siteSectionId')
  delete(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Param('siteSectionId') siteSectionId: string,
  ): Promise<void> {
    return this.sections.delete(actor, organizationId, siteId, siteSectionId);
  }

  @Operation({ id: 'updateSiteSectionById', section: SECTION, summary: 'Update a section of a site', answer: SiteSectionDto, errors: [409, 413, 415] })
  @Patch(':siteSectionId')
  update(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Param('siteSectionId') siteSectionId: string,
    @Body() body: UpdateSectionDto,
  ): Promise<SiteSectionDto> {
    return this.sections.update(actor, organizationId, siteId, siteSectionId, body);
  }

  @Operation({
    id: 'moveSiteSection',
    section: SECTION,
    summary: 'Move a section within a site',
    description: 'Beside another section, in whose group it then is; without a position to the end of the site, out of any group.',
    answer: SiteSectionDto,
    errors: [413, 415],
    deprecated: true,
  })
  @Post(':siteSectionId/move')
  move(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Param('siteSectionId') siteSectionId: string,
    @Body() body: MoveSiteSectionDto,
  ): Promise<SiteSectionDto> {
    return this.sections.move(actor, organizationId, siteId, siteSectionId, body);
  }
}
