import { Injectable } from '@nestjs/common';
import { generateNKeysBetween } from 'fractional-indexing';
import { generateToken } from '../../kernel/auth/generated-token.js';
import { VISITOR_KEY_PREFIX } from '../../kernel/auth/token-prefix.js';
import { noteAct } from '../../kernel/audit/act.js';
import { Clock } from '../../kernel/clock/clock.js';
import { Database } from '../../kernel/database/database.js';
import { DomainEvents } from '../../kernel/database/domain-events.js';
import { requireOne, withNamedConflicts } from '../../kernel/errors/database-errors.js';
import { ConflictError, NotFoundError } from '../../kernel/errors/errors.js';
import { newId } from '../../kernel/ids/id.js';
import { patch } from '../../kernel/validation/patch.js';
import { titleColumns } from '../../kernel/text/contains.js';
import type { PlacedSpace } from '../spaces/placed-space.js';
import { findSite, lockSite, NO_SITE, type ReadSite } from './read-site.js';
import { chooseDefaults, type WantedDefaults } from './site-defaults.js';
import { requireHosts } from './site-hosts.js';
import { pathOf } from './site-path.js';
import { SitePublicationChanged } from './site-publication-changed.event.js';
import { SiteEntity, type SiteType, type SiteVisibility } from './site.entity.js';
import { SpacesForSites } from './spaces-in-sites.js';
import { SiteSpaceEntity } from './structure/site-space.entity.js';

export interface NewSite {
  organizationId: string;
  type: SiteType;
  title: string;
  visibility: SiteVisibility;
  /** To show at the root, in this order; the first one is the default. */
  spaces: readonly PlacedSpace[];
}

export type SiteChanges = Partial<Pick<SiteEntity, (typeof CHANGEABLE)[number]>>;

const CHANGEABLE = ['title', 'visibility', 'published', 'hostname', 'basename', 'proxy', 'adaptiveContent', 'agentsContext'] as const;

/** Sites without regard to any caller. */
@Injectable()
export class SiteStore {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly spaces: SpacesForSites,
    private readonly events: DomainEvents,
  ) {}

  /** An unpublished site. */
  async create({ organizationId, type, title, visibility, spaces }: NewSite): Promise<ReadSite> {
    return this.db.transaction(async () => {
      await this.spaces.hold(spaces.map((space) => space.id));
      const [id, createdAt] = [newId(), this.clock.now()];
      await this.db.repo(SiteEntity).insert({
        id,
        organizationId,
        type,
        ...titleColumns(organizationId, title),
        visibility,
        published: false,
        hostname: null,
        basename: null,
        proxy: null,
        adaptiveContent: false,
        agentsContext: 'included',
        visitorKey: newVisitorKey(),
        siteSpaces: 0,
        createdAt,
      });
      await this.db.repo(SiteSpaceEntity).insert(rootSpaces({ organizationId, siteId: id, createdAt }, spaces));
      return this.get(organizationId, id);
    });
  }

  /** What is equal already is left alone. @throws NotFoundError, ConflictError for a base name that another site has, or a host that another organization's has, BadInputError */
  async update(site: ReadSite, changes: SiteChanges, defaults: WantedDefaults = {}): Promise<ReadSite> {
    return this.db.transaction(async () => {
      const locked = await lockSite(this.db, site);
      const changed = patch(locked, changes, CHANGEABLE);
      const { organizationId, id } = locked;
      const columns = Object.fromEntries(changed.map((field) => [field, locked[field]]));
      const written = changed.includes('title') ? { ...columns, ...titleColumns(organizationId, locked.title) } : columns;
      if (changed.includes('hostname') || changed.includes('proxy')) await requireHosts(this.db, locked);
      if (changed.includes('basename')) await this.requireNoSiteOf(locked);
      if (changed.length > 0) await withNamedConflicts(this.db.repo(SiteEntity).update({ id }, written), TAKEN);
      await chooseDefaults(this.db, id, defaults);
      if (changed.includes('published')) await this.events.emit(new SitePublicationChanged(organizationId, id, locked.published));
      return this.get(organizationId, id);
    });
  }

  /** Where a site has no base name, its id stands in the same place of its address. */
  private async requireNoSiteOf({ organizationId, id, basename }: ReadSite): Promise<void> {
    if (basename === null || basename === id) return;
    if (await this.db.repo(SiteEntity).existsBy({ organizationId, id: basename })) throw new ConflictError(TAKEN.sites_basename_unique);
  }

  /** With everything in it; the spaces stay. @throws NotFoundError */
  async remove({ id }: ReadSite): Promise<void> {
    await this.db.transaction(async () => {
      requireOne(await this.db.repo(SiteEntity).delete({ id }), NO_SITE);
    });
  }

  /** @throws NotFoundError */
  async getById(siteId: string): Promise<ReadSite> {
    const site = await this.db.repo(SiteEntity).findOneBy({ id: siteId });
    if (site === null) throw new NotFoundError(`There is no site ${siteId}.`);
    noteAct({ organizationId: site.organizationId });
    return this.get(site.organizationId, site.id);
  }

  /** @throws NotFoundError */
  async get(organizationId: string, siteId: string): Promise<ReadSite> {
    const site = await findSite(this.db, organizationId, siteId);
    if (site === undefined) throw new NotFoundError(NO_SITE);
    return site;
  }
}

/** 43 digits of base 62 hold the 256 bits that HS256 wants. */
const VISITOR_KEY_LENGTH = 43;

export function newVisitorKey(): string {
  return generateToken(VISITOR_KEY_PREFIX, VISITOR_KEY_LENGTH);
}

function rootSpaces(site: Pick<SiteSpaceEntity, 'organizationId' | 'siteId' | 'createdAt'>, spaces: readonly PlacedSpace[]): SiteSpaceEntity[] {
  const paths = new Set<string>();
  return generateNKeysBetween(null, null, spaces.length).flatMap((position, index) => {
    const space = spaces[index];
    if (space === undefined) return [];
    const path = pathOf(space.title, paths);
    paths.add(path);
    return [{ ...site, id: newId(), sectionId: null, spaceId: space.id, path, condition: null, isDefault: index === 0, position }];
  });
}

const TAKEN = {
  sites_basename_unique: 'Another site of this organization has this basename.',
  sites_hostname_unique: 'Another site has this host name.',
};
