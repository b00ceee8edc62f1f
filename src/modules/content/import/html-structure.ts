import type { Element, ElementContent, Root } from 'hast';
import { attribute, byTag, childElements, element, findAll, hasClass, type Parent, text, textContent } from './html-tree.js';

const LISTS = byTag('ul', 'ol');
/** Notion makes a list of each item. */
const LISTS_OF_ONE = ['bulleted-list', 'numbered-list', 'to-do-list'];
const MARKS = byTag('strong', 'b', 'em', 'i', 'del', 's', 'strike');

/** Brings lists to what Markdown can say: lists hold items alone, and neighbours that are one list are one. */
export function mendLists(root: Root): void {
  for (const list of findAll(root, LISTS)) nestLists(list);
  for (const parent of [root, ...findAll(root, (each) => childElements(each).some((child) => hasClass(child, ...LISTS_OF_ONE)))]) joinLists(parent);
}

/** A list right in a list, as many editors write it, belongs to the item before it. */
function nestLists(list: Element): void {
  const children: ElementContent[] = [];
  let item: Element | undefined;
  for (const child of list.children) {
    if (child.type === 'element' && LISTS(child)) {
      if (item === undefined) {
        item = element('li', {});
        children.push(item);
      }
      item.children.push(child);
    } else {
      if (child.type === 'element' && child.tagName === 'li') item = child;
      children.push(child);
    }
  }
  list.children = children;
}

function joinLists(parent: Parent): void {
  let last: Element | undefined;
  const joined = new Set<ElementContent>();
  for (const child of parent.children) {
    if (child.type === 'text' && child.value.trim() === '') continue;
    if (child.type === 'element' && last !== undefined && continues(last, child)) {
      for (const item of child.children) last.children.push(item);
      joined.add(child);
    } else {
      last = child.type === 'element' && LISTS(child) ? child : undefined;
    }
  }
  if (joined.size > 0) parent.children = parent.children.filter((child) => child.type === 'doctype' || !joined.has(child));
}

function continues(list: Element, next: Element): boolean {
  if (next.tagName !== list.tagName || !LISTS_OF_ONE.some((name) => hasClass(list, name) && hasClass(next, name))) return false;
  const first = (each: Element): number => Number(attribute(each, 'start') ?? 1);
  return list.tagName === 'ul' || first(next) === first(list) + childElements(list).length;
}

/** What Confluence knows of its tasks, as boxes. */
export function markConfluenceTasks(root: Root): void {
  for (const list of findAll(root, (each) => hasClass(each, 'inline-task-list'))) {
    for (const item of childElements(list)) {
      item.children.unshift(element('input', { type: 'checkbox', checked: hasClass(item, 'checked'), disabled: true }), text(' '));
    }
  }
}

/** Blanks and line breaks at the ends of bold or italic text stand beside it, as Markdown's signs have to touch the words; marks around nothing go. */
export function tidyMarks(parent: Parent): void {
  parent.children = parent.children.flatMap((child): ElementContent[] => {
    if (child.type === 'doctype') return [];
    if (child.type !== 'element') return [child];
    tidyMarks(child);
    if (MARKS(child)) return withBlanksBeside(child);
    return isEmptyCode(child) ? child.children : [child];
  });
}

function isEmptyCode(each: Element): boolean {
  return each.tagName === 'code' && textContent(each) === '' && childElements(each).length === 0;
}

function withBlanksBeside(mark: Element): ElementContent[] {
  const pieces = mark.children.flatMap((child) => (child.type === 'text' ? (child.value.match(/^\s+|\s+$|\S(?:[^]*\S)?/g) ?? []).map(text) : [child]));
  const isBlank = (piece: ElementContent): boolean => (piece.type === 'text' ? piece.value.trim() === '' : piece.type === 'element' && piece.tagName === 'br');
  const first = pieces.findIndex((piece) => !isBlank(piece));
  if (first === -1) return pieces;
  const end = pieces.findLastIndex((piece) => !isBlank(piece)) + 1;
  return [...pieces.slice(0, first), { ...mark, children: pieces.slice(first, end) }, ...pieces.slice(end)];
}
