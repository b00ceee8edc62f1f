import { Injectable } from '@nestjs/common';
import type { Repository } from 'typeorm';
import { Clock } from '../../../kernel/clock/clock.js';
import { Database } from '../../../kernel/database/database.js';
import { ConflictError } from '../../../kernel/errors/errors.js';
import { newId } from '../../../kernel/ids/id.js';
import { patch } from '../../../kernel/validation/patch.js';
import { shorten } from '../../../kernel/validation/text.js';
import type { PlacedSpace } from '../../spaces/placed-space.js';
import { lockSite, type ReadSite } from '../read-site.js';
import { pathOf } from '../site-path.js';
import { SpacesForSites } from '../spaces-in-sites.js';
import { makeDefaultSection, makeDefaultSiteSpace } from './defaults.js';
import { type Outline, type PlacedSection, type PlacedSiteSpace, sectionsOf, siteSpacesIn, topOf } from './outline.js';
import { dissolveGroup, fillGroup, placeAtEnd, placeOfGroup, type Replacement } from './outline-moves.js';
import { replace } from './replace.js';
import type { Placed } from './sibling-order.js';
import { SiteSectionGroupEntity } from './site-section-group.entity.js';
import { SiteSectionEntity } from './site-section.entity.js';
import { SiteSpaceEntity } from './site-space.entity.js';

/** A site that nobody else changes before the transaction ends. */
export interface LockedSite {
  readonly site: ReadSite;
  readonly outline: Outline;
}

export type SectionChanges = Partial<Pick<SiteSectionEntity, 'title' | 'path' | 'description' | 'icon' | 'condition'>>;
export type GroupChanges = Partial<Pick<SiteSectionGroupEntity, 'title' | 'icon'>>;
export type SiteSpaceChanges = Partial<Pick<SiteSpaceEntity, 'path' | 'condition' | 'spaceId'>>;

