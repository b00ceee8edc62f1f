import { LRUCache } from 'lru-cache';
import type { Customization, HeaderItem } from '../customization/customization.js';
import type { Looks } from '../customization/customizations.js';
import type { ReadSite } from '../read-site.js';
import { pathOf } from '../site-path.js';
import type { FilledSection, FilledSiteSpace } from '../structure/structure-reader.js';
import { type Claims, claimsOf, type Condition, holds } from '../adaptive/condition.js';
import { parseCondition } from '../adaptive/condition-parser.js';

/** What a profile shows: sections in order, or the site spaces at the root of a site without any. */
export interface ProfileStructure {
  readonly sections: readonly FilledSection[];
  /** Undefined for a site with sections, also where none of them is shown. */
  readonly root: readonly FilledSiteSpace[] | undefined;
  readonly looks: Looks;
}

export function siteSpacesOf({ sections, root = [] }: Pick<ProfileStructure, 'sections' | 'root'>): FilledSiteSpace[] {
  return [...sections.flatMap((section) => section.siteSpaces), ...root];
}

/** As the one section of a site without any, which bears the site's id and title. */
export function rootSection(site: ReadSite): FilledSection {
  return {
    id: site.id,
    siteId: site.id,
    groupId: null,
    title: site.title,
    description: null,
    icon: null,
    path: pathOf(site.title, new Set()),
    condition: null,
    isDefault: true,
    position: '',
    topPosition: '',
    topId: site.id,
    siteSpaces: [],
  };
}

/** Without what isn't for a visitor with these claims, and without what is in the trash. */
export function visibleTo(claims: Claims, { sections, root, looks }: ProfileStructure): ProfileStructure {
  const isShown = ({ condition }: Conditional): boolean => !hasCondition({ condition }) || holds(parsed(condition ?? ''), claims);
  const shown = (siteSpaces: readonly FilledSiteSpace[]): FilledSiteSpace[] => siteSpaces.filter((siteSpace) => siteSpace.space.deletedAt === null && isShown(siteSpace));
  const look = (customization: Customization): Customization => ({ ...customization, header: { ...customization.header, links: customization.header.links.filter(isShown) } });
  return {
    sections: sections.filter(isShown).map((section) => ({ ...section, siteSpaces: shown(section.siteSpaces) })),
    root: root && shown(root),
    looks: { site: look(looks.site), siteSpaces: new Map([...looks.siteSpaces].map(([id, customization]) => [id, look(customization)])) },
  };
}

/** Whether every visitor sees all of it. */
export function isForEverybody(structure: ProfileStructure): boolean {
  const siteSpaces = siteSpacesOf(structure);
  return ![...structure.sections, ...siteSpaces, ...headerLinks(structure)].some(hasCondition) && siteSpaces.every(({ space }) => space.deletedAt === null);
}

/** Ids of what is shown: two profiles of one structure that show the same are the same. */
export function shownIds(structure: ProfileStructure): string {
  const { sections, root = [] } = structure;
  const ids = [...sections.flatMap(({ id, siteSpaces }) => [id, ...siteSpaces.map((siteSpace) => siteSpace.id)]), ...root.map(({ id }) => id)];
  return [...ids, JSON.stringify(headerLinks(structure).filter(hasCondition))].join();
}

/** Every claim that a condition in it names. */
export function claimsNamed(structure: ProfileStructure): (readonly string[])[] {
  const conditional: Conditional[] = [...structure.sections, ...siteSpacesOf(structure), ...headerLinks(structure)];
  return conditional.filter(hasCondition).flatMap(({ condition }) => claimsOf(parsed(condition ?? '')).map(({ path }) => path));
}

interface Conditional {
  readonly condition?: string | null | undefined;
}

function hasCondition({ condition }: Conditional): boolean {
  return condition !== null && condition !== undefined && condition !== '';
}

function headerLinks({ looks }: ProfileStructure): HeaderItem[] {
  return [looks.site, ...looks.siteSpaces.values()].flatMap(({ header }) => header.links);
}

const conditions = new LRUCache<string, Condition>({ max: 5_000 });

/** They were checked when they were written. */
function parsed(text: string): Condition {
  const known = conditions.get(text) ?? parseCondition(text);
  conditions.set(text, known);
  return known;
}
