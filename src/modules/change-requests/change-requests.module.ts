import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { SpacesModule } from '../spaces/spaces.module.js';
import { ChangeRequestAccess } from './change-request.access.js';
import { ChangeRequestLists } from './change-request-lists.js';
import { ChangeRequestPresenter } from './change-request.presenter.js';
import { ChangeRequestsController } from './change-requests.controller.js';
import { ChangeRequestsService } from './change-requests.service.js';

@Module({
  imports: [AccessModule, SpacesModule],
  controllers: [ChangeRequestsController],
  providers: [ChangeRequestAccess, ChangeRequestLists, ChangeRequestPresenter, ChangeRequestsService],
  exports: [ChangeRequestAccess, ChangeRequestPresenter, ChangeRequestsService],
})
export class ChangeRequestsModule {}
