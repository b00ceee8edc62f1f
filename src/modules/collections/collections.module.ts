import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { MembersModule } from '../members/members.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { CollectionMovesService } from './collection-moves.service.js';
import { CollectionPermissionsController } from './collection-permissions.controller.js';
import { CollectionStore } from './collection-store.js';
import { CollectionAccess } from './collection.access.js';
import { CollectionPresenter } from './collection.presenter.js';
import { CollectionsController } from './collections.controller.js';
import { CollectionsService } from './collections.service.js';

@Module({
  imports: [MembersModule, AccessModule, OrganizationsModule],
  controllers: [CollectionsController, CollectionPermissionsController],
  providers: [CollectionAccess, CollectionMovesService, CollectionPresenter, CollectionsService, CollectionStore],
  exports: [CollectionAccess, CollectionPresenter, CollectionStore],
})
export class CollectionsModule {}
