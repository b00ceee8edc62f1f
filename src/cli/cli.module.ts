import { type DynamicModule, Module } from '@nestjs/common';
import { AccessModule } from '../modules/access/access.module.js';
import { CollectionsModule } from '../modules/collections/collections.module.js';
import { ContentModule } from '../modules/content/content.module.js';
import { MembersModule } from '../modules/members/members.module.js';
import { OrganizationsModule } from '../modules/organizations/organizations.module.js';
import { SitesModule } from '../modules/sites/sites.module.js';
import { SpacesModule } from '../modules/spaces/spaces.module.js';
import { AuditCommands } from './audit-commands.js';
import { DatabaseCheck } from './check/database-check.js';
import { ContentCommands } from './content-commands.js';
import { GrantCommands } from './grant-commands.js';
import { OpenApiCommands } from './openapi-commands.js';
import { OperatorCommands } from './operator-commands.js';
import { OrganizationCommands } from './organization-commands.js';
import { PeopleCommands } from './people-commands.js';
import { SiteCommands } from './site-commands.js';
import { TokenCommands } from './token-commands.js';
import { UpkeepCommands } from './upkeep-commands.js';

/** The application with the operator's commands. */
@Module({})
export class CliModule {
  static forRoot(app: DynamicModule): DynamicModule {
    return {
      module: CliModule,
      imports: [app, MembersModule, AccessModule, OrganizationsModule, CollectionsModule, SpacesModule, ContentModule, SitesModule],
      providers: [AuditCommands, ContentCommands, DatabaseCheck, GrantCommands, OpenApiCommands, OperatorCommands, OrganizationCommands, PeopleCommands, SiteCommands, TokenCommands, UpkeepCommands],
    };
  }
}
