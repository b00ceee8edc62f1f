import { Readability } from '@mozilla/readability';
import type { Element, Root } from 'hast';
import { parseHTML } from 'linkedom';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import type { HtmlPage } from './html-page.js';
import { attribute, byTag, classesOf, elementsOf, findElement, hasClass, parseHtml, rawText, removeElements, rootOf } from './html-tree.js';

const stringifier = unified().use(rehypeStringify).freeze();

/** Where documentation sites put their content, the most telling first. */
const CONTENT: readonly ((element: Element) => boolean)[] = [
  (element) => attribute(element, 'id') === 'wiki-body',
  (element) => attribute(element, 'id') === 'main-content' && element.tagName === 'div',
  (element) => attribute(element, 'role') === 'main',
  byTag('main'),
  byTag('article'),
  (element) => ['content', 'main', 'main-content', 'contents'].includes(attribute(element, 'id') ?? ''),
];

/**
 * The readable part of a whole page, as a tree of its own. Where the page marks its content, that is it.
 * Without such a mark, a page with site furniture goes through Readability, whose result is taken only
 * if no heading, code block or table of the rest is lost; else the body without its furniture is taken.
 */
export function readableContent(page: HtmlPage): Root {
  for (const matches of CONTENT) {
    const candidates = [...elementsOf(page.root, (element) => !matches(element))].filter(matches);
    const [only] = candidates;
    // Several articles are a list of posts: then they are taken together, from the body.
    if (candidates.length === 1 && only !== undefined && rawText(only).trim() !== '') return withoutFurniture(rootOf(only), true);
  }
  const body = findElement(page.root, byTag('body'));
  const plain = withoutFurniture(rootOf(body ?? page.root), false);
  if (body === undefined || !hasFurniture(body)) return plain;
  const read = readByReadability(page.root);
  return read !== undefined && !losesStructure(plain, read) ? read : plain;
}

function isFurniture(element: Element, inContent: boolean): boolean {
  if (['nav', 'button', 'dialog', 'form'].includes(element.tagName)) return !holdsContent(element);
  if (['navigation', 'search', 'banner', 'contentinfo'].includes(attribute(element, 'role') ?? '')) return true;
  if (attribute(element, 'ariaHidden') === 'true' && attribute(element, 'href') === undefined && element.tagName !== 'img') return rawText(element).trim() === '';
  if (classesOf(element).some((name) => /^(?:breadcrumbs?|prev-next|pagination(?:-nav)?|nav-chapters|mobile-nav-chapters|page-?nav|edit-?(?:this-)?page|edit-page-link|toc|table-of-contents|theme-edit-this-page|skip-link|sr-only)$/i.test(name))) return true;
  return !inContent && (element.tagName === 'footer' || element.tagName === 'aside' || (element.tagName === 'header' && findElement(element, byTag('h1')) === undefined));
}

/** Pages of some systems are one form; a form or dialog with code, tables or headings in it is no furniture. */
function holdsContent(element: Element): boolean {
  return element.tagName !== 'nav' && element.tagName !== 'button' && findElement(element, byTag('h1', 'h2', 'h3', 'pre', 'table')) !== undefined;
}

function hasFurniture(body: Element): boolean {
  return findElement(body, (element) => ['nav', 'header', 'footer', 'aside'].includes(element.tagName) || hasClass(element, 'sidebar', 'navbar', 'menu', 'footer')) !== undefined;
}

function withoutFurniture(root: Root, inContent: boolean): Root {
  removeElements(root, (element) => isFurniture(element, inContent));
  return root;
}

function readByReadability(root: Root): Root | undefined {
  const { document } = parseHTML(stringifier.stringify(root));
  const article = new Readability(document, { keepClasses: true, charThreshold: 100 }).parse();
  return article?.content ? parseHtml(article.content) : undefined;
}

/** Whether headings, code or tables, or most of the text, are in `whole` but not in `part`. */
function losesStructure(whole: Root, part: Root): boolean {
  const count = (root: Root, ...names: string[]): number => [...elementsOf(root)].filter(byTag(...names)).length;
  const kinds = [['pre'], ['table'], ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'], ['img']];
  return kinds.some((names) => count(part, ...names) < count(whole, ...names)) || rawText(part).length < rawText(whole).length / 2;
}
