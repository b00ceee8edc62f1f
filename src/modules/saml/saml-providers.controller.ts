import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../kernel/auth/actor.js';
import { Operation } from '../../kernel/openapi/operation.js';
import { PageQuery } from '../../kernel/pagination/page-query.js';
import { CreateSamlProviderDto, UpdateSamlProviderDto } from './dto/saml-provider-requests.dto.js';
import { SamlProviderDto, SamlProviderListDto, SsoLoginsDto } from './dto/saml-provider.dto.js';
import { SamlProvidersService } from './saml-providers.service.js';

const SECTION = 'SAML and SSO';

@Controller('v1/orgs/:organizationId')
export class SamlProvidersController {
  constructor(private readonly providers: SamlProvidersService) {}

  @Operation({ id: 'listSAMLProvidersInOrganizationById', section: SECTION, summary: 'List the SAML providers of an organization', answer: SamlProviderListDto })
  @Get('saml')
  list(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string, @Query() query: PageQuery): Promise<SamlProviderListDto> {
    return this.providers.list(actor, organizationId, query);
  }

  @Operation({
    id: 'createOrganizationSAMLProvider',
    section: SECTION,
    summary: 'Create a SAML provider',
    description: 'It is active as soon as it has `entityID`, `ssoURL` and `certificate`. Several may have the same `entityID`.',
    status: 201,
    answer: SamlProviderDto,
    errors: [409, 413, 415],
  })
  @Post('saml')
  create(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string, @Body() body: CreateSamlProviderDto): Promise<SamlProviderDto> {
    return this.providers.create(actor, organizationId, body);
  }

  @Operation({ id: 'getOrganizationSAMLProviderById', section: SECTION, summary: 'Get a SAML provider', answer: SamlProviderDto })
  @Get('saml/:samlProviderId')
  get(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('samlProviderId') samlProviderId: string,
  ): Promise<SamlProviderDto> {
    return this.providers.get(actor, organizationId, samlProviderId);
  }

  @Operation({ id: 'updateOrganizationSAMLProvider', section: SECTION, summary: 'Change a SAML provider', answer: SamlProviderDto, errors: [409, 413, 415] })
  @Patch('saml/:samlProviderId')
  update(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('samlProviderId') samlProviderId: string,
    @Body() body: UpdateSamlProviderDto,
  ): Promise<SamlProviderDto> {
    return this.providers.update(actor, organizationId, samlProviderId, body);
  }

  @Operation({
    id: 'deleteOrganizationSAMLProvider',
    section: SECTION,
    summary: 'Delete a SAML provider',
    description: 'Members who signed in through it stay; the tokens that they got so end.',
    status: 204,
  })
  @Delete('saml/:samlProviderId')
  delete(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('samlProviderId') samlProviderId: string,
  ): Promise<void> {
    return this.providers.delete(actor, organizationId, samlProviderId);
  }

  @Operation({
    id: 'listSSOProviderLoginsInOrganization',
    section: SECTION,
    summary: 'List the ways to sign in to an organization',
    description: 'Its active SAML providers, the oldest first. For every member.',
    answer: SsoLoginsDto,
  })
  @Get('sso')
  listLogins(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string): Promise<SsoLoginsDto> {
    return this.providers.listLogins(actor, organizationId);
  }
}
