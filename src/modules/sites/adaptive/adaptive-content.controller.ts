import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../../kernel/auth/actor.js';
import type { TaggedAnswer } from '../../../kernel/http/answer.js';
import { Operation } from '../../../kernel/openapi/operation.js';
import { SiteAdaptiveSchemaDto, TemplateConditionsDto, UpdateSiteAdaptiveSchemaDto } from '../dto/adaptive-schema.dto.js';
import { AdaptiveContentService } from './adaptive-content.service.js';

const SECTION = 'Sites';

@Controller('v1/orgs/:organizationId/sites/:siteId/adaptive-schema')
export class AdaptiveContentController {
  constructor(private readonly adaptiveContent: AdaptiveContentService) {}

  @Operation({ id: 'getSiteAdaptiveSchema', section: SECTION, summary: 'Get the adaptive schema of a site', answer: SiteAdaptiveSchemaDto })
  @Get()
  get(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string, @Param('siteId') siteId: string): Promise<TaggedAnswer> {
    return this.adaptiveContent.get(actor, organizationId, siteId);
  }

  @Operation({
    id: 'updateSiteAdaptiveSchema',
    section: SECTION,
    summary: 'Replace the adaptive schema of a site',
    description: 'Conditions are checked against it when they are written; those that are there already stay.',
    answer: SiteAdaptiveSchemaDto,
    errors: [409, 413, 415],
  })
  @Put()
  replace(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Body() body: UpdateSiteAdaptiveSchemaDto,
  ): Promise<SiteAdaptiveSchemaDto> {
    return this.adaptiveContent.replace(actor, organizationId, siteId, body);
  }

  @Operation({
    id: 'listSiteAdaptiveTemplateConditions',
    section: SECTION,
    summary: 'List the conditions that the adaptive schema offers',
    description: 'One for each claim, in the order of the schema.',
    answer: TemplateConditionsDto,
  })
  @Get('template-conditions')
  listTemplates(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string, @Param('siteId') siteId: string): Promise<TaggedAnswer> {
    return this.adaptiveContent.listTemplates(actor, organizationId, siteId);
  }
}
