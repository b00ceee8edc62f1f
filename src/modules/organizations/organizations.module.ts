import { Module } from '@nestjs/common';
import { MembersModule } from '../members/members.module.js';
import { DomainJoinsService } from './invites/domain-joins.service.js';
import { InvitedUsersService } from './invites/invited-users.service.js';
import { LinkInvitesService } from './invites/link-invites.service.js';
import { OrganizationListing } from './organization-listing.js';
import { OrganizationAccess } from './organization.access.js';
import { OrganizationPresenter } from './organization.presenter.js';
import { OrganizationsController } from './organizations.controller.js';
import { OrganizationsService } from './organizations.service.js';
import { VisitorClaims } from './visits/visitor-claims.js';
import { VisitsService } from './visits/visits.service.js';

@Module({
  imports: [MembersModule],
  controllers: [OrganizationsController],
  providers: [DomainJoinsService, InvitedUsersService, LinkInvitesService, OrganizationAccess, OrganizationListing, OrganizationPresenter, OrganizationsService, VisitorClaims, VisitsService],
  exports: [LinkInvitesService, OrganizationAccess, OrganizationPresenter, OrganizationsService],
})
export class OrganizationsModule {}
