import type { Element, ElementContent, Root } from 'hast';
import { attribute, byTag, element, elementsOf, findAll, type Parent, removeElements, replaceElements, textContent } from './html-tree.js';

/** Names of the elements that stand for footnotes until the conversion to Markdown; no HTML element has them. */
export const FOOTNOTE_REFERENCE = 'x-footnote-reference';
export const FOOTNOTE_DEFINITION = 'x-footnote-definition';

/** A longer block is no note; the bound keeps the search linear. */
const MOST_ELEMENTS_OF_NOTE = 200;

interface Footnote {
  label: string;
  definition: Element;
}

/**
 * Recognizes footnotes by what all generators have in common: a link with a short label leads to an
 * element which holds a link back to it.
 */
export function markFootnotes(root: Root): void {
  const parents = parentsOf(root);
  const byId = new Map<string, Element>();
  for (const each of elementsOf(root)) {
    const id = attribute(each, 'id') ?? (each.tagName === 'a' ? attribute(each, 'name') : undefined);
    if (id !== undefined && !byId.has(id)) byId.set(id, each);
  }
  const footnotes = new Map<string, Footnote>();
  const references = new Map<Element, string>();
  for (const link of findAll(root, byTag('a'))) {
    const target = fragmentOf(link);
    if (target === undefined || !isLabel(link, parents)) continue;
    const known = footnotes.get(target);
    const definition = known?.definition ?? definitionOf(byId.get(target), link, parents);
    if (definition === undefined || isInside(link, definition, parents)) continue;
    if (known === undefined) footnotes.set(target, { label: String(footnotes.size + 1), definition });
    references.set(outermost(link, parents), footnotes.get(target)?.label ?? '');
  }
  if (references.size === 0) return;
  const definitions = new Map([...footnotes].map(([target, { label, definition }]) => [definition, { label, target }]));
  const notes: ElementContent[] = [];
  replaceElements(root, (each) => {
    const label = references.get(each);
    if (label !== undefined) return [element(FOOTNOTE_REFERENCE, { label })];
    const defined = definitions.get(each);
    if (defined === undefined) return undefined;
    removeBackLinks(each, byId);
    notes.push(element(FOOTNOTE_DEFINITION, { label: defined.label }, ...each.children));
    return [];
  });
  removeElements(root, (each) => isEmptyContainer(each));
  root.children.push(...notes);
}

function parentsOf(root: Root): Map<Element, Parent> {
  const parents = new Map<Element, Parent>();
  const open: Parent[] = [root];
  for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
    for (const child of parent.children) {
      if (child.type !== 'element') continue;
      parents.set(child, parent);
      open.push(child);
    }
  }
  return parents;
}

function fragmentOf(link: Element): string | undefined {
  const address = attribute(link, 'href') ?? '';
  return address.startsWith('#') && address.length > 1 ? address.slice(1) : undefined;
}

function isLabel(link: Element, parents: ReadonlyMap<Element, Parent>): boolean {
  const label = textContent(link).replace(/^\[|\]$/g, '');
  if (!/^[\p{L}\p{N}*†‡§-]{1,20}$/u.test(label)) return false;
  const parent = parents.get(link);
  const isRaised = parent?.type === 'element' && parent.tagName === 'sup';
  return isRaised || findAll(link, byTag('sup')).length > 0 || /footnote|noteref/i.test(attribute(link, 'className') ?? '') || attribute(link, 'dataFootnoteRef') !== undefined;
}

/** The block of the element at the link's target, if it holds a link back to the reference. */
function definitionOf(target: Element | undefined, link: Element, parents: ReadonlyMap<Element, Parent>): Element | undefined {
  if (target === undefined) return undefined;
  let block: Element = target;
  for (let parent = parents.get(block); parent?.type === 'element' && !isBlock(block); parent = parents.get(block)) block = parent;
  const backTargets = new Set(idsAround(link, parents).map((id) => `#${id}`));
  for (const each of [block, ...take(elementsOf(block), MOST_ELEMENTS_OF_NOTE)]) {
    if (each.tagName === 'a' && backTargets.has(attribute(each, 'href') ?? '')) return block;
  }
  return undefined;
}

function* take<T>(values: Iterable<T>, most: number): Generator<T> {
  let taken = 0;
  for (const value of values) {
    if (taken++ >= most) return;
    yield value;
  }
}

function isBlock(each: Element): boolean {
  return ['li', 'div', 'p', 'aside', 'section', 'dd', 'td'].includes(each.tagName);
}

/** Ids by which a note can lead back: those of the link, what is in it, and the few elements around it. */
function idsAround(link: Element, parents: ReadonlyMap<Element, Parent>): string[] {
  const around: Element[] = [link, ...elementsOf(link)];
  for (let parent = parents.get(link), steps = 0; parent?.type === 'element' && steps < 2; parent = parents.get(parent), steps++) around.push(parent);
  return around.flatMap((each) => [attribute(each, 'id'), attribute(each, 'name')]).filter((id) => id !== undefined);
}

function isInside(link: Element, definition: Element, parents: ReadonlyMap<Element, Parent>): boolean {
  for (let parent: Parent | undefined = link; parent?.type === 'element'; parent = parents.get(parent)) if (parent === definition) return true;
  return false;
}

/** The reference with the `sup` around it. */
function outermost(link: Element, parents: ReadonlyMap<Element, Parent>): Element {
  const parent = parents.get(link);
  return parent?.type === 'element' && parent.tagName === 'sup' && textContent(parent) === textContent(link) ? parent : link;
}

function removeBackLinks(definition: Element, byId: ReadonlyMap<string, Element>): void {
  removeElements(definition, (each) => {
    if (each.tagName === 'sup' && /label/.test(attribute(each, 'className') ?? '')) return true;
    const target = each.tagName === 'a' ? fragmentOf(each) : undefined;
    return target !== undefined && byId.has(target) && /^(?:[\s↩↑^⏎[\]\d*]|\uFE0E|\uFE0F)*$/u.test(textContent(each));
  });
}

/** Lists and sections whose notes have been taken out. */
function isEmptyContainer(each: Element): boolean {
  if (!['ol', 'ul', 'section', 'div'].includes(each.tagName) || attribute(each, 'id') !== undefined) return false;
  const isNotes = attribute(each, 'dataFootnotes') !== undefined || /footnote/i.test(attribute(each, 'className') ?? '');
  const rest = textContent(each);
  return (rest === '' && findAll(each, byTag('img', 'input', 'hr', 'br', 'table', FOOTNOTE_REFERENCE)).length === 0) || (isNotes && /^(?:Footnotes?)?$/i.test(rest));
}
