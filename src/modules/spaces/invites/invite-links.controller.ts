import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../../kernel/auth/actor.js';
import { ExtensionOperation } from '../../../kernel/openapi/operation.js';
import { PageQuery } from '../../../kernel/pagination/page-query.js';
import { InviteJoiningService } from './invite-joining.service.js';
import { CreateInviteLinkDto, InviteLinkDto, InviteLinkListDto, UpdateInviteLinkDto } from './invite-links.dto.js';
import { InviteLinksService } from './invite-links.service.js';

@Controller('v1/orgs/:organizationId')
export class InviteLinksController {
  constructor(
    private readonly links: InviteLinksService,
    private readonly joining: InviteJoiningService,
  ) {}

  @ExtensionOperation({ id: 'listOrganizationInviteLinks', summary: 'List the invitations by link', description: 'The oldest first.', answer: InviteLinkListDto })
  @Get('link-invites')
  list(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string, @Query() query: PageQuery): Promise<InviteLinkListDto> {
    return this.links.list(actor, organizationId, query);
  }

  @ExtensionOperation({
    id: 'createOrganizationInvite',
    summary: 'Invite by link',
    description: 'With `role` to the organization, or with `level` and `space` or `collection` to content. Whoever has its id can join while the organization has invite links switched on.',
    status: 201,
    answer: InviteLinkDto,
    errors: [412, 413, 415],
  })
  @Post('link-invites')
  create(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string, @Body() body: CreateInviteLinkDto): Promise<InviteLinkDto> {
    return this.links.create(actor, organizationId, body);
  }

  @ExtensionOperation({ id: 'getOrganizationInviteLink', summary: 'Get an invitation by link', description: 'For everybody who has its id.', answer: InviteLinkDto })
  @Get('link-invites/:inviteId')
  get(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string, @Param('inviteId') inviteId: string): Promise<InviteLinkDto> {
    return this.links.get(actor, organizationId, inviteId);
  }

  @ExtensionOperation({ id: 'updateOrganizationInviteById', summary: 'Change what an invitation by link gives', answer: InviteLinkDto, errors: [413, 415] })
  @Patch('link-invites/:inviteId')
  update(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string, @Param('inviteId') inviteId: string, @Body() body: UpdateInviteLinkDto): Promise<InviteLinkDto> {
    return this.links.update(actor, organizationId, inviteId, body);
  }

  @ExtensionOperation({
    id: 'joinOrganizationWithInvite',
    summary: 'Join with an invitation by link',
    description: 'A role that is higher already stays.',
    answer: InviteLinkDto,
    errors: [412],
  })
  @Post('invites/:inviteId')
  join(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string, @Param('inviteId') inviteId: string): Promise<InviteLinkDto> {
    return this.joining.join(actor, organizationId, inviteId);
  }
}
