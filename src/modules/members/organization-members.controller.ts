import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../kernel/auth/actor.js';
import { Operation } from '../../kernel/openapi/operation.js';
import { pageOf } from '../../kernel/pagination/page-of.js';
import type { Page } from '../../kernel/pagination/page.js';
import { MemberDto } from './dto/member.dto.js';
import { MemberListQuery, UpdateMemberDto } from './dto/member-requests.dto.js';
import { OrganizationMembersService } from './organization-members.service.js';

const SECTION = 'Organization members';

@Controller('v1/orgs/:organizationId/members')
export class OrganizationMembersController {
  constructor(private readonly members: OrganizationMembersService) {}

  @Get()
  @Operation({ id: 'listMembersInOrganizationById', section: SECTION, summary: 'List the members of an organization', answer: pageOf(MemberDto) })
  list(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string, @Query() query: MemberListQuery): Promise<Page<MemberDto>> {
    return this.members.list(actor, organizationId, query);
  }

  @Get(':userId')
  @Operation({ id: 'getMemberInOrganizationById', section: SECTION, summary: 'Get a member', answer: MemberDto })
  get(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string, @Param('userId') userId: string): Promise<MemberDto> {
    return this.members.get(actor, organizationId, userId);
  }

  @Patch(':userId')
  @Operation({
    id: 'updateMemberInOrganizationById',
    section: SECTION,
    summary: 'Change the role of a member',
    description: 'An organization keeps at least one admin whose membership is not disabled.',
    answer: MemberDto,
    errors: [409],
  })
  update(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('userId') userId: string,
    @Body() body: UpdateMemberDto,
  ): Promise<MemberDto> {
    return this.members.update(actor, organizationId, userId, body);
  }

  @Delete(':userId')
  @Operation({
    id: 'removeMemberFromOrganizationById',
    section: SECTION,
    summary: 'Remove a member from an organization',
    description: 'Members may remove themselves. What they wrote stays. An organization keeps at least one admin whose membership is not disabled.',
    status: 204,
    errors: [409],
  })
  async remove(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string, @Param('userId') userId: string): Promise<void> {
    await this.members.remove(actor, organizationId, userId);
  }

  @Post(':userId/sso')
  @Operation({ id: 'setUserAsSSOMemberForOrganization', section: SECTION, summary: 'Let a member sign in with single sign-on', answer: MemberDto })
  allowSso(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string, @Param('userId') userId: string): Promise<MemberDto> {
    return this.members.allowSso(actor, organizationId, userId);
  }
}
