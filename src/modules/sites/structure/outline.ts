import { inOrder, type Placed } from './sibling-order.js';

/** A section in a group, or between the groups. */
export interface PlacedSection extends Placed {
  readonly groupId: string | null;
  readonly path: string;
  readonly isDefault: boolean;
}

/** A site space in a section, or at the root of a site without sections. */
export interface PlacedSiteSpace extends Placed {
  readonly sectionId: string | null;
  readonly spaceId: string;
  readonly path: string;
  readonly isDefault: boolean;
}

/**
 * How a site is put together, without what its parts say. At the top stand groups and sections without a
 * group, in one order; a group holds sections, a section holds site spaces, each in an order of their own.
 */
export interface Outline {
  readonly groups: readonly Placed[];
  readonly sections: readonly PlacedSection[];
  readonly siteSpaces: readonly PlacedSiteSpace[];
}

/** Groups and sections without a group, in order. */
export function topOf({ groups, sections }: Outline): Placed[] {
  return inOrder([...groups, ...sections.filter(({ groupId }) => groupId === null)]);
}

/** Sections of a group in order; for null as `topOf`, with the groups among them. */
export function siblingsIn(outline: Outline, groupId: string | null): Placed[] {
  return groupId === null ? topOf(outline) : inOrder(outline.sections.filter((section) => section.groupId === groupId));
}

/** Site spaces of a section, or of the root, in order. */
export function siteSpacesIn({ siteSpaces }: Outline, sectionId: string | null): PlacedSiteSpace[] {
  return inOrder(siteSpaces.filter((siteSpace) => siteSpace.sectionId === sectionId));
}

/** All sections as a reader meets them: those of a group where the group stands. */
export function sectionsOf(outline: Outline): PlacedSection[] {
  const byId = new Map(outline.sections.map((section) => [section.id, section]));
  return topOf(outline).flatMap(({ id }) => {
    const section = byId.get(id);
    return section === undefined ? inOrder(outline.sections.filter(({ groupId }) => groupId === id)) : [section];
  });
}
