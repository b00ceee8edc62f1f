import { type DynamicModule, Module } from '@nestjs/common';
import { dataSourceOptions } from '../ormconfig.js';
import type { Config } from './kernel/config/config.js';
import { DatabaseModule } from './kernel/database/database.module.js';
import { JobsModule } from './kernel/jobs/jobs.module.js';
import { KernelModule } from './kernel/kernel.module.js';
import type { Logger } from './kernel/logging/logger.js';
import { LoggingModule } from './kernel/logging/logging.module.js';
import { AccessModule } from './modules/access/access.module.js';
import { ChangeRequestsModule } from './modules/change-requests/change-requests.module.js';
import { CommentsModule } from './modules/comments/comments.module.js';
import { CollectionsModule } from './modules/collections/collections.module.js';
import { ContentModule } from './modules/content/content.module.js';
import { IdentityModule } from './modules/identity/identity.module.js';
import { IntegrationsModule } from './modules/integrations/integrations.module.js';
import { MembersModule } from './modules/members/members.module.js';
import { OrganizationsModule } from './modules/organizations/organizations.module.js';
import { OpenApiSpecsModule } from './modules/openapi-specs/openapi-specs.module.js';
import { ReviewsModule } from './modules/reviews/reviews.module.js';
import { SamlModule } from './modules/saml/saml.module.js';
import { SitesModule } from './modules/sites/sites.module.js';
import { SpacesModule } from './modules/spaces/spaces.module.js';
import { TeamsModule } from './modules/teams/teams.module.js';
import { TranslationsModule } from './modules/translations/translations.module.js';
import { SetupModule } from './setup/setup.module.js';

export interface AppOptions {
  config: Config;
  databaseUrl: string;
  logger: Logger;
  /** Whether this process does jobs, or only adds them. Default true. */
  doesJobs?: boolean;
}

/** The table of contents: modules in rank order, each importing only lower ones. */
@Module({})
export class AppModule {
  static forRoot({ config, databaseUrl, logger, doesJobs = true }: AppOptions): DynamicModule {
    return {
      module: AppModule,
      imports: [
        LoggingModule.forRoot(logger),
        DatabaseModule.forRoot(dataSourceOptions(databaseUrl, config.databasePoolSize), config.databaseMilliseconds, { urls: config.replicaUrls, poolSize: config.databasePoolSize }),
        KernelModule.forRoot(config),
        JobsModule.forRoot({ databaseUrl, concurrency: doesJobs ? config.jobConcurrency : 0, silentMilliseconds: config.databaseMilliseconds }),
        IdentityModule,
        MembersModule,
        TeamsModule,
        AccessModule,
        OrganizationsModule,
        SamlModule,
        CollectionsModule,
        OpenApiSpecsModule,
        SpacesModule,
        ContentModule,
        ChangeRequestsModule,
        TranslationsModule,
        SitesModule,
        CommentsModule,
        ReviewsModule,
        IntegrationsModule,
        SetupModule,
      ],
    };
  }
}
