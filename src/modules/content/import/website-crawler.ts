import { posix } from 'node:path';
import type { FetchedDocument } from '../../../kernel/fetch/fetcher.js';
import { canonicalAddress, webAddress, withoutFragment } from './canonical-address.js';
import { recognize } from './content-type.js';
import { type CrawledPage, type CrawledSite, originsOf, resolveAlias } from './crawled-site.js';
import { cleanPath, decodePercent } from './folder-path.js';
import { readHtmlPage, type HtmlPage } from './html-page.js';
import { referencesOf } from './html-references.js';
import { attribute, byTag, findAll, HtmlError } from './html-tree.js';
import { refusal, type ImportRun } from './import-run.js';
import { readSiteRules, type SiteRules } from './site-rules.js';
import { readSitemap } from './sitemap.js';
import { mapConcurrently, SourceError, type SourceFetcher } from './source-fetcher.js';
import { decodeHtml } from './text-decoding.js';

/** Fetches at once: enough to hide the way to the host, few enough not to press it. */
const AT_ONCE = 8;
const MOST_REFRESHES = 5;

export interface CrawlOptions {
  /** Which addresses within the origins may be pages; default: all. */
  isInScope?: (url: URL) => boolean;
  /** Only the start page is a page; its pictures and the files of its origin that it links to are taken with it. */
  single?: boolean;
}

interface Target {
  key: string;
  url: string;
  kind: 'link' | 'image' | 'frame';
}

interface Answer {
  target: Target;
  document?: FetchedDocument;
  failure?: string;
}

/**
 * Reads a website breadth first from a start address, level by level, so that the same site always gives
 * the same order. Within a level, what lies below the start address's folder comes first.
 */
export class WebsiteCrawler {
  private readonly site: CrawledSite;
  private readonly seen = new Map<string, Target['kind']>();
  private readonly pageKeys = new Set<string>();
  /** Pages that name another address as theirs, in case that one can't be read. */
  private readonly standIns = new Map<string, { page: CrawledPage; facts: HtmlPage }>();
  private rules: SiteRules = { isAllowed: () => true, pages: [] };
  private next: Target[] = [];
  private startFolder = '';

  constructor(
    private readonly source: SourceFetcher,
    private readonly run: ImportRun,
    private readonly options: CrawlOptions = {},
  ) {
    const nowhere = { key: '', base: '', html: '' };
    this.site = { start: nowhere, pages: [], aliases: new Map(), files: new Map(), fragments: new Map(), frames: [], origins: [] };
  }

  async crawl(address: string): Promise<CrawledSite> {
    await this.begin(address);
    while (this.next.length > 0) {
      const level = this.takeLevel();
      const answers = await mapConcurrently(level, AT_ONCE, async (target) => this.fetch(target));
      for (const answer of answers) {
        await this.take(answer);
        this.run.finish(answer.target.url);
        await this.run.pause();
      }
      if (this.next.length === 0) this.useStandIns();
    }
    return this.site;
  }

  private async begin(address: string): Promise<void> {
    const { document, aliases, seeds } = await this.fetchStart(address);
    const final = new URL(document.url);
    this.site.origins = originsOf(new URL(address), final);
    this.startFolder = final.origin + final.pathname.slice(0, final.pathname.lastIndexOf('/') + 1);
    const key = canonicalAddress(final);
    for (const alias of aliases) {
      if (alias !== key) this.site.aliases.set(alias, key);
      this.seen.set(alias, 'link');
    }
    if (this.options.single !== true) this.rules = await readSiteRules(final.origin, this.source, this.run);
    if (!this.rules.isAllowed(document.url)) throw refusal(`the robots.txt of ${final.origin} forbids reading ${document.url}`);
    this.run.expect(1);
    this.seen.set(key, 'link');
    for (const page of [...(seeds ?? []), ...this.rules.pages]) this.queue(webAddress(page), 'link');
    if (seeds === undefined) {
      await this.take({ target: { key, url: document.url, kind: 'link' }, document }, true);
      this.run.finish(document.url);
      const [start] = this.site.pages;
      if (start === undefined) throw refusal(`${document.url} can't be read: ${this.run.failures.at(-1)?.reason ?? 'it is no page'}`);
      this.site.start = start;
    }
  }

