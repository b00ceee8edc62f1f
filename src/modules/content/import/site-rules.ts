import robotsParserModule from 'robots-parser';
import { webAddress } from './canonical-address.js';
import type { ImportRun } from './import-run.js';
import { readSitemap } from './sitemap.js';
import { SourceError, type SourceFetcher } from './source-fetcher.js';

// The package's types tell of a default export; its CommonJS module is the function itself.
const robotsParser = robotsParserModule as unknown as typeof robotsParserModule.default;

const USER_AGENT = 'Docspine';
/** Sitemaps read for one site; the protocol's own bound is 50,000 addresses in each. */
const MOST_SITEMAPS = 200;

/** What a site says to visitors that are programs. */
export interface SiteRules {
  isAllowed(url: string): boolean;
  /** Addresses of pages, in the order of the sitemaps. */
  pages: string[];
}

/** Reads robots.txt and all sitemaps that it, or custom (`/sitemap.xml`), names. */
export async function readSiteRules(origin: string, source: SourceFetcher, run: ImportRun): Promise<SiteRules> {
  const robotsUrl = `${origin}/robots.txt`;
  const text = await optional(source, robotsUrl);
  // A site that answers every address with a page has no rules, whatever its page says.
  const robots = robotsParser(robotsUrl, text === undefined || /^\s*</.test(text.toString('utf8')) ? '' : text.toString('utf8'));
  const isAllowed = (url: string): boolean => robots.isAllowed(url, USER_AGENT) !== false;
  const told = robots.getSitemaps().flatMap((address) => webAddress(address, origin)?.href ?? []);
  return { isAllowed, pages: await readSitemaps(told, `${origin}/sitemap.xml`, source, run) };
}

async function readSitemaps(told: readonly string[], custom: string, source: SourceFetcher, run: ImportRun): Promise<string[]> {
  const pages = new Set<string>();
  const open = [...told, custom];
  const seen = new Set<string>();
  for (const url of open) {
    if (seen.has(url) || seen.size >= MOST_SITEMAPS) continue;
    seen.add(url);
    const sitemap = await readOne(url, url === custom && !told.includes(custom), source, run);
    for (const page of sitemap?.pages ?? []) pages.add(page);
    open.push(...(sitemap?.sitemaps ?? []));
  }
  return [...pages];
}

/** A sitemap that the site names and that can't be read is a failure: pages may be missing. */
async function readOne(url: string, isGuess: boolean, source: SourceFetcher, run: ImportRun): ReturnType<typeof readSitemap> {
  try {
    const document = await source.get(url);
    const sitemap = await readSitemap(document.body, document.url, run.limits.fileBytes);
    if (sitemap === undefined && !isGuess) run.fail(url, 'is no sitemap');
    return sitemap;
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    if (!isGuess) run.fail(url, error.message);
    return undefined;
  }
}

async function optional(source: SourceFetcher, url: string): Promise<Buffer | undefined> {
  try {
    return (await source.get(url)).body;
  } catch (error) {
    if (error instanceof SourceError) return undefined;
    throw error;
  }
}
