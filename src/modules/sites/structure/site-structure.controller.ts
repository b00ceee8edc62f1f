import { Body, Controller, Get, Param, Patch, Query } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../../kernel/auth/actor.js';
import { ExtensionOperation } from '../../../kernel/openapi/operation.js';
import { SiteStructureDto, SortSiteStructureDto } from './dto/site-structure.dto.js';
import { ShareKeyQuery } from './dto/structure-requests.dto.js';
import { SiteStructureService } from './site-structure.service.js';

@Controller('v1/orgs/:organizationId/sites/:siteId/structure')
export class SiteStructureController {
  constructor(private readonly structures: SiteStructureService) {}

  @ExtensionOperation({
    id: 'getSiteStructure',
    summary: 'Get how a site is put together',
    description: 'Sections and section groups with all that is in them, in order; or the site spaces of a site without sections.',
    answer: SiteStructureDto,
  })
  @Get()
  get(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Query() { shareKey }: ShareKeyQuery,
  ): Promise<SiteStructureDto> {
    return this.structures.get(actor, organizationId, siteId, shareKey);
  }

  @ExtensionOperation({
    id: 'sortSiteStructure',
    summary: 'Move a section, a section group or a site space within a site',
    description:
      'Does what the moves of each do. A section goes beside a section, in whose group it then is, or beside a group; a group ' +
      'beside a section or a group; a site space beside one of its section. Answers how the site then is put together.',
    answer: SiteStructureDto,
    errors: [413, 415],
  })
  @Patch('sort')
  sort(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Body() body: SortSiteStructureDto,
  ): Promise<SiteStructureDto> {
    return this.structures.sort(actor, organizationId, siteId, body);
  }
}
