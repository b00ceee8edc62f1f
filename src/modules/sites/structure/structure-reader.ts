import { Injectable } from '@nestjs/common';
import { Database } from '../../../kernel/database/database.js';
import type { Stretch } from '../../../kernel/pagination/keyset.js';
import { findPlacedSpaces, type PlacedSpace } from '../../spaces/placed-space.js';
import { inOrder } from './sibling-order.js';
import { findGroups, findSections, findSiteSpaces, type GroupRow, type PartFilter, type SectionRow, type SiteSpaceRow } from './structure-rows.js';

/** A site space with the space that it shows. */
export interface FilledSiteSpace extends SiteSpaceRow {
  readonly space: PlacedSpace;
}

/** A section with what is in it, in order. */
export interface FilledSection extends SectionRow {
  readonly siteSpaces: readonly FilledSiteSpace[];
}

/** A group with what is in it, in order. */
export interface FilledGroup extends GroupRow {
  readonly sections: readonly FilledSection[];
}

/** A site as a whole, in order. */
export type FilledStructure =
  | { readonly type: 'sections'; readonly items: readonly (FilledSection | FilledGroup)[] }
  | { readonly type: 'siteSpaces'; readonly siteSpaces: readonly FilledSiteSpace[] };

/** Parts of a site with all that is in them, in order, in a constant number of queries. */
@Injectable()
export class StructureReader {
  constructor(private readonly db: Database) {}

  /** Sections and groups at the top, or the site spaces at the root of a site without sections. */
  async structure(siteId: string): Promise<FilledStructure> {
    const sections = await this.sections(siteId);
    const groups = await findGroups(this.db, siteId);
    if (sections.length === 0) return { type: 'siteSpaces', siteSpaces: await this.siteSpaces(siteId) };
    const known = new Set(groups.map(({ id }) => id));
    // A group that has gone since the sections were read holds none.
    const byGroup = groupBy(sections, ({ groupId }) => (groupId !== null && known.has(groupId) ? groupId : null));
    const filled = groups.map((group) => ({ ...group, sections: byGroup.get(group.id) ?? [] }));
    return { type: 'sections', items: inOrder([...filled, ...(byGroup.get(null) ?? [])]) };
  }

  async groups(siteId: string, filter?: PartFilter, stretch?: Stretch): Promise<FilledGroup[]> {
    const groups = await findGroups(this.db, siteId, filter, stretch);
    const sections = groups.length === 0 ? [] : await this.sections(siteId, { parentIds: groups.map(({ id }) => id) });
    const byGroup = groupBy(sections, ({ groupId }) => groupId);
    return groups.map((group) => ({ ...group, sections: byGroup.get(group.id) ?? [] }));
  }

  async sections(siteId: string, filter?: PartFilter, stretch?: Stretch): Promise<FilledSection[]> {
    const sections = await findSections(this.db, siteId, filter, stretch);
    const siteSpaces = sections.length === 0 ? [] : await this.siteSpaces(siteId, { parentIds: sections.map(({ id }) => id) });
    const bySection = groupBy(siteSpaces, ({ sectionId }) => sectionId);
    return sections.map((section) => ({ ...section, siteSpaces: bySection.get(section.id) ?? [] }));
  }

  async siteSpaces(siteId: string, filter?: PartFilter, stretch?: Stretch): Promise<FilledSiteSpace[]> {
    const siteSpaces = await findSiteSpaces(this.db, siteId, filter, stretch);
    const spaces = await findPlacedSpaces(this.db, [...new Set(siteSpaces.map(({ spaceId }) => spaceId))]);
    const byId = new Map(spaces.map((space) => [space.id, space]));
    return siteSpaces.flatMap((siteSpace) => {
      const space = byId.get(siteSpace.spaceId);
      // Gone since the site spaces were read.
      return space === undefined ? [] : [{ ...siteSpace, space }];
    });
  }
}

function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}
