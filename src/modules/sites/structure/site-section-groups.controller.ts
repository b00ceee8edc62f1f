import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../../kernel/auth/actor.js';
import { Operation } from '../../../kernel/openapi/operation.js';
import { pageOf } from '../../../kernel/pagination/page-of.js';
import type { Page } from '../../../kernel/pagination/page.js';
import { PageQuery } from '../../../kernel/pagination/page-query.js';
import { MoveSiteSectionGroupDto } from './dto/position.dto.js';
import { SiteSectionGroupDto } from './dto/site-section-group.dto.js';
import { AddSectionGroupDto, AddSectionToGroupDto, UpdateSectionGroupDto } from './dto/structure-requests.dto.js';
import { SiteSectionGroupsService } from './site-section-groups.service.js';
import { StructureLists } from './structure-lists.js';

const SECTION = 'Site section groups';

@Controller('v1/orgs/:organizationId/sites/:siteId/section-groups')
export class SiteSectionGroupsController {
  constructor(
    private readonly groups: SiteSectionGroupsService,
    private readonly lists: StructureLists,
  ) {}

  @Operation({ id: 'listSiteSectionGroups', section: SECTION, summary: 'List the section groups of a site', answer: pageOf(SiteSectionGroupDto) })
  @Get()
  list(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Query() query: PageQuery,
  ): Promise<Page<SiteSectionGroupDto>> {
    return this.lists.groups(actor, organizationId, siteId, query);
  }

  @Operation({
    id: 'addSectionGroupToSite',
    section: SECTION,
    summary: 'Add a section group to a site',
    description: 'Where the first of its sections stood, or behind everything when it has none, or that one was in another group.',
    status: 201,
    answer: SiteSectionGroupDto,
    errors: [413, 415],
  })
  @Post()
  add(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Body() body: AddSectionGroupDto,
  ): Promise<SiteSectionGroupDto> {
    return this.groups.add(actor, organizationId, siteId, body);
  }

  @Operation({
    id: 'deleteSiteSectionGroupById',
    section: SECTION,
    summary: 'Delete a section group of a site',
    description: 'Its sections stay, where the group stood.',
    status: 205,
  })
  @Delete(':siteSectionGroupId')
  delete(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Param('siteSectionGroupId') siteSectionGroupId: string,
  ): Promise<void> {
    return this.groups.delete(actor, organizationId, siteId, siteSectionGroupId);
  }

  @Operation({ id: 'updateSiteSectionGroupById', section: SECTION, summary: 'Update a section group of a site', answer: SiteSectionGroupDto, errors: [413, 415] })
  @Patch(':siteSectionGroupId')
  update(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Param('siteSectionGroupId') siteSectionGroupId: string,
    @Body() body: UpdateSectionGroupDto,
  ): Promise<SiteSectionGroupDto> {
    return this.groups.update(actor, organizationId, siteId, siteSectionGroupId, body);
  }

  @Operation({
    id: 'addSectionToGroup',
    section: SECTION,
    summary: 'Add a section to a section group',
    description: 'At its end, out of the group that the section was in.',
    status: 201,
    answer: SiteSectionGroupDto,
    errors: [413, 415],
  })
  @Post(':siteSectionGroupId/sections')
  addSection(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Param('siteSectionGroupId') siteSectionGroupId: string,
    @Body() body: AddSectionToGroupDto,
  ): Promise<SiteSectionGroupDto> {
    return this.groups.addSection(actor, organizationId, siteId, siteSectionGroupId, body);
  }

  @Operation({
    id: 'removeSectionFromGroup',
    section: SECTION,
    summary: 'Remove a section from a section group',
    description: 'It stays in the site, behind the group.',
    status: 205,
  })
  @Delete(':siteSectionGroupId/sections/:siteSectionId')
  removeSection(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Param('siteSectionGroupId') siteSectionGroupId: string,
    @Param('siteSectionId') siteSectionId: string,
  ): Promise<void> {
    return this.groups.removeSection(actor, organizationId, siteId, siteSectionGroupId, siteSectionId);
  }

  @Operation({
    id: 'moveSiteSectionGroup',
    section: SECTION,
    summary: 'Move a section group within a site',
    description: 'Beside a section, or another group; a section in a group stands for its group. Without a position to the end of the site.',
    answer: SiteSectionGroupDto,
    errors: [413, 415],
    deprecated: true,
  })
  @Post(':siteSectionGroupId/move')
  move(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Param('siteSectionGroupId') siteSectionGroupId: string,
    @Body() body: MoveSiteSectionGroupDto,
  ): Promise<SiteSectionGroupDto> {
    return this.groups.move(actor, organizationId, siteId, siteSectionGroupId, body);
  }
}
