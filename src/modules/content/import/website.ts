import type { Root } from 'hast';
import { canonicalAddress, webAddress } from './canonical-address.js';
import { type CrawledPage, type CrawledSite, resolveAlias } from './crawled-site.js';
import { cleanPath, decodePercent, relativeAddress } from './folder-path.js';
import { readableContent } from './html-article.js';
import { headingOf, type HtmlPage, readHtmlPage } from './html-page.js';
import { copyDataImages, rewriteReferences } from './html-references.js';
import { parseHtml, textContent } from './html-tree.js';
import type { ImportedContent, ImportedPage } from './imported-content.js';
import { refusal, type ImportRun } from './import-run.js';
import { titleOfPath } from './markdown-title.js';
import { commonSuffix, titleWithoutSite } from './page-title.js';
import { findNavigation, type NavigationNode } from './site-navigation.js';
import { buildSiteTree, type SitePage } from './site-tree.js';
import type { SourceFetcher } from './source-fetcher.js';
import { type CrawlOptions, WebsiteCrawler } from './website-crawler.js';

export interface WebsiteOptions extends CrawlOptions {
  /** Takes the readable part of a page; default: wherever the page has it. */
  contentOf?: (page: HtmlPage) => Root;
}

/** A website as content: see `WebsiteCrawler` for which pages, `buildSiteTree` for their tree. */
export async function readWebsite(address: string, source: SourceFetcher, run: ImportRun, options: WebsiteOptions = {}): Promise<ImportedContent> {
  const site = await new WebsiteCrawler(source, run, options).crawl(address);
  if (site.pages.length === 0) throw refusal(`no page of ${address} can be read: ${run.failures[0]?.reason ?? 'it lists none'}`);
  return new WebsiteReader(foldStart(site), run, options).read();
}

/**
 * A start page that only repeats another page, as the first chapter of a book does under the book's own
 * address, is an alias of it: it says so, or it isn't in the navigation and reads as the first page there.
 */
function foldStart(site: CrawledSite): CrawledSite {
  const { start } = site;
  const navigation = navigationOf(site);
  const told = start.home === undefined ? undefined : resolveAlias(site.aliases, start.home);
  const listed = navigation === undefined ? [] : keysOf(navigation);
  const repeated = told ?? (listed.includes(start.key) ? undefined : listed[0]);
  const original = repeated === start.key ? undefined : site.pages.find(({ key }) => key === repeated);
  if (original === undefined || (told === undefined && readableText(original) !== readableText(start))) return site;
  const aliases = new Map(site.aliases).set(start.key, original.key);
  const fragments = new Map(site.fragments).set(original.key, new Set([...(site.fragments.get(original.key) ?? []), ...(site.fragments.get(start.key) ?? [])]));
  // The original takes the start page's place at the head.
  const pages = [original, ...site.pages.filter((page) => page !== original && page !== start)];
  return { ...site, aliases, fragments, pages };
}

function readableText({ html }: CrawledPage): string {
  return textContent(readableContent(readHtmlPage(html)));
}

function keysOf(nodes: readonly NavigationNode[]): string[] {
  return nodes.flatMap(({ key, nodes: below }) => [...(key === undefined ? [] : [key]), ...keysOf(below)]);
}

/** The navigation of the start page, or of a frame in it. */
function navigationOf(site: CrawledSite): NavigationNode[] | undefined {
  const keys = new Set(site.pages.map(({ key }) => key));
  const documents = [...(site.start.html === '' ? [] : [site.start]), ...site.frames].map(({ html, base }) => {
    const root = parseHtml(html);
    rewriteReferences(root, ({ address }) => webAddress(address, base)?.href);
    return root;
  });
  return findNavigation(documents, (href) => {
    const url = webAddress(href);
    const key = url === undefined ? undefined : resolveAlias(site.aliases, canonicalAddress(url));
    // Links to places within the start page are its own table of contents, not navigation.
    const isWithin = key === site.start.key && url?.hash !== '';
    return key !== undefined && !isWithin && keys.has(key) ? key : undefined;
  });
}

