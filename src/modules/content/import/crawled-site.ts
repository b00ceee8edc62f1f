export interface CrawledPage {
  /** Canonical address. */
  key: string;
  /** Address that answered; relative links count from it, or from the document's `<base>`. */
  base: string;
  html: string;
  /** Canonical address of the page that this one names as its home, when it is another. */
  home?: string;
}

/** A website as it was found: everything by canonical address. */
export interface CrawledSite {
  start: CrawledPage;
  /** In the order of the sitemaps, then of discovery; the start page is first. */
  pages: CrawledPage[];
  /** Addresses that lead to others: redirects, refreshes, canonical links. */
  aliases: Map<string, string>;
  /** Paths of files. */
  files: Map<string, string>;
  /** Ids that fragments of links name, by the page that they lead to. */
  fragments: Map<string, Set<string>>;
  /** Documents shown in frames of the start page, such as navigations. */
  frames: CrawledPage[];
  origins: string[];
}

/** The address at the end of a chain of aliases. */
export function resolveAlias(aliases: ReadonlyMap<string, string>, key: string): string {
  const passed = new Set<string>();
  let current = key;
  for (let next = aliases.get(current); next !== undefined && !passed.has(current); next = aliases.get(current)) {
    passed.add(current);
    current = next;
  }
  return current;
}

/** The origin of the content, and that of the start address when it is the same site by another spelling (`www.`, http). */
export function originsOf(start: URL, final: URL): string[] {
  const bare = (url: URL): string => url.hostname.replace(/^www\./, '');
  return start.origin !== final.origin && bare(start) === bare(final) ? [final.origin, start.origin] : [final.origin];
}
