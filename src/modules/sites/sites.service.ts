import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Database } from '../../kernel/database/database.js';
import { TaggedAnswer } from '../../kernel/http/answer.js';
import type { PlacedSpace } from '../spaces/placed-space.js';
import type { SiteDto } from './dto/site.dto.js';
import type { CreateSiteDto, SiteSpacesChoice, UpdateSiteDto } from './dto/site-requests.dto.js';
import { NewSiteSpace } from './new-site-space.js';
import { SiteAccess } from './site.access.js';
import { normalizeProxy } from './site-path.js';
import { SitePresenter } from './site.presenter.js';
import { SiteStore } from './site-store.js';

const DEFAULT_TITLE = 'Untitled site';

/** Reads and keeps sites. */
@Injectable()
export class SitesService {
  constructor(
    private readonly db: Database,
    private readonly access: SiteAccess,
    private readonly store: SiteStore,
    private readonly newSpaces: NewSiteSpace,
    private readonly presenter: SitePresenter,
  ) {}

  async get(actor: Actor, organizationId: string, siteId: string): Promise<TaggedAnswer> {
    return new TaggedAnswer(this.presenter.present(await this.access.load(actor, organizationId, siteId, 'view')));
  }

  async create(actor: Actor, organizationId: string, body: CreateSiteDto): Promise<SiteDto> {
    const { type = 'basic', title = DEFAULT_TITLE, visibility = 'public', spaces: choice = [] } = body;
    await this.access.requireInOrganization(actor, organizationId, 'edit');
    const site = await this.db.transaction(async () => {
      const spaces = await this.spaces(actor, organizationId, choice, title);
      return this.store.create({ organizationId, type, title, visibility, spaces });
    });
    return this.presenter.present(site);
  }

  async update(actor: Actor, organizationId: string, siteId: string, body: UpdateSiteDto): Promise<SiteDto> {
    const site = await this.access.load(actor, organizationId, siteId, 'edit');
    const { adaptiveContent, defaultSiteSpace, defaultSiteSection, proxy: sent, ...others } = body;
    const proxy = typeof sent === 'string' ? normalizeProxy(sent) : sent;
    const changes = { ...others, proxy, adaptiveContent: adaptiveContent?.enabled };
    const updated = await this.store.update(site, changes, { defaultSiteSpace, defaultSiteSection });
    return this.presenter.present(updated);
  }

  async setPublished(actor: Actor, organizationId: string, siteId: string, published: boolean): Promise<SiteDto> {
    const site = await this.access.load(actor, organizationId, siteId, 'edit');
    return this.presenter.present(await this.store.update(site, { published }));
  }

  /** The spaces that it shows stay. */
  async delete(actor: Actor, organizationId: string, siteId: string): Promise<void> {
    await this.store.remove(await this.access.load(actor, organizationId, siteId, 'edit'));
  }

  private async spaces(actor: Actor, organizationId: string, choice: SiteSpacesChoice, title: string): Promise<PlacedSpace[]> {
    if (typeof choice === 'string') return [await this.newSpaces.make(choice, { organizationId, title, createdBy: actor.userId })];
    return this.access.requireSpaces(actor, organizationId, choice, (index) => `spaces.${String(index)}`);
  }
}
