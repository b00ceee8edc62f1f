import type { Element, ElementContent, Root } from 'hast';
import GithubSlugger from 'github-slugger';
import rehypeRemark from 'rehype-remark';
import remarkGfm from 'remark-gfm';
import remarkStringify, { type Options as RemarkStringifyOptions } from 'remark-stringify';
import { unified } from 'unified';
import { cleanHtml, dropClasses } from './html-cleaning.js';
import { normalizeCode } from './html-code.js';
import { markFootnotes } from './html-footnotes.js';
import { markFormulas } from './html-formulas.js';
import { markNotes } from './html-notes.js';
import { isPermalink } from './html-page.js';
import { markConfluenceTasks, mendLists, tidyMarks } from './html-structure.js';
import { attribute, byTag, childElements, element, findAll, hasClass, removeElements, replaceElements, rawText, text, textContent } from './html-tree.js';
import { handlers } from './markdown-handlers.js';

export interface HtmlConversion {
  /** Ids that links name, beside those of headings: they get an anchor in the Markdown. Others would be noise. */
  anchors?: ReadonlySet<string>;
}

/** Text that only our dialect of Markdown takes for formulas and tags. */
const unsafe: RemarkStringifyOptions['unsafe'] = [
  { character: '$', after: '\\$', inConstruct: 'phrasing' },
  { before: '\\$', character: '$', inConstruct: 'phrasing' },
  { character: '{', after: '%', inConstruct: 'phrasing' },
];

const processor = unified()
  .use(rehypeRemark, { handlers, document: true })
  .use(remarkGfm)
  .use(remarkStringify, { bullet: '-', emphasis: '_', fences: true, rule: '-', listItemIndent: 'one', resourceLink: true, unsafe })
  .freeze();

/**
 * HTML as Markdown: cleaned of all that runs or styles, with code and its language, tables, details,
 * figures, notes, footnotes and anchors kept. Addresses stay as they are in the tree; the caller has
 * rewritten them. The tree is used up.
 */