/** How sites are put together, without regard to any caller. */
@Injectable()
export class StructureStore {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly spaces: SpacesForSites,
  ) {}

  /**
   * Runs `work` in one transaction that holds the site: changes of one site come one after the other, each on
   * what the last one left.
   * @throws NotFoundError
   */
  async change<Result>(site: ReadSite, work: (locked: LockedSite) => Promise<Result>): Promise<Result> {
    return this.db.transaction(async () => {
      const locked = await lockSite(this.db, site);
      return work({ site: locked, outline: await this.outline(locked.id) });
    });
  }

  /** Behind all that is there. The first one in a site with spaces at its root makes one for those before. */
  async addSection(locked: LockedSite, { title, icon, space }: { title: string; icon: string | null; space: PlacedSpace }): Promise<string> {
    const { site } = locked;
    const outline = siteSpacesIn(locked.outline, null).length > 0 ? await this.moveRootIntoSection(locked) : locked.outline;
    const id = await this.insertSection({ site, outline }, { title, icon });
    await this.addSiteSpace({ site, outline }, { space, sectionId: id });
    return id;
  }

  /** What is equal already is left alone. @throws ConflictError for a path that another section has */
  async updateSection({ outline }: LockedSite, id: string, changes: SectionChanges): Promise<void> {
    requireFreePath(changes.path, id, outline.sections);
    const sections = this.db.repo(SiteSectionEntity);
    await update(sections, await sections.findOneByOrFail({ id }), changes, ['title', 'path', 'description', 'icon', 'condition']);
  }

  /** One of the section's site spaces, instead of the one that is. */
  async makeDefaultSiteSpace({ site }: LockedSite, siteSpaceId: string): Promise<void> {
    await makeDefaultSiteSpace(this.db, site.id, siteSpaceId);
  }

  /** With its site spaces; a default passes to the first section that is left. */
  async removeSection({ site, outline }: LockedSite, { id, isDefault }: PlacedSection): Promise<void> {
    await this.db.repo(SiteSectionEntity).delete({ id });
    const heir = sectionsOf(outline).find((section) => section.id !== id);
    if (isDefault && heir !== undefined) await makeDefaultSection(this.db, site.id, heir.id);
  }

  /** With these sections, in order, and where the first of them is. */
  async addGroup({ site, outline }: LockedSite, { title, icon, sectionIds }: { title: string; icon: string | null; sectionIds: readonly string[] }): Promise<string> {
    const { position, respaced } = placeOfGroup(outline, sectionIds);
    await this.replace(respaced);
    const id = newId();
    await this.db.repo(SiteSectionGroupEntity).insert({ id, siteId: site.id, title, icon, position, createdAt: this.clock.now() });
    await this.replace(fillGroup(id, sectionIds));
    return id;
  }

  /** What is equal already is left alone. */
  async updateGroup(id: string, changes: GroupChanges): Promise<void> {
    const groups = this.db.repo(SiteSectionGroupEntity);
    await update(groups, await groups.findOneByOrFail({ id }), changes, ['title', 'icon']);
  }

  /** Its sections stay where it was. */
  async removeGroup({ outline }: LockedSite, { id }: Placed): Promise<void> {
    await this.replace(dissolveGroup(outline, id));
    await this.db.repo(SiteSectionGroupEntity).delete({ id });
  }

  /** At the end of a section, or of the root; the first one there is the default. */
  async addSiteSpace({ site, outline }: LockedSite, { space, sectionId }: { space: PlacedSpace; sectionId: string | null }): Promise<string> {
    await this.spaces.hold([space.id]);
    const siblings = siteSpacesIn(outline, sectionId);
    const position = await this.end(outline, siblings);
    const id = newId();
    await this.db.repo(SiteSpaceEntity).insert({
      id,
      organizationId: site.organizationId,
      siteId: site.id,
      sectionId,
      spaceId: space.id,
      path: pathOf(space.title, new Set(siblings.map(({ path }) => path))),
      condition: null,
      isDefault: siblings.length === 0,
      position,
      createdAt: this.clock.now(),
    });
    return id;
  }

  /** What is equal already is left alone. @throws ConflictError for a path that a sibling has */
  async updateSiteSpace({ outline }: LockedSite, { id, sectionId, spaceId }: PlacedSiteSpace, changes: SiteSpaceChanges): Promise<void> {
    requireFreePath(changes.path, id, siteSpacesIn(outline, sectionId));
    if (changes.spaceId !== undefined && changes.spaceId !== spaceId) await this.spaces.hold([changes.spaceId]);
    const siteSpaces = this.db.repo(SiteSpaceEntity);
    await update(siteSpaces, await siteSpaces.findOneByOrFail({ id }), changes, ['path', 'condition', 'spaceId']);
  }

  /** The space stays; a default passes to the first site space that is left where it was. */
  async removeSiteSpace({ site, outline }: LockedSite, { id, sectionId, isDefault }: PlacedSiteSpace): Promise<void> {
    await this.db.repo(SiteSpaceEntity).delete({ id });
    const heir = siteSpacesIn(outline, sectionId).find((siteSpace) => siteSpace.id !== id);
    if (isDefault && heir !== undefined) await makeDefaultSiteSpace(this.db, site.id, heir.id);
  }

  /** Gives parts of the site other places. */
  async replace(replacements: readonly Replacement[]): Promise<void> {
    await replace(this.db, replacements);
  }

  private async outline(siteId: string): Promise<Outline> {
    return {
      groups: await this.db.query<Placed>('SELECT id, position FROM site_section_groups WHERE site_id = $1', [siteId]),
      sections: await this.db.query<PlacedSection>(
        'SELECT id, position, group_id AS "groupId", path, is_default AS "isDefault" FROM site_sections WHERE site_id = $1',
        [siteId],
      ),
      siteSpaces: await this.db.query<PlacedSiteSpace>(
        'SELECT id, position, section_id AS "sectionId", space_id AS "spaceId", path, is_default AS "isDefault" FROM site_spaces WHERE site_id = $1',
        [siteId],
      ),
    };
  }

  /** A section with the title of the site; the outline as it then is. */
  private async moveRootIntoSection(locked: LockedSite): Promise<Outline> {
    const { site } = locked;
    const id = await this.insertSection(locked, { title: site.title, icon: null });
    await this.db.query('UPDATE site_spaces SET section_id = $2 WHERE site_id = $1 AND section_id IS NULL', [site.id, id]);
    return this.outline(site.id);
  }

  /** With nothing in it, behind all that is there; the first one is the default. */
  private async insertSection({ site, outline }: LockedSite, { title, icon }: Pick<SiteSectionEntity, 'title' | 'icon'>): Promise<string> {
    const { sections } = outline;
    const position = await this.end(outline, topOf(outline));
    const id = newId();
    await this.db.repo(SiteSectionEntity).insert({
      id,
      siteId: site.id,
      groupId: null,
      title,
      description: null,
      icon,
      path: pathOf(title, new Set(sections.map(({ path }) => path))),
      condition: null,
      isDefault: sections.length === 0,
      position,
      createdAt: this.clock.now(),
    });
    return id;
  }

  private async end(outline: Outline, siblings: readonly Placed[]): Promise<string> {
    const { position, respaced } = placeAtEnd(outline, siblings);
    await this.replace(respaced);
    return position;
  }
}

function requireFreePath(path: string | undefined, id: string, siblings: readonly (PlacedSection | PlacedSiteSpace)[]): void {
  const isTaken = path !== undefined && siblings.some((sibling) => sibling.id !== id && sibling.path === path);
  if (isTaken) throw new ConflictError(`path: a sibling has the path ${shorten(path)} already`, [{ field: 'path', message: 'is taken' }]);
}

async function update<Entity extends { id: string }, Key extends keyof Entity & string>(
  rows: Repository<Entity>,
  row: Entity,
  changes: { readonly [Field in Key]?: Entity[Field] | undefined },
  fields: readonly Key[],
): Promise<void> {
  if (patch(row, changes, fields).length > 0) await rows.save(row);
}
