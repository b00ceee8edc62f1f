import type { Element, Root } from 'hast';
import { attribute, byTag, classesOf, elementsOf, findElement, hasClass, parseHtml, textContent } from './html-tree.js';

/** What a whole HTML document says about itself. */
export interface HtmlPage {
  root: Root;
  /** Text of `<title>`. */
  title?: string;
  ogTitle?: string;
  siteName?: string;
  description?: string;
  /** `href` of `<base>`, as written. */
  base?: string;
  /** `href` of `<link rel=canonical>`, as written. */
  canonical?: string;
  noIndex: boolean;
  /** Address that a meta refresh leads to within a few seconds, as written. */
  refresh?: string;
}

/** A page that is shown longer than this before it refreshes is content, not a redirect. */
const MOST_REFRESH_SECONDS = 10;

/** @throws HtmlError when elements are nested absurdly deep */
export function readHtmlPage(html: string): HtmlPage {
  const root = parseHtml(html);
  const page: HtmlPage = { root, noIndex: false };
  for (const element of elementsOf(root, ({ tagName }) => tagName !== 'svg')) {
    if (element.tagName === 'title') page.title ??= textContent(element) || undefined;
    else if (element.tagName === 'base') page.base ??= attribute(element, 'href');
    else if (element.tagName === 'meta') readMeta(element, page);
    else if (element.tagName === 'link' && (attribute(element, 'rel') ?? '').toLowerCase().split(/\s+/).includes('canonical')) {
      page.canonical ??= attribute(element, 'href');
    }
  }
  return page;
}

function readMeta(meta: Element, page: HtmlPage): void {
  const content = attribute(meta, 'content')?.trim() ?? '';
  const name = (attribute(meta, 'name') ?? attribute(meta, 'property') ?? '').toLowerCase();
  if (content === '') return;
  if (name === 'og:title') page.ogTitle ??= content;
  else if (name === 'og:site_name') page.siteName ??= content;
  else if (name === 'description') page.description ??= content;
  else if (name === 'robots' && /\b(?:noindex|none)\b/i.test(content)) page.noIndex = true;
  else if ((attribute(meta, 'httpEquiv') ?? '').toLowerCase() === 'refresh') page.refresh ??= refreshTarget(content);
}

function refreshTarget(content: string): string | undefined {
  const [, seconds, target] = /^([\d.]*)\s*[;,]?\s*(?:url\s*=\s*)?["']?([^"']*)["']?$/i.exec(content) ?? [];
  if (target === undefined || target.trim() === '' || Number(seconds ?? 0) > MOST_REFRESH_SECONDS) return undefined;
  return target.trim();
}

/** The heading of a piece of content: its first `h1`, without the permalink signs beside its text. */
export function headingOf(content: Root): string | undefined {
  const heading = findElement(content, byTag('h1'));
  if (heading === undefined) return undefined;
  const text = textContent({ ...heading, children: heading.children.filter((child) => child.type !== 'element' || !isPermalink(child, heading)) });
  return text === '' ? undefined : text;
}

/** A link in a heading that leads to the heading itself and shows a sign instead of words. */
export function isPermalink(element: Element, heading: Element): boolean {
  if (element.tagName !== 'a') return false;
  const address = attribute(element, 'href') ?? '';
  const label = textContent(element);
  if (!address.includes('#')) return false;
  const isSign = label === '' || /^[#¶§🔗\u200b\s]+$/u.test(label);
  return isSign || hasClass(element, 'headerlink', 'anchorjs-link', 'hash-link', 'header-anchor') || (classesOf(element).includes('anchor') && label !== textContent(heading));
}
