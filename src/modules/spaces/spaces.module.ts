import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { CollectionsModule } from '../collections/collections.module.js';
import { MembersModule } from '../members/members.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { InviteJoiningService } from './invites/invite-joining.service.js';
import { PresentedInvites } from './invites/presented-invites.js';
import { InviteLinksController } from './invites/invite-links.controller.js';
import { InviteTargets } from './invites/invite-targets.js';
import { InviteLinksService } from './invites/invite-links.service.js';
import { SpaceAccess } from './space.access.js';
import { SpaceHead } from './space-head.js';
import { SpaceListsController } from './space-lists.controller.js';
import { SpaceListsService } from './space-lists.service.js';
import { SpacePermissionsController } from './space-permissions.controller.js';
import { SpaceMovesService } from './space-moves.service.js';
import { SpacePresenter } from './space.presenter.js';
import { SpaceStore } from './space-store.js';
import { SpaceTrash } from './space-trash.js';
import { SpacesController } from './spaces.controller.js';
import { SpacesService } from './spaces.service.js';

@Module({
  imports: [MembersModule, AccessModule, OrganizationsModule, CollectionsModule],
  controllers: [SpaceListsController, SpacesController, SpacePermissionsController, InviteLinksController],
  providers: [SpaceAccess, SpaceHead, SpaceListsService, SpaceMovesService, SpacePresenter, SpacesService, SpaceStore, SpaceTrash, PresentedInvites, InviteLinksService, InviteTargets, InviteJoiningService],
  exports: [SpaceAccess, SpaceHead, SpacePresenter, SpaceStore],
})
export class SpacesModule {}