  /** Follows meta refreshes at the start, so that the origin is that of the content. A start address may also be a sitemap. */
  private async fetchStart(address: string): Promise<{ document: FetchedDocument; aliases: string[]; seeds?: string[] }> {
    const aliases: string[] = [];
    let url = address;
    for (let refreshes = 0; ; refreshes++) {
      const document = await this.source.getStart(url, 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5');
      aliases.push(canonicalAddress(new URL(url)), canonicalAddress(new URL(document.url)));
      if (!(await isHtml(document))) {
        const sitemap = await readSitemap(document.body, document.url, this.run.limits.fileBytes);
        if (sitemap !== undefined && sitemap.pages.length > 0) return { document, aliases, seeds: sitemap.pages };
        throw refusal(`${document.url} is ${(await recognize(document.body)).description}, not a web page`);
      }
      const refresh = this.readFacts(document)?.refresh;
      const target = refresh === undefined ? undefined : webAddress(refresh, document.url);
      if (target === undefined || aliases.includes(canonicalAddress(target))) return { document, aliases };
      if (refreshes === MOST_REFRESHES) throw refusal(`${address} leads on more than ${MOST_REFRESHES} times`);
      url = withoutFragment(target);
    }
  }

  private readFacts(document: FetchedDocument): HtmlPage | undefined {
    try {
      return readHtmlPage(decodeHtml(document.body, document.charset));
    } catch (error) {
      if (error instanceof HtmlError) throw refusal(`${document.url} ${error.message}`);
      throw error;
    }
  }

  private takeLevel(): Target[] {
    const isNear = (target: Target): boolean => target.url.startsWith(this.startFolder);
    const level = [...this.next.filter(isNear), ...this.next.filter((target) => !isNear(target))];
    this.next = [];
    this.run.expect(level.length);
    return level;
  }

  private queue(url: URL | undefined, kind: Target['kind']): void {
    if (url === undefined) return;
    const key = canonicalAddress(url);
    const isOwn = this.site.origins.includes(url.origin);
    if (this.seen.has(key) || (kind !== 'image' && (!isOwn || this.options.isInScope?.(url) === false))) return;
    const address = withoutFragment(url);
    if (isOwn && !this.rules.isAllowed(address)) {
      if (kind === 'image') this.run.fail(address, 'robots.txt forbids reading it');
      this.seen.set(key, kind);
      return;
    }
    this.seen.set(key, kind);
    this.next.push({ key, url: address, kind });
  }

  private async fetch(target: Target): Promise<Answer> {
    try {
      const accept = target.kind === 'image' ? 'image/*,*/*;q=0.5' : 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5';
      return { target, document: await this.source.get(target.url, accept) };
    } catch (error) {
      if (error instanceof SourceError) return { target, failure: error.message };
      throw error;
    }
  }

  private async take({ target, document, failure }: Answer, isStart = false): Promise<void> {
    if (document === undefined) {
      // A page with a stand-in is not lost; pages beside a single one were not asked for.
      const isMissed = !this.standIns.has(target.key) && (target.kind === 'image' || this.options.single !== true);
      if (isMissed) this.run.fail(target.url, failure ?? "can't be read");
      return;
    }
    const final = new URL(document.url);
    const key = canonicalAddress(final);
    if (key !== target.key) {
      this.site.aliases.set(target.key, key);
      // What was reached before, or is about to be, is taken once.
      if (this.pageKeys.has(key) || this.site.files.has(key)) return;
      this.seen.set(key, target.kind);
    }
    if (!(await isHtml(document))) return this.takeFile(key, document);
    if (target.kind === 'image') {
      this.run.fail(target.url, 'is an HTML page, not a picture');
    } else if (isStart || this.isPage(final)) {
      this.takeHtml(target, key, document, isStart);
    }
  }

  private isPage(url: URL): boolean {
    return this.options.single !== true && this.site.origins.includes(url.origin) && this.options.isInScope?.(url) !== false;
  }

  private async takeFile(key: string, document: FetchedDocument): Promise<void> {
    if (this.site.files.has(key)) return;
    const url = new URL(document.url);
    const isOwn = this.site.origins.includes(url.origin);
    const path = cleanPath(decodePercent(isOwn ? url.pathname.replace(/^\/+/, '') : posix.join(url.hostname, url.pathname)));
    this.site.files.set(key, await this.run.files.addByContent(path ?? 'file', document.body, document.contentType));
  }

  private takeHtml(target: Target, key: string, document: FetchedDocument, isStart: boolean): void {
    if (this.pageKeys.has(key)) return;
    const html = decodeHtml(document.body, document.charset);
    let facts: HtmlPage;
    try {
      facts = readHtmlPage(html);
    } catch (error) {
      if (!(error instanceof HtmlError)) throw error;
      this.run.fail(target.url, error.message);
      return;
    }
    const page: CrawledPage = { key, base: webAddress(facts.base ?? '', document.url)?.href ?? document.url, html };
    const moved = this.movedTo(page, facts);
    if (isStart && moved !== undefined) page.home = moved.key;
    if (!isStart && moved !== undefined) {
      this.site.aliases.set(key, moved.key);
      if (moved.kind === 'canonical') this.standIns.set(moved.key, { page, facts });
      this.queue(moved.url, 'link');
      return;
    }
    if (target.kind === 'frame') this.site.frames.push(page);
    else if (isStart || !facts.noIndex) this.addPage(page);
    this.follow(page, facts, isStart);
  }

  /** Where a page says that it has moved to, or is at home. */
  private movedTo(page: CrawledPage, facts: HtmlPage): { key: string; url: URL; kind: 'refresh' | 'canonical' } | undefined {
    const refresh = facts.refresh === undefined ? undefined : webAddress(facts.refresh, page.base);
    if (refresh !== undefined && canonicalAddress(refresh) !== page.key) return { key: canonicalAddress(refresh), url: refresh, kind: 'refresh' };
    const home = facts.canonical === undefined ? undefined : webAddress(facts.canonical, page.base);
    if (home === undefined || !this.site.origins.includes(home.origin) || this.options.isInScope?.(home) === false) return undefined;
    const key = canonicalAddress(home);
    // Two pages that name each other as home: the first one is.
    return key === page.key || this.site.aliases.get(key) === page.key ? undefined : { key, url: home, kind: 'canonical' };
  }

  private addPage(page: CrawledPage): void {
    this.run.countPage();
    this.pageKeys.add(page.key);
    this.site.pages.push(page);
  }

  private follow(page: CrawledPage, facts: HtmlPage, isStart: boolean): void {
    for (const { kind, address, element } of referencesOf(facts.root)) {
      const url = webAddress(address, page.base);
      if (url === undefined) continue;
      if (element.tagName === 'iframe') continue;
      if (url.hash.length > 1 && kind === 'link') this.noteFragment(url);
      this.queue(url, kind);
    }
    if (!isStart) return;
    for (const frame of findAll(facts.root, byTag('iframe', 'frame'))) this.queue(webAddress(attribute(frame, 'src') ?? '', page.base), 'frame');
  }

  private noteFragment(url: URL): void {
    const key = canonicalAddress(url);
    const fragments = this.site.fragments.get(key) ?? new Set<string>();
    this.site.fragments.set(key, fragments.add(decodePercent(url.hash.slice(1))));
  }

  /** A page whose home could not be read, or is no page itself, is taken after all. */
  private useStandIns(): void {
    for (const [home, { page, facts }] of this.standIns) {
      if (this.pageKeys.has(resolveAlias(this.site.aliases, home))) continue;
      this.site.aliases.delete(page.key);
      this.site.aliases.set(home, page.key);
      this.addPage(page);
      this.follow(page, facts, false);
    }
    this.standIns.clear();
  }
}

/** By content; where a fragment of HTML may look like text, the answer's type decides. */
async function isHtml(document: FetchedDocument): Promise<boolean> {
  const { kind } = await recognize(document.body);
  const isDeclared = /^(?:text\/html|application\/xhtml\+xml)$/.test(document.contentType);
  if (kind === 'html') return isDeclared || document.contentType === '' || !/^(?:image|audio|video|font)\//.test(document.contentType);
  return isDeclared && (kind === 'text' || kind === 'xml' || document.body.length === 0);
}
