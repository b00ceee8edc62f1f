import { Injectable } from '@nestjs/common';
import { AuditCommands } from './audit-commands.js';
import { ContentCommands } from './content-commands.js';
import { GrantCommands } from './grant-commands.js';
import { OpenApiCommands } from './openapi-commands.js';
import { OrganizationCommands } from './organization-commands.js';
import { PeopleCommands } from './people-commands.js';
import { SiteCommands } from './site-commands.js';
import { TokenCommands } from './token-commands.js';
import { UpkeepCommands } from './upkeep-commands.js';

/** What an operator may do from the machine itself, without a token and without regard to rights; by what it is done with. */
@Injectable()
export class OperatorCommands {
  constructor(
    readonly organizations: OrganizationCommands,
    readonly people: PeopleCommands,
    readonly tokens: TokenCommands,
    readonly grants: GrantCommands,
    readonly content: ContentCommands,
    readonly sites: SiteCommands,
    readonly openApi: OpenApiCommands,
    readonly audit: AuditCommands,
    readonly upkeep: UpkeepCommands,
  ) {}
}