export function htmlToMarkdown(content: Root, conversion: HtmlConversion = {}): string {
  markFormulas(content);
  normalizeCode(content);
  markTasks(content);
  markConfluenceTasks(content);
  mendLists(content);
  useLazySources(content);
  const cleaned = cleanHtml(content);
  markNotes(cleaned);
  markFootnotes(cleaned);
  const named = new Set(conversion.anchors);
  for (const link of findAll(cleaned, byTag('a'))) {
    const address = attribute(link, 'href') ?? '';
    if (address.startsWith('#')) named.add(decoded(address.slice(1)));
  }
  markAnchors(cleaned, named);
  unwrapBlocksInLinks(cleaned);
  tidyMarks(cleaned);
  dropClasses(cleaned);
  return processor.stringify(processor.runSync(cleaned));
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** Notion draws the boxes of its to-do lists: `<li><div class="checkbox checkbox-on"></div>…`. */
function markTasks(content: Root): void {
  replaceElements(content, (each) => {
    if (each.tagName !== 'div' || !hasClass(each, 'checkbox')) return undefined;
    return [element('input', { type: 'checkbox', checked: hasClass(each, 'checkbox-on'), disabled: true }), text(' ')];
  });
}

/** Pictures that load late, and frames, which become links to what they show. */
function useLazySources(content: Root): void {
  replaceElements(content, (each) => {
    if (each.tagName === 'img') {
      const source = attribute(each, 'src');
      const late = attribute(each, 'dataSrc') ?? attribute(each, 'dataOriginal') ?? firstOfSet(attribute(each, 'srcSet') ?? attribute(each, 'dataSrcSet'));
      if (late !== undefined && (source === undefined || source === '' || source.startsWith('data:'))) each.properties['src'] = late;
      return undefined;
    }
    if (each.tagName === 'iframe' || each.tagName === 'video' || each.tagName === 'audio') {
      const source = attribute(each, 'src') ?? childElements(each).map((child) => attribute(child, 'src')).find((value) => value !== undefined);
      if (source === undefined || !/^(?:https?:|\/|\.|[\w-]+(?:\/|\.))/.test(source) || /^about:/.test(source)) return [];
      return [element('p', {}, element('a', { href: source }, text(attribute(each, 'title') ?? source)))];
    }
    return undefined;
  });
}

function firstOfSet(set: string | undefined): string | undefined {
  return set?.trim().split(/[\s,]+/)[0] || undefined;
}

const HEADINGS = byTag('h1', 'h2', 'h3', 'h4', 'h5', 'h6');

/**
 * Headings lose their permalink signs, and get their id as an anchor where it isn't the one that
 * Markdown derives; every other id that a link names gets an anchor as well.
 */
function markAnchors(content: Root, named: ReadonlySet<string>): void {
  const slugger = new GithubSlugger();
  const ofHeadings = new Map<Element, string[]>();
  for (const heading of findAll(content, HEADINGS)) {
    const ids = idsOf(heading);
    removeElements(heading, (each) => isPermalink(each, heading) || (each.tagName === 'a' && attribute(each, 'href') === undefined && textContent(each) === '' && attribute(each, 'id') === undefined && attribute(each, 'name') === undefined));
    unwrapSelfLink(heading, ids);
    const derived = slugger.slug(textContent(heading));
    const own = attribute(heading, 'id');
    delete heading.properties['id'];
    removeElements(heading, isEmptyAnchor);
    for (const inner of findAll(heading, () => true)) delete inner.properties['id'];
    const told = ids.filter((id) => id !== derived && (id === own || named.has(id)));
    ofHeadings.set(heading, told);
  }
  replaceElements(content, (each) => anchored(each, named, ofHeadings));
}

function idsOf(heading: Element): string[] {
  const inner = findAll(heading, () => true).flatMap((each) => [attribute(each, 'id'), each.tagName === 'a' ? attribute(each, 'name') : undefined]);
  return [...new Set([attribute(heading, 'id'), ...inner].filter((id) => id !== undefined && id !== ''))].filter((id) => id !== undefined);
}

/** A heading that is as a whole a link to itself, as mdBook and Docusaurus write it. */
function unwrapSelfLink(heading: Element, ids: readonly string[]): void {
  replaceElements(heading, (each) => {
    const address = each.tagName === 'a' ? (attribute(each, 'href') ?? '') : '';
    return address.includes('#') && ids.includes(decoded(address.slice(address.indexOf('#') + 1))) ? each.children : undefined;
  });
}

function isEmptyAnchor(each: Element): boolean {
  return each.tagName === 'a' && attribute(each, 'href') === undefined && rawText(each).trim() === '';
}

/** Puts anchors of headings before them, and those of other elements in or before these. */
function anchored(each: Element, named: ReadonlySet<string>, ofHeadings: ReadonlyMap<Element, string[]>): ElementContent[] | undefined {
  if (HEADINGS(each)) {
    const ids = ofHeadings.get(each) ?? [];
    return ids.length === 0 ? undefined : [element('p', {}, ...ids.map(anchor)), each];
  }
  const id = attribute(each, 'id') ?? (each.tagName === 'a' ? attribute(each, 'name') : undefined);
  if (id === undefined || each.tagName === 'x-anchor') return undefined;
  delete each.properties['id'];
  delete each.properties['name'];
  if (!named.has(id)) return isEmptyAnchor(each) ? [] : undefined;
  if (isEmptyAnchor(each)) return [anchor(id)];
  if (['li', 'td', 'th', 'dt', 'dd', 'p', 'span', 'a', 'figcaption', 'summary'].includes(each.tagName)) {
    if (each.tagName === 'a' || each.tagName === 'span') return [anchor(id), each];
    each.children.unshift(anchor(id));
    return undefined;
  }
  if (['tr', 'tbody', 'thead', 'table', 'ul', 'ol', 'dl', 'code'].includes(each.tagName)) return isRow(each) ? undefined : [element('p', {}, anchor(id)), each];
  return [element('p', {}, anchor(id)), each];
}

function isRow(each: Element): boolean {
  return ['tr', 'tbody', 'thead', 'code'].includes(each.tagName);
}

function anchor(id: string): Element {
  return element('x-anchor', { id });
}

/** Links around blocks (cards) can't be Markdown's: the link goes into the block's heading or becomes its text. */
function unwrapBlocksInLinks(content: Root): void {
  replaceElements(content, (each) => {
    if (each.tagName !== 'a' || attribute(each, 'href') === undefined) return undefined;
    const blocks = findAll(each, byTag('p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'table', 'pre', 'blockquote'));
    if (blocks.length === 0) return undefined;
    const code = findAll(each, byTag('pre', 'table', 'img'));
    for (const block of blocks) block.children.push(text(' '));
    const label = textContent(each);
    const link = element('a', { ...each.properties }, text(label === '' ? (attribute(each, 'href') ?? '') : label));
    return [element('p', {}, link), ...code];
  });
}
