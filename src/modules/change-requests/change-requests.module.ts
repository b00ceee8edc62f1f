import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { ContentModule } from '../content/content.module.js';
import { SpacesModule } from '../spaces/spaces.module.js';
import { ChangeRequestAccess } from './change-request.access.js';
import { ChangeRequestBranch } from './change-request-branch.js';
import { ChangeRequestContent } from './change-request-content.js';
import { ChangeRequestContentController } from './change-request-content.controller.js';
import { ChangeRequestEditsService } from './change-request-edits.service.js';
import { ChangeRequestMergesService } from './change-request-merges.service.js';
import { ChangeRequestLists } from './change-request-lists.js';
import { ChangeRequestPresenter } from './change-request.presenter.js';
import { ChangeRequestsController } from './change-requests.controller.js';
import { ChangeRequestsService } from './change-requests.service.js';

@Module({
  imports: [AccessModule, SpacesModule, ContentModule],
  controllers: [ChangeRequestsController, ChangeRequestContentController],
  providers: [ChangeRequestAccess, ChangeRequestBranch, ChangeRequestContent, ChangeRequestEditsService, ChangeRequestLists, ChangeRequestMergesService, ChangeRequestPresenter, ChangeRequestsService],
  exports: [ChangeRequestAccess, ChangeRequestBranch, ChangeRequestContent, ChangeRequestPresenter, ChangeRequestsService],
})
export class ChangeRequestsModule {}
