import { Module } from '@nestjs/common';
import { MemberListing } from './member-listing.js';
import { MemberTexts } from './member-texts.js';
import { MemberAccess } from './member.access.js';
import { MemberPresenter } from './member.presenter.js';
import { MembersService } from './members.service.js';
import { Newcomers } from './newcomers.js';
import { OrganizationMembersController } from './organization-members.controller.js';
import { OrganizationMembersService } from './organization-members.service.js';
import { ProfilesController } from './profiles.controller.js';
import { ProfilesService } from './profiles.service.js';

@Module({
  controllers: [OrganizationMembersController, ProfilesController],
  providers: [MemberAccess, MemberListing, MemberPresenter, MembersService, MemberTexts, Newcomers, OrganizationMembersService, ProfilesService],
  exports: [MemberAccess, MemberPresenter, MembersService, Newcomers],
})
export class MembersModule {}
