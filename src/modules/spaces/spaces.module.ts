import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { SpaceAccess } from './space.access.js';
import { SpaceHead } from './space-head.js';
import { SpacePresenter } from './space.presenter.js';
import { SpacesService } from './spaces.service.js';

@Module({
  imports: [AccessModule],
  providers: [SpaceAccess, SpaceHead, SpacePresenter, SpacesService],
  exports: [SpaceAccess, SpaceHead, SpacePresenter, SpacesService],
})
export class SpacesModule {}
