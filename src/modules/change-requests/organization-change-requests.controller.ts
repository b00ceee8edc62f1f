import { Controller, Get, Param, Query } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../kernel/auth/actor.js';
import { ExtensionOperation } from '../../kernel/openapi/operation.js';
import { ChangeRequestListDto } from './dto/change-request.dto.js';
import { OrganizationChangeRequestsQuery } from './dto/change-request-requests.dto.js';
import { OrganizationChangeRequests } from './organization-change-requests.js';

@Controller('v1/orgs/:organizationId/change-requests')
export class OrganizationChangeRequestsController {
  constructor(private readonly changeRequests: OrganizationChangeRequests) {}

  @ExtensionOperation({
    id: 'listChangeRequestsForOrganization',
    summary: 'List the change requests of an organization',
    description: 'Of all spaces that the caller can view, the oldest first.',
    answer: ChangeRequestListDto,
  })
  @Get()
  list(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string, @Query() query: OrganizationChangeRequestsQuery): Promise<ChangeRequestListDto> {
    return this.changeRequests.list(actor, organizationId, query);
  }
}
