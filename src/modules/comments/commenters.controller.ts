import { Controller, Get, Param, Query } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../kernel/auth/actor.js';
import { ExtensionOperation } from '../../kernel/openapi/operation.js';
import { pageOf } from '../../kernel/pagination/page-of.js';
import type { Page } from '../../kernel/pagination/page.js';
import { PageQuery } from '../../kernel/pagination/page-query.js';
import { ChangeRequestContent } from '../change-requests/change-request-content.js';
import { MainContent } from '../content/main-content.js';
import { MemberDto } from '../members/dto/member.dto.js';
import { CommentersService } from './commenters.service.js';

const DESCRIPTION = 'Members of the organization with a comment or a reply. Guests list no members.';

@Controller('v1/spaces/:spaceId')
export class CommentersController {
  constructor(
    private readonly content: MainContent,
    private readonly changeRequests: ChangeRequestContent,
    private readonly commenters: CommentersService,
  ) {}

  @ExtensionOperation({ id: 'listCommentersInSpace', summary: 'List the members who commented on a space', description: DESCRIPTION, answer: pageOf(MemberDto) })
  @Get('commenters')
  listInSpace(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Query() query: PageQuery): Promise<Page<MemberDto>> {
    return this.commenters.list(actor, this.content.of(spaceId), query);
  }

  @ExtensionOperation({ id: 'listCommentersInChangeRequest', summary: 'List the members who commented on a change request', description: DESCRIPTION, answer: pageOf(MemberDto) })
  @Get('change-requests/:changeRequestId/commenters')
  listInChangeRequest(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Param('changeRequestId') changeRequestId: string, @Query() query: PageQuery): Promise<Page<MemberDto>> {
    return this.commenters.list(actor, this.changeRequests.of(spaceId, changeRequestId), query);
  }
}
