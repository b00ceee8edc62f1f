import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../kernel/auth/actor.js';
import { Database } from '../../../kernel/database/database.js';
import { SiteAccess } from '../../sites/site.access.js';
import type { SiteScriptDto } from '../../sites/dto/published-site.dto.js';
import { SpaceAccess } from '../../spaces/space.access.js';
import type { IntegrationListDto } from '../dto/integration.dto.js';
import type { IntegrationBlocksDto, IntegrationSearchQuery } from '../dto/organization-integrations.dto.js';
import { IntegrationLists } from '../integration-lists.js';
import { findBlocks } from '../integration-rows.js';
import { InstalledScripts } from '../scripts/installed-scripts.js';

/** Which integrations are in a space or site, for everybody who sees it. */
@Injectable()
export class ContentIntegrationsService {
  constructor(
    private readonly db: Database,
    private readonly spaces: SpaceAccess,
    private readonly sites: SiteAccess,
    private readonly lists: IntegrationLists,
    private readonly scripts: InstalledScripts,
  ) {}

  async ofSpace(actor: Actor, spaceId: string, { search, ...paging }: IntegrationSearchQuery): Promise<IntegrationListDto> {
    const { id, organizationId } = await this.spaces.load(actor, spaceId, 'view');
    return this.lists.find({ search, installedIn: { kind: 'space', id, organizationId } }, paging, { space: id });
  }

  /** Of all integrations in the space that have any. */
  async blocksOfSpace(actor: Actor, spaceId: string): Promise<IntegrationBlocksDto[]> {
    const { id, organizationId } = await this.spaces.load(actor, spaceId, 'view');
    return findBlocks(this.db, { installedIn: { kind: 'space', id, organizationId }, blocks: true });
  }

  async ofSite(actor: Actor, organizationId: string, siteId: string, { search, ...paging }: IntegrationSearchQuery): Promise<IntegrationListDto> {
    const { id } = await this.sites.load(actor, organizationId, siteId, 'view');
    return this.lists.find({ search, installedIn: { kind: 'site', id, organizationId } }, paging, { site: id });
  }

  async scriptsOfSite(actor: Actor, organizationId: string, siteId: string): Promise<SiteScriptDto[]> {
    return this.scripts.of(await this.sites.load(actor, organizationId, siteId, 'view'));
  }
}
