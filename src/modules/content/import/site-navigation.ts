import type { Element, Root } from 'hast';
import { attribute, byTag, childElements, elementsOf, findElement, hasClass, type Parent, textContent } from './html-tree.js';

/** An entry of a site's navigation. */
export interface NavigationNode {
  /** Canonical address of the page; absent for headings and links that lead to no page of the site. */
  key?: string;
  title: string;
  /** A part: what follows it in the navigation belongs to it. */
  isPart?: boolean;
  /** Stands outside of parts, though it follows one. */
  isOutside?: boolean;
  nodes: NavigationNode[];
}

/** Fewer pages than this are no list of chapters. */
const FEWEST_PAGES = 2;
const NAVIGATION_NAME = /side-?bar|sidenav|navigation|toctree|(?:^|[-_])(?:nav|toc|menu|chapters?|pages-box)(?:$|[-_])/i;

/** The navigation that lists the most pages; undefined when none does. `keyOf` knows the pages by the address that a link has. */
export function findNavigation(documents: readonly Root[], keyOf: (address: string) => string | undefined): NavigationNode[] | undefined {
  let best: NavigationNode[] | undefined;
  let most = FEWEST_PAGES - 1;
  for (const document of documents) {
    for (const container of navigationsOf(document)) {
      const nodes = readNavigation(container, keyOf);
      const count = countPages(nodes);
      if (count > most) {
        best = nodes;
        most = count;
      }
    }
  }
  return best;
}

/** Outermost elements that are navigations by element, role or name; a document that is nothing else, as a frame may be, is one as a whole. */
function* navigationsOf(document: Root): Generator<Parent> {
  let found = false;
  for (const element of elementsOf(document, (each) => !isNavigation(each))) {
    if (!isNavigation(element)) continue;
    found = true;
    yield element;
  }
  const body = findElement(document, byTag('body'));
  if (!found && body !== undefined && findElement(body, byTag('h1', 'p', 'main', 'article')) === undefined) yield body;
}

function isNavigation(element: Element): boolean {
  if (['html', 'body', 'main', 'article', 'a', 'button', 'svg'].includes(element.tagName)) return false;
  const isNamed =
    ['nav', 'aside'].includes(element.tagName) ||
    attribute(element, 'role') === 'navigation' ||
    NAVIGATION_NAME.test(attribute(element, 'id') ?? '') ||
    (attribute(element, 'className') ?? '').split(' ').some((name) => NAVIGATION_NAME.test(name));
  // Wrappers of the whole page carry such names too ("with-sidebar").
  return isNamed && findElement(element, byTag('main', 'article', 'h1')) === undefined;
}

function countPages(nodes: readonly NavigationNode[]): number {
  const keys = new Set<string>();
  const open = [...nodes];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.key !== undefined) keys.add(node.key);
    open.push(...node.nodes);
  }
  return keys.size;
}

/** The entries of one list of pages, or of several with titles between them. */
export function readNavigation(container: Parent, keyOf: KeyOf): NavigationNode[] {
  const nodes: NavigationNode[] = [];
  // The container may itself be the list.
  collect(container.type === 'root' ? container : { type: 'root', children: [container] }, nodes, keyOf);
  return nodes;
}

type KeyOf = (address: string) => string | undefined;

function collect(parent: Parent, into: NavigationNode[], keyOf: KeyOf): void {
  for (const child of childElements(parent)) {
    if (child.tagName === 'ul' || child.tagName === 'ol' || child.tagName === 'menu') for (const item of childElements(child)) collectItem(item, into, keyOf);
    else if (isPartTitle(child)) into.push({ title: textContent(child), isPart: true, nodes: [] });
    else if (child.tagName === 'a') into.push(nodeOf(child, keyOf));
    else if (child.tagName !== 'svg' && child.tagName !== 'template') collect(child, into, keyOf);
  }
}

function collectItem(item: Element, into: NavigationNode[], keyOf: KeyOf): void {
  if (item.tagName !== 'li') {
    collect({ type: 'root', children: [item] }, into, keyOf);
    return;
  }
  const lists = listsIn(item);
  const link = linkOutsideOf(item, lists);
  const below: NavigationNode[] = [];
  for (const list of lists) collect({ type: 'root', children: [list] }, below, keyOf);
  const title = titleOutsideOf(item, lists);
  const previous = into.at(-1);
  if (link !== undefined) into.push({ ...nodeOf(link, keyOf), nodes: below, ...(hasClass(item, 'affix') ? { isOutside: true } : {}) });
  else if (lists.length === 0) {
    if (title !== '' && isPartTitle(item)) into.push({ title, isPart: true, nodes: [] });
  }
  // A list in an item of its own belongs to the item before it, as mdBook writes it.
  else if (title === '' && previous !== undefined && previous.isPart !== true) previous.nodes.push(...below);
  else if (title === '') into.push(...below);
  else into.push({ title, nodes: below });
}

function isPartTitle(element: Element): boolean {
  if (findElement(element, byTag('a', 'ul', 'ol')) !== undefined || textContent(element) === '') return false;
  return /^h[2-6]$/.test(element.tagName) || hasClass(element, 'part-title', 'caption', 'nav-header', 'sidebar-title', 'menu-title') || element.tagName === 'legend';
}

function nodeOf(link: Element, keyOf: KeyOf): NavigationNode {
  const key = keyOf(attribute(link, 'href') ?? '');
  return { ...(key === undefined ? {} : { key }), title: textContent(link), nodes: [] };
}

const LISTS = byTag('ul', 'ol', 'menu');

function listsIn(item: Element): Element[] {
  return [...elementsOf(item, (each) => !LISTS(each))].filter(LISTS);
}

/** The first link with words, before those that open and close. */
function linkOutsideOf(item: Element, lists: readonly Element[]): Element | undefined {
  const links = [...elementsOf(item, (each) => !lists.includes(each))].filter((each) => each.tagName === 'a' && attribute(each, 'href') !== undefined);
  return links.find((link) => textContent(link) !== '') ?? links[0];
}

function titleOutsideOf(item: Element, lists: readonly Element[]): string {
  const rest = item.children.filter((child) => child.type !== 'element' || (!lists.includes(child) && child.tagName !== 'svg'));
  return textContent({ type: 'root', children: rest.map((child) => (child.type === 'element' ? withoutLists(child, lists) : child)) });
}

function withoutLists(element: Element, lists: readonly Element[]): Element {
  const children = element.children.filter((child) => child.type !== 'element' || !lists.includes(child));
  return { ...element, children: children.map((child) => (child.type === 'element' ? withoutLists(child, lists) : child)) };
}
