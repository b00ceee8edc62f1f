import type { ProfileStructure } from '../published/profile-structure.js';
import type { FilledSection, FilledSiteSpace } from '../structure/structure-reader.js';

/** What a path leads to within a site. */
export interface PlaceInSite {
  /** Absent at the root of a site without sections. */
  readonly section?: FilledSection;
  readonly siteSpace: FilledSiteSpace;
  /** How many parts of the path name the section and the site space; the others name a page. */
  readonly consumed: number;
  /** Whether nothing that names a part of the site can follow. */
  readonly complete: boolean;
}

/**
 * What isn't named is the default, or the first of what is shown. Site spaces are named behind their section alone.
 * Undefined for a site that shows nothing.
 */
export function placeInSite({ sections, root }: Pick<ProfileStructure, 'sections' | 'root'>, parts: readonly string[]): PlaceInSite | undefined {
  if (root !== undefined) return placed(root, parts, 0);
  const named = namedBy(parts[0], sections);
  const section = named ?? chosen(sections.filter(({ siteSpaces }) => siteSpaces.length > 0));
  if (section === undefined) return undefined;
  const place = named === undefined ? placed(section.siteSpaces, [], 0) : placed(section.siteSpaces, parts, 1);
  return place && { ...place, section, complete: place.complete || place.consumed < parts.length };
}

function placed(siteSpaces: readonly FilledSiteSpace[], parts: readonly string[], before: number): PlaceInSite | undefined {
  const named = namedBy(parts[before], siteSpaces);
  const siteSpace = named ?? chosen(siteSpaces);
  const consumed = named === undefined ? before : before + 1;
  return siteSpace && { siteSpace, consumed, complete: named !== undefined || consumed < parts.length };
}

function chosen<Part extends { readonly isDefault: boolean }>(parts: readonly Part[]): Part | undefined {
  return parts.find(({ isDefault }) => isDefault) ?? parts[0];
}

/** Addresses come with their letters composed or not; who has just this name comes first. */
function namedBy<Part extends { readonly path: string }>(name: string | undefined, parts: readonly Part[]): Part | undefined {
  const composed = name?.normalize('NFC');
  return parts.find(({ path }) => path === name) ?? parts.find(({ path }) => path.normalize('NFC') === composed);
}
