import type { Element, ElementContent, Nodes, Root } from 'hast';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';

export type Parent = Root | Element;

/** Deeper documents are refused: tools for trees recurse, and no document for readers comes near. */
const MOST_DEPTH = 400;

/** A document that can't be turned into a tree; the message is for people. */
export class HtmlError extends Error {}

/** No page for readers is longer (characters); trees of longer ones would take all memory. */
const MOST_LENGTH = 10_000_000;

const parser = unified().use(rehypeParse).freeze();

/** @throws HtmlError when the document is absurdly long, or nests elements absurdly deep */
export function parseHtml(html: string): Root {
  if (html.length > MOST_LENGTH) throw new HtmlError(`is longer than ${MOST_LENGTH} characters of HTML`);
  try {
    const root = parser.parse(html);
    if (depthOf(root) > MOST_DEPTH) throw new HtmlError(`nests elements deeper than ${MOST_DEPTH}`);
    return root;
  } catch (error) {
    // The stack overflowed while the tree was built.
    if (error instanceof RangeError) throw new HtmlError(`nests elements deeper than ${MOST_DEPTH}`);
    throw error;
  }
}

function depthOf(root: Root): number {
  let depth = 0;
  let level: Nodes[] = [root];
  while (level.length > 0) {
    depth++;
    level = level.flatMap((node) => ('children' in node ? node.children : []));
  }
  return depth;
}

/** All elements below a node, in document order; `enter` false leaves out what is below an element. */
export function* elementsOf(parent: Parent, enter: (element: Element) => boolean = () => true): Generator<Element> {
  const open = childElements(parent).reverse();
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    yield element;
    if (enter(element)) open.push(...childElements(element).reverse());
  }
}

export function childElements(parent: Parent): Element[] {
  return parent.children.flatMap((child) => (child.type === 'element' ? [child] : []));
}

export function findElement(parent: Parent, matches: (element: Element) => boolean): Element | undefined {
  for (const element of elementsOf(parent)) if (matches(element)) return element;
  return undefined;
}

export function findAll(parent: Parent, matches: (element: Element) => boolean): Element[] {
  return [...elementsOf(parent)].filter(matches);
}

export function byTag(...names: string[]): (element: Element) => boolean {
  const wanted = new Set(names);
  return (element) => wanted.has(element.tagName);
}

/** An attribute as text; hast keeps lists (`class`, `rel`) and booleans as such. */
export function attribute(element: Element, name: string): string | undefined {
  const value = element.properties[name];
  if (value === undefined || value === null || value === false) return undefined;
  return Array.isArray(value) ? value.join(' ') : String(value);
}

export function classesOf(element: Element): string[] {
  return (attribute(element, 'className') ?? '').split(/\s+/).filter((name) => name !== '');
}

export function hasClass(element: Element, ...names: string[]): boolean {
  const classes = classesOf(element);
  return names.some((name) => classes.includes(name));
}

/** Text content as it stands, without collapsing. */
export function rawText(node: Nodes): string {
  const pieces: string[] = [];
  const open: Nodes[] = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.type === 'text') pieces.push(next.value);
    else if ('children' in next) for (const child of [...next.children].reverse()) open.push(child);
  }
  return pieces.join('');
}

/** Text content on one line. */
export function textContent(node: Nodes): string {
  return rawText(node).replace(/\s+/g, ' ').trim();
}

/** Takes out every element for which the answer is true, with all that is below it. */
export function removeElements(parent: Parent, matches: (element: Element) => boolean): void {
  replaceElements(parent, (element) => (matches(element) ? [] : undefined));
}

/** Puts other nodes in the place of elements; undefined keeps an element and goes on below it. */
export function replaceElements(parent: Parent, replacement: (element: Element) => ElementContent[] | undefined): void {
  const open: Parent[] = [parent];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const children: Root['children'] = [];
    for (const child of next.children) {
      const replaced = child.type === 'element' ? replacement(child) : undefined;
      children.push(...(replaced ?? [child]));
      if (child.type === 'element' && replaced === undefined) open.push(child);
    }
    setChildren(next, children);
  }
}

function setChildren(parent: Parent, children: Root['children']): void {
  if (parent.type === 'root') parent.children = children;
  else parent.children = children.filter((child): child is ElementContent => child.type !== 'doctype');
}

export function element(tagName: string, properties: Element['properties'], ...children: ElementContent[]): Element {
  return { type: 'element', tagName, properties, children };
}

export function text(value: string): ElementContent {
  return { type: 'text', value };
}

export function rootOf(parent: Parent): Root {
  return parent.type === 'root' ? parent : { type: 'root', children: parent.children };
}
