import { type Outline, siblingsIn, siteSpacesIn, topOf } from './outline.js';
import { indexBeside, type Neighbour, type Placed, placesAt } from './sibling-order.js';

/** Another place for one part of a site. */
export type Replacement =
  | { readonly kind: 'section'; readonly id: string; readonly position: string; readonly groupId: string | null }
  | { readonly kind: 'group'; readonly id: string; readonly position: string }
  | { readonly kind: 'site-space'; readonly id: string; readonly position: string };

export type PartKind = Replacement['kind'];

/** Something that another part of the site can stand beside. */
export interface PartNeighbour extends Neighbour {
  readonly kind: PartKind;
}

/**
 * Any part beside another one, or at the end: as the functions for each kind say. A section goes beside a group, too,
 * out of the one that it was in. Empty when it stands there; undefined when there is no such place.
 */
export function movePart(outline: Outline, { kind, id }: { kind: PartKind; id: string }, neighbour: PartNeighbour | undefined): Replacement[] | undefined {
  if (neighbour !== undefined && (kind === 'site-space') !== (neighbour.kind === 'site-space')) return undefined;
  switch (kind) {
    case 'site-space':
      return moveSiteSpace(outline, id, neighbour);
    case 'group':
      return moveGroup(outline, id, neighbour);
    case 'section':
      if (neighbour?.kind !== 'group') return moveSection(outline, id, neighbour);
      return outline.groups.some((group) => group.id === neighbour.id) ? putSection(outline, id, null, neighbour) : undefined;
  }
}

/**
 * A section beside another one, in whose group it then is; without a neighbour behind everything, in no group.
 * Empty when it stands there; undefined when there is no such neighbour.
 */
export function moveSection(outline: Outline, id: string, neighbour: Neighbour | undefined): Replacement[] | undefined {
  const beside = neighbour === undefined ? undefined : outline.sections.find((section) => section.id === neighbour.id);
  if (neighbour !== undefined && beside === undefined) return undefined;
  return putSection(outline, id, beside?.groupId ?? null, neighbour);
}

/** A section at the end of a group. Empty when it is in the group. */
export function moveIntoGroup(outline: Outline, id: string, groupId: string): Replacement[] {
  const isThere = outline.sections.some((section) => section.id === id && section.groupId === groupId);
  return isThere ? [] : (putSection(outline, id, groupId, undefined) ?? []);
}

/** Sections into a new group, in order. */
export function fillGroup(groupId: string, sectionIds: readonly string[]): Replacement[] {
  const { positions } = placesAt([], 0, sectionIds.length);
  return sectionIds.map((id, index) => ({ kind: 'section', id, position: positions[index] ?? '', groupId }));
}

/** A section out of its group, behind which it then stands. */
export function moveOutOfGroup(outline: Outline, id: string, groupId: string): Replacement[] {
  return putSection(outline, id, null, { side: 'after', id: groupId }) ?? [];
}

/**
 * A group beside a section or another group; a section within a group stands for its group, as groups hold no
 * groups. Empty and undefined as for sections.
 */
export function moveGroup(outline: Outline, id: string, neighbour: PartNeighbour | undefined): Replacement[] | undefined {
  const section = outline.sections.find((candidate) => candidate.id === neighbour?.id);
  if (neighbour !== undefined && (neighbour.kind === 'section') !== (section !== undefined)) return undefined;
  const beside = neighbour === undefined ? undefined : { side: neighbour.side, id: section?.groupId ?? neighbour.id };
  const place = placeAmong(topOf(outline), id, beside);
  return place === undefined ? undefined : replacements(outline, place, (position) => ({ kind: 'group', id, position }));
}

/** A site space beside another one of the same section, or at its end. Empty and undefined as for sections. */
export function moveSiteSpace(outline: Outline, id: string, neighbour: Neighbour | undefined): Replacement[] | undefined {
  const sectionId = outline.siteSpaces.find((siteSpace) => siteSpace.id === id)?.sectionId ?? null;
  const place = placeAmong(siteSpacesIn(outline, sectionId), id, neighbour);
  return place === undefined ? undefined : replacements(outline, place, (position) => ({ kind: 'site-space', id, position }));
}

/** The sections of a group that goes, where it stood. */
export function dissolveGroup(outline: Outline, groupId: string): Replacement[] {
  const top = topOf(outline);
  const index = top.findIndex(({ id }) => id === groupId);
  const { positions, respaced } = placesAt(
    top.filter(({ id }) => id !== groupId),
    index,
    siblingsIn(outline, groupId).length,
  );
  const freed = siblingsIn(outline, groupId).map(({ id, position }, at): Replacement => ({ kind: 'section', id, position: positions[at] ?? position, groupId: null }));
  return [...freed, ...respacings(outline, respaced)];
}

/** Where a new group stands: in the place of the first of its sections, or at the end when that is in another group, or there is none. */
export function placeOfGroup(outline: Outline, sectionIds: readonly string[]): { position: string; respaced: Replacement[] } {
  const first = outline.sections.find(({ id }) => id === sectionIds[0]);
  return first?.groupId === null ? { position: first.position, respaced: [] } : placeAtEnd(outline, topOf(outline));
}

/** A place behind all siblings. */
export function placeAtEnd(outline: Outline, siblings: readonly Placed[]): { position: string; respaced: Replacement[] } {
  const { positions, respaced } = placesAt(siblings, siblings.length);
  return { position: positions[0] ?? '', respaced: respacings(outline, respaced) };
}

function putSection(outline: Outline, id: string, groupId: string | null, neighbour: Neighbour | undefined): Replacement[] | undefined {
  const place = placeAmong(siblingsIn(outline, groupId), id, neighbour);
  return place === undefined ? undefined : replacements(outline, place, (position) => ({ kind: 'section', id, position, groupId }));
}

interface Place {
  readonly others: readonly Placed[];
  readonly index: number;
  /** Whether what is moved stands there already. */
  readonly isOwn: boolean;
}

/** The place beside the neighbour, among siblings of which the moved one may be one. */
function placeAmong(siblings: readonly Placed[], id: string, neighbour: Neighbour | undefined): Place | undefined {
  const others = siblings.filter((sibling) => sibling.id !== id);
  const index = indexBeside(others, neighbour);
  return index === undefined ? undefined : { others, index, isOwn: siblings[index]?.id === id };
}

function replacements(outline: Outline, { others, index, isOwn }: Place, replacement: (position: string) => Replacement): Replacement[] {
  if (isOwn) return [];
  const { positions, respaced } = placesAt(others, index);
  return [...positions.map(replacement), ...respacings(outline, respaced)];
}

/** Siblings that stay where they are, with another position. */
function respacings({ groups, sections, siteSpaces }: Outline, respaced: readonly Placed[]): Replacement[] {
  return respaced.flatMap(({ id, position }): Replacement[] => {
    const section = sections.find((candidate) => candidate.id === id);
    if (section !== undefined) return [{ kind: 'section', id, position, groupId: section.groupId }];
    if (siteSpaces.some((siteSpace) => siteSpace.id === id)) return [{ kind: 'site-space', id, position }];
    return groups.some((group) => group.id === id) ? [{ kind: 'group', id, position }] : [];
  });
}
