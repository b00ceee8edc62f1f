import { Module } from '@nestjs/common';
import { MembersModule } from '../members/members.module.js';
import { OrganizationAccess } from './organization.access.js';
import { OrganizationPresenter } from './organization.presenter.js';
import { OrganizationsService } from './organizations.service.js';

@Module({
  imports: [MembersModule],
  providers: [OrganizationAccess, OrganizationPresenter, OrganizationsService],
  exports: [OrganizationAccess, OrganizationPresenter, OrganizationsService],
})
export class OrganizationsModule {}
