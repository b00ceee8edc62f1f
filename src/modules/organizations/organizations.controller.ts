import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../kernel/auth/actor.js';
import { ExtensionOperation, Operation } from '../../kernel/openapi/operation.js';
import { pageOf } from '../../kernel/pagination/page-of.js';
import { PageQuery } from '../../kernel/pagination/page-query.js';
import type { Page } from '../../kernel/pagination/page.js';
import { EmailDomainOrganizationsDto } from './dto/email-domain.dto.js';
import { CreateOrganizationDto, InvitedUsersDto, InviteUsersDto } from './dto/invite-users.dto.js';
import { OrganizationDto } from './dto/organization.dto.js';
import { UpdateOrganizationDto } from './dto/update-organization.dto.js';
import { VisitDto } from './dto/visit.dto.js';
import { DomainJoinsService } from './invites/domain-joins.service.js';
import { InvitedUsersService } from './invites/invited-users.service.js';
import { LinkInvitesService } from './invites/link-invites.service.js';
import { OrganizationListing } from './organization-listing.js';
import { OrganizationsService } from './organizations.service.js';
import { VisitsService } from './visits/visits.service.js';

const SECTION = 'Organizations';

@Controller('v1')
export class OrganizationsController {
  constructor(
    private readonly organizations: OrganizationsService,
    private readonly listing: OrganizationListing,
    private readonly invites: LinkInvitesService,
    private readonly invitedUsers: InvitedUsersService,
    private readonly joins: DomainJoinsService,
    private readonly visits: VisitsService,
  ) {}

  @Get('orgs')
  @Operation({ id: 'listOrganizationsForAuthenticatedUser', section: SECTION, summary: 'List your organizations', answer: pageOf(OrganizationDto) })
  list(@CurrentActor() actor: Actor, @Query() query: PageQuery): Promise<Page<OrganizationDto>> {
    return this.listing.listOfCaller(actor, query);
  }

  @Post('orgs')
  @ExtensionOperation({ id: 'createOrganization', summary: 'Create an organization', description: 'You become its admin.', status: 201, answer: OrganizationDto, errors: [413, 415] })
  create(@CurrentActor() actor: Actor, @Body() body: CreateOrganizationDto): Promise<OrganizationDto> {
    return this.organizations.createOwn(actor, body);
  }

  @Post('orgs/:organizationId/invites')
  @ExtensionOperation({
    id: 'inviteUsersToOrganization',
    summary: 'Make people members by their e-mail addresses',
    description: 'Users that do not exist are made; members keep their role. Nothing is mailed.',
    answer: InvitedUsersDto,
    errors: [413, 415],
  })
  inviteUsers(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string, @Body() body: InviteUsersDto): Promise<InvitedUsersDto> {
    return this.invitedUsers.invite(actor, organizationId, body);
  }

  @Post('orgs/:organizationId/join')
  @ExtensionOperation({
    id: 'joinOrganization',
    summary: 'Join an organization of your e-mail domain',
    description: 'With its default role. Members stay as they are.',
    status: 204,
  })
  join(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string): Promise<void> {
    return this.joins.join(actor, organizationId);
  }

  @Get('orgs/:organizationId')
  @Operation({ id: 'getOrganizationById', section: SECTION, summary: 'Get an organization', answer: OrganizationDto })
  get(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string): Promise<OrganizationDto> {
    return this.organizations.read(actor, organizationId);
  }

  @Patch('orgs/:organizationId')
  @Operation({ id: 'updateOrganizationById', section: SECTION, summary: 'Change an organization', answer: OrganizationDto, errors: [409] })
  update(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string, @Body() body: UpdateOrganizationDto): Promise<OrganizationDto> {
    return this.organizations.update(actor, organizationId, body);
  }

  @Delete('orgs/:organizationId/link-invites/:inviteId')
  @Operation({ id: 'deleteOrganizationInviteById', section: SECTION, summary: 'Delete an invitation by link', status: 205 })
  async deleteInvite(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string, @Param('inviteId') inviteId: string): Promise<void> {
    await this.invites.delete(actor, organizationId, inviteId);
  }

  @Get('email-domains/:emailDomain/orgs')
  @Operation({
    id: 'getOrganizationsForEmailDomain',
    section: SECTION,
    summary: 'Find the organizations of an e-mail domain',
    description: 'Case does not matter, and international names may be written either way. Who is no member gets what everybody may know.',
    answer: EmailDomainOrganizationsDto,
  })
  listOfEmailDomain(@CurrentActor() actor: Actor, @Param('emailDomain') emailDomain: string): Promise<EmailDomainOrganizationsDto> {
    return this.listing.listOfEmailDomain(actor, emailDomain);
  }

  @Post('orgs/:organizationId/ping')
  @Operation({
    id: 'updateOrganizationMemberLastSeenAt',
    section: 'Organization members',
    summary: 'Tell that you are here',
    description: 'Notes when you were last seen, at most once a minute.',
    answer: VisitDto,
  })
  ping(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string): Promise<VisitDto> {
    return this.visits.visit(actor, organizationId);
  }
}
