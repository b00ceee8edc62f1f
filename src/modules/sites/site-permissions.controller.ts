import { Controller, Get, Param, Query } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../kernel/auth/actor.js';
import { ExtensionOperation } from '../../kernel/openapi/operation.js';
import { pageOf } from '../../kernel/pagination/page-of.js';
import type { Page } from '../../kernel/pagination/page.js';
import { PageQuery } from '../../kernel/pagination/page-query.js';
import { UserSitePermissionDto } from './dto/site-permission.dto.js';
import { SitePermissionsService } from './site-permissions.service.js';

@Controller('v1/orgs/:organizationId/sites/:siteId/permissions')
export class SitePermissionsController {
  constructor(private readonly permissions: SitePermissionsService) {}

  @ExtensionOperation({
    id: 'listPermissionsAggregateInSite',
    summary: 'List everybody who reaches a site or one of its spaces',
    description: 'With the highest role that they have there, and whether the organization or a space gives it.',
    answer: pageOf(UserSitePermissionDto),
  })
  @Get('aggregate')
  list(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Query() query: PageQuery,
  ): Promise<Page<UserSitePermissionDto>> {
    return this.permissions.list(actor, organizationId, siteId, query);
  }
}
