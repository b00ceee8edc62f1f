import type { Element, ElementContent, Root } from 'hast';
import { readableContent } from './html-article.js';
import type { HtmlPage } from './html-page.js';
import { attribute, byTag, childElements, classesOf, element, elementsOf, findAll, findElement, hasClass, type Parent, rawText, removeElements, rootOf } from './html-tree.js';

/** `https://host/document/d/{id}/edit` → the document's HTML export on the same host; other addresses stay. */
export function googleDocsAddress(address: string): string {
  const url = new URL(address);
  const id = /^((?:\/a\/[^/]+)?(?:\/document)?(?:\/u\/\d+)?\/document\/(?:u\/\d+\/)?d\/(?!e\/)[\w-]+)(?:\/(?:edit|view|preview|mobilebasic|copy)?)?$/.exec(url.pathname)?.[1];
  return id === undefined ? address : `${url.origin}${id}/export?format=html`;
}

/** The content of a document as Google Docs exports or publishes it: its styles become elements, its redirects links. */
export function googleDocsContent(page: HtmlPage): Root {
  const styles = stylesOf(page.root);
  const published = findElement(page.root, (each) => attribute(each, 'id') === 'contents');
  const content = published === undefined ? bodyOf(page) : rootOf(published);
  removeElements(content, byTag('style', 'script'));
  nestLists(content);
  for (const each of [...elementsOf(content)]) {
    if (each.tagName === 'a') unwrapRedirect(each);
    if (each.tagName === 'p' && hasClass(each, 'title')) each.tagName = 'h1';
    if (each.tagName === 'span') applyStyle(each, styles);
  }
  return content;
}

function bodyOf(page: HtmlPage): Root {
  const body = findElement(page.root, byTag('body'));
  return body === undefined ? readableContent(page) : rootOf(body);
}

interface TextStyle {
  bold?: boolean;
  italic?: boolean;
  struck?: boolean;
  code?: boolean;
  raised?: 'sub' | 'sup';
}

function stylesOf(root: Root): Map<string, TextStyle> {
  const styles = new Map<string, TextStyle>();
  for (const sheet of findAll(root, byTag('style'))) {
    for (const [, name, rules] of rawText(sheet).matchAll(/\.([\w-]+)\s*\{([^{}]*)\}/g)) {
      if (name !== undefined) styles.set(name, { ...styles.get(name), ...styleOf(rules ?? '') });
    }
  }
  return styles;
}

function styleOf(rules: string): TextStyle {
  const weight = /font-weight:\s*(\w+)/.exec(rules)?.[1];
  const align = /vertical-align:\s*(sub|super)/.exec(rules)?.[1];
  return {
    ...(weight === undefined ? {} : { bold: weight === 'bold' || Number(weight) >= 600 }),
    ...(/font-style:\s*italic/.test(rules) ? { italic: true } : {}),
    ...(/text-decoration[\w-]*:\s*[^;]*line-through/.test(rules) ? { struck: true } : {}),
    ...(/font-family:\s*["']?(?:Courier|Consolas|Roboto Mono|Source Code|Inconsolata|[^;"']*Mono\b)/i.test(rules) ? { code: true } : {}),
    ...(align === undefined ? {} : { raised: align === 'sub' ? 'sub' : 'sup' }),
  };
}

function applyStyle(span: Element, styles: ReadonlyMap<string, TextStyle>): void {
  const told = classesOf(span).map((name) => styles.get(name) ?? {});
  const style: TextStyle = Object.assign({}, ...told, styleOf(attribute(span, 'style') ?? ''));
  if (rawText(span).trim() === '') return;
  const wrap = (tagName: string): void => {
    span.children = [element(tagName, {}, ...span.children)];
  };
  if (style.code === true) wrap('code');
  if (style.raised !== undefined && findElement(span, byTag('a', 'sup')) === undefined) wrap(style.raised);
  if (style.struck === true) wrap('del');
  if (style.italic === true) wrap('em');
  if (style.bold === true) wrap('strong');
}

function unwrapRedirect(link: Element): void {
  const address = attribute(link, 'href') ?? '';
  if (!/^https?:\/\/(?:www\.)?google\.[\w.]+\/url\?/.test(address)) return;
  const target = new URL(address).searchParams.get('q') ?? new URL(address).searchParams.get('url');
  if (target !== null) link.properties['href'] = target;
}

/** Google writes nested lists one after the other, with the level in a class (`lst-kix_id-1`). */
function nestLists(parent: Parent): void {
  const open: Element[] = [];
  const children: Root['children'] = [];
  for (const child of parent.children) {
    const level = child.type === 'element' ? levelOf(child) : undefined;
    if (child.type !== 'element' || level === undefined) {
      if (child.type === 'element' || (child.type === 'text' && child.value.trim() !== '')) open.length = 0;
      if (child.type === 'element' && child.tagName !== 'span') nestLists(child);
      children.push(child);
      continue;
    }
    const above = open[level - 1];
    const item = above === undefined ? undefined : childElements(above).at(-1);
    if (item === undefined) children.push(child);
    else item.children.push(child);
    open.length = Math.min(level, open.length);
    open[level] = child;
  }
  setChildren(parent, children);
}

function setChildren(parent: Parent, children: Root['children']): void {
  if (parent.type === 'root') parent.children = children;
  else parent.children = children.filter((child): child is ElementContent => child.type !== 'doctype');
}

function levelOf(list: Element): number | undefined {
  if (list.tagName !== 'ul' && list.tagName !== 'ol') return undefined;
  const level = /(?:^|\s)lst-[\w-]+-(\d)(?:\s|$)/.exec(attribute(list, 'className') ?? '')?.[1];
  return level === undefined ? undefined : Number(level);
}
