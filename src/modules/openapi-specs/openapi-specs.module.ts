import { Module } from '@nestjs/common';
import { Config } from '../../kernel/config/config.js';
import { MembersModule } from '../members/members.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { OpenApiLists } from './openapi-lists.js';
import { OpenApiPages } from './openapi-pages.js';
import { OpenApiSpecAccess } from './openapi-spec.access.js';
import { OpenApiSpecPresenter } from './openapi-spec.presenter.js';
import { OpenApiSpecsController } from './openapi-specs.controller.js';
import { OpenApiSpecsService } from './openapi-specs.service.js';
import { OpenApiVersionPresenter } from './openapi-version.presenter.js';
import { OpenApiVersionsService } from './openapi-versions.service.js';
import { SpecDownloadsController } from './spec-downloads.controller.js';
import { SpecDownloads } from './spec-downloads.service.js';
import { SpecProcessing } from './spec-processing.service.js';
import { SpecReader } from './spec-reader.js';
import { SpecStore } from './spec-store.js';
import { ProcessSpecReader } from './process-spec-reader.js';

@Module({
  imports: [MembersModule, OrganizationsModule],
  controllers: [OpenApiSpecsController, SpecDownloadsController],
  providers: [
    OpenApiLists,
    OpenApiPages,
    OpenApiSpecAccess,
    OpenApiSpecPresenter,
    OpenApiSpecsService,
    OpenApiVersionPresenter,
    OpenApiVersionsService,
    SpecDownloads,
    SpecProcessing,
    SpecStore,
    { provide: SpecReader, useFactory: (config: Config) => new ProcessSpecReader(config.openApiBounds, config.fetchAllowHosts), inject: [Config] },
  ],
  exports: [OpenApiPages, SpecStore],
})
export class OpenApiSpecsModule {}