interface ConvertedPage extends SitePage {
  facts: Omit<HtmlPage, 'root'>;
  heading?: string;
}

class WebsiteReader {
  private readonly paths: ReadonlyMap<string, string>;

  constructor(
    private readonly site: CrawledSite,
    private readonly run: ImportRun,
    private readonly options: WebsiteOptions,
  ) {
    this.paths = new Map(site.pages.map(({ key }) => [key, run.files.paths.take(pathOfAddress(key))]));
  }

  async read(): Promise<ImportedContent> {
    const converted: ConvertedPage[] = [];
    for (const page of this.site.pages) {
      converted.push(await this.convert(page));
      await this.run.pause();
    }
    nameSitePages(converted);
    const tree = buildSiteTree(converted, navigationOf(this.site));
    // Where only a part of the site was wanted, links to the rest lead out of it and are not broken.
    const isWhole = this.options.single !== true && this.options.isInScope === undefined;
    return this.run.content(tree, { origins: isWhole ? this.site.origins : [] });
  }

  private async convert(crawled: CrawledPage): Promise<ConvertedPage> {
    const path = this.paths.get(crawled.key) ?? 'page.md';
    const { root, ...facts } = readHtmlPage(crawled.html);
    const content = (this.options.contentOf ?? readableContent)({ root, ...facts });
    // In this order: the paths of pictures that the document carries are relative to the page's new place.
    rewriteReferences(content, ({ address }) => this.rewrite(address, crawled, path));
    await copyDataImages(content, path, this.run);
    const heading = headingOf(content);
    const markdown = await this.run.markdownOf(content, { anchors: this.site.fragments.get(crawled.key) });
    const page: ImportedPage = { type: 'document', title: titleOfPath(path), path, markdown, pages: [] };
    return { key: crawled.key, page, facts, ...(heading === undefined ? {} : { heading }) };
  }

  private rewrite(address: string, page: CrawledPage, path: string): string | undefined {
    const url = webAddress(address, page.base);
    if (url === undefined) return undefined;
    const key = resolveAlias(this.site.aliases, canonicalAddress(url));
    if (key === page.key && url.hash !== '') return url.hash;
    const target = this.paths.get(key) ?? this.site.files.get(key);
    return target === undefined ? url.href : relativeAddress(path, target) + url.hash;
  }
}

/** Titles from headings, else from what the head says without the site's name; descriptions where they tell pages apart. */
function nameSitePages(pages: readonly ConvertedPage[]): void {
  const suffix = commonSuffix(pages.flatMap(({ facts }) => facts.title ?? []));
  const descriptions = new Map<string, number>();
  for (const { facts } of pages) if (facts.description !== undefined) descriptions.set(facts.description, (descriptions.get(facts.description) ?? 0) + 1);
  for (const { page, facts, heading } of pages) {
    const site = facts.siteName ?? suffix;
    page.title = heading ?? titleWithoutSite(facts.ogTitle, site) ?? titleWithoutSite(titleWithoutSite(facts.title, facts.siteName), suffix) ?? page.title;
    if (facts.description !== undefined && descriptions.get(facts.description) === 1) page.description = facts.description;
  }
}

/** `https://host/guide/intro.html?v=2` → `guide/intro-v-2.md` */
function pathOfAddress(key: string): string {
  const url = new URL(key);
  const path = decodePercent(url.pathname).replace(/^\/+/, '').replace(/\.(?:x?html?|php|aspx?|jsp|md)$/i, '');
  const query = decodePercent(url.search).replace(/[^\p{L}\p{N}]+/gu, '-').replace(/-$/, '');
  return cleanPath(`${path === '' ? 'index' : path}${query}.md`) ?? 'page.md';
}
