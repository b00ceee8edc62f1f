import { Body, Controller, Delete, Get, Param, Patch, Put } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../../kernel/auth/actor.js';
import type { TaggedAnswer } from '../../../kernel/http/answer.js';
import { ExtensionOperation } from '../../../kernel/openapi/operation.js';
import { OverrideSiteSpaceCustomizationDto, SiteCustomizationDto } from '../dto/customization.dto.js';
import { CustomizationsService } from './customizations.service.js';

@Controller('v1/orgs/:organizationId/sites/:siteId')
export class CustomizationsController {
  constructor(private readonly customizations: CustomizationsService) {}

  @ExtensionOperation({ id: 'getSiteCustomizationById', summary: 'Get how a site looks', answer: SiteCustomizationDto })
  @Get('customization')
  getOfSite(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string, @Param('siteId') siteId: string): Promise<TaggedAnswer> {
    return this.customizations.getOfSite(actor, organizationId, siteId);
  }

  @ExtensionOperation({
    id: 'updateSiteCustomizationById',
    summary: 'Replace how a site looks',
    description: 'Links may lead to spaces, pages, collections, members and OpenAPI specs of the organization, and to addresses.',
    answer: SiteCustomizationDto,
    errors: [409, 413, 415],
  })
  @Put('customization')
  replace(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Body() body: SiteCustomizationDto,
  ): Promise<SiteCustomizationDto> {
    return this.customizations.replace(actor, organizationId, siteId, body);
  }

  @ExtensionOperation({
    id: 'getSiteSpaceCustomizationById',
    summary: 'Get how a site space looks',
    description: 'As its site, but for what is overridden for it.',
    answer: SiteCustomizationDto,
  })
  @Get('site-spaces/:siteSpaceId/customization')
  getOfSiteSpace(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Param('siteSpaceId') siteSpaceId: string,
  ): Promise<TaggedAnswer> {
    return this.customizations.getOfSiteSpace(actor, organizationId, siteId, siteSpaceId);
  }

  @ExtensionOperation({
    id: 'overrideSiteSpaceCustomizationById',
    summary: 'Have a site space look otherwise than its site',
    description: 'Field by field; null has it look as the site again. The answer is how it looks then.',
    answer: SiteCustomizationDto,
    errors: [409, 413, 415],
  })
  @Patch('site-spaces/:siteSpaceId/customization')
  override(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Param('siteSpaceId') siteSpaceId: string,
    @Body() body: OverrideSiteSpaceCustomizationDto,
  ): Promise<SiteCustomizationDto> {
    return this.customizations.override(actor, organizationId, siteId, siteSpaceId, body);
  }

  @ExtensionOperation({ id: 'deleteSiteSpaceCustomizationById', summary: 'Have a site space look as its site', status: 205, errors: [409] })
  @Delete('site-spaces/:siteSpaceId/customization')
  takeBack(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Param('siteSpaceId') siteSpaceId: string,
  ): Promise<void> {
    return this.customizations.takeBack(actor, organizationId, siteId, siteSpaceId);
  }
}
