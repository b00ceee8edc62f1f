import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { ContentModule } from '../content/content.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { SpacesModule } from '../spaces/spaces.module.js';
import { ChangeRequestAccess } from './change-request.access.js';
import { ChangeRequestBranch } from './change-request-branch.js';
import { ChangeRequestContent } from './change-request-content.js';
import { ChangeRequestContentController } from './change-request-content.controller.js';
import { ChangeRequestEditsService } from './change-request-edits.service.js';
import { ChangeRequestMergesService } from './change-request-merges.service.js';
import { ChangeRequestLists } from './change-request-lists.js';
import { ChangeRequestExportController } from './change-request-export.controller.js';
import { ChangeRequestLinksController } from './change-request-links.controller.js';
import { ChangeRequestPresenter } from './change-request.presenter.js';
import { ChangeRequestsController } from './change-requests.controller.js';
import { ChangeRequestsService } from './change-requests.service.js';
import { RevisionChangesController } from './revision-changes.controller.js';
import { RevisionChangesService } from './revision-changes.service.js';
import { OrganizationChangeRequests } from './organization-change-requests.js';
import { OrganizationChangeRequestsController } from './organization-change-requests.controller.js';
import { PdfBooks } from './pdf/pdf-books.js';
import { PdfController } from './pdf/pdf.controller.js';
import { PdfDownloadsController } from './pdf/pdf-downloads.controller.js';
import { PdfDownloadsService } from './pdf/pdf-downloads.service.js';
import { PdfRenderer } from './pdf/pdf-renderer.js';
import { PdfService } from './pdf/pdf.service.js';

@Module({
  imports: [AccessModule, OrganizationsModule, SpacesModule, ContentModule],
  controllers: [ChangeRequestsController, OrganizationChangeRequestsController, ChangeRequestContentController, ChangeRequestExportController, ChangeRequestLinksController, RevisionChangesController, PdfController, PdfDownloadsController],
  providers: [ChangeRequestAccess, ChangeRequestBranch, ChangeRequestContent, ChangeRequestEditsService, ChangeRequestLists, ChangeRequestMergesService, ChangeRequestPresenter, ChangeRequestsService, OrganizationChangeRequests, PdfBooks, PdfDownloadsService, PdfRenderer, PdfService, RevisionChangesService],
  exports: [ChangeRequestAccess, ChangeRequestBranch, ChangeRequestContent, ChangeRequestPresenter, ChangeRequestsService],
})
export class ChangeRequestsModule {}
