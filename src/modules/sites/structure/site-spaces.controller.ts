import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../../kernel/auth/actor.js';
import { Operation } from '../../../kernel/openapi/operation.js';
import { pageOf } from '../../../kernel/pagination/page-of.js';
import type { Page } from '../../../kernel/pagination/page.js';
import { MoveSiteSpaceDto } from './dto/position.dto.js';
import { SiteSpaceDto } from './dto/site-space.dto.js';
import { AddSiteSpaceDto, SiteSpaceListQuery, UpdateSiteSpaceDto } from './dto/structure-requests.dto.js';
import { SiteSpacesService } from './site-spaces.service.js';
import { StructureLists } from './structure-lists.js';

const SECTION = 'Site spaces';

@Controller('v1/orgs/:organizationId/sites/:siteId/site-spaces')
export class SiteSpacesController {
  constructor(
    private readonly siteSpaces: SiteSpacesService,
    private readonly lists: StructureLists,
  ) {}

  @Operation({ id: 'listSiteSpaces', section: SECTION, summary: 'List the spaces of a site', description: 'In order, section by section.', answer: pageOf(SiteSpaceDto) })
  @Get()
  list(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Query() query: SiteSpaceListQuery,
  ): Promise<Page<SiteSpaceDto>> {
    return this.lists.siteSpaces(actor, organizationId, siteId, query);
  }

  @Operation({
    id: 'addSpaceToSite',
    section: SECTION,
    summary: 'Add a space to a site',
    description: 'At the end of a section, or of the root of a site without sections; the first one there is the default.',
    status: 201,
    answer: SiteSpaceDto,
    errors: [409, 413, 415],
  })
  @Post()
  add(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Body() body: AddSiteSpaceDto,
  ): Promise<SiteSpaceDto> {
    return this.siteSpaces.add(actor, organizationId, siteId, body);
  }

  @Operation({
    id: 'deleteSiteSpaceById',
    section: SECTION,
    summary: 'Remove a space from a site',
    description: 'The space itself stays. The default passes to the first site space that is left in the section, or at the root.',
    status: 205,
  })
  @Delete(':siteSpaceId')
  delete(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Param('siteSpaceId') siteSpaceId: string,
  ): Promise<void> {
    return this.siteSpaces.delete(actor, organizationId, siteId, siteSpaceId);
  }

  @Operation({ id: 'updateSiteSpaceById', section: SECTION, summary: 'Update a site space', answer: SiteSpaceDto, errors: [409, 413, 415] })
  @Patch(':siteSpaceId')
  update(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Param('siteSpaceId') siteSpaceId: string,
    @Body() body: UpdateSiteSpaceDto,
  ): Promise<SiteSpaceDto> {
    return this.siteSpaces.update(actor, organizationId, siteId, siteSpaceId, body);
  }

  @Operation({
    id: 'moveSiteSpace',
    section: SECTION,
    summary: 'Move a site space within its section',
    description: 'Beside another one of the same section, or of the root; without a position to the end.',
    answer: SiteSpaceDto,
    errors: [413, 415],
    deprecated: true,
  })
  @Post(':siteSpaceId/move')
  move(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Param('siteSpaceId') siteSpaceId: string,
    @Body() body: MoveSiteSpaceDto,
  ): Promise<SiteSpaceDto> {
    return this.siteSpaces.move(actor, organizationId, siteId, siteSpaceId, body);
  }
}
