import { pathParts } from '../redirects/redirect-path.js';

/** An address as far as it can be read without knowing any site. */
export interface SiteAddress {
  readonly origin: string;
  readonly host: string;
  /** Of its path, unescaped. */
  readonly parts: readonly string[];
  /** Under the service's own address of sites: how organization and site are named there. */
  readonly own?: { readonly organization: string; readonly site: string | undefined; readonly consumed: number };
}

/** Undefined for an address that can't be that of a site. */
export function readAddress(url: string, publicUrl: string): SiteAddress | undefined {
  const { origin, host, pathname } = new URL(url);
  const parts = pathParts(pathname);
  if (parts === undefined) return undefined;
  const base = new URL(publicUrl);
  const above = [...(pathParts(base.pathname) ?? []), 'sites'];
  const [organization, site] = parts.slice(above.length);
  const isOwn = host === base.host && above.every((part, index) => parts[index] === part) && organization !== undefined;
  return { origin, host, parts, ...(isOwn ? { own: { organization, site, consumed: above.length + (site === undefined ? 1 : 2) } } : {}) };
}

/** Host and paths under which another server could show a site, shortest first. */
export function proxiesOf({ host, parts }: SiteAddress): string[] {
  return parts.map((_, index) => [host, ...parts.slice(0, index + 1)].join('/')).slice(0, MOST_PROXY_PARTS);
}

/** No proxy has a longer path. */
const MOST_PROXY_PARTS = 256;

/** The path of these parts, with a slash at both ends. */
export function basePathOf(parts: readonly string[]): string {
  return parts.length === 0 ? '/' : `/${parts.map(encodeURIComponent).join('/')}/`;
}
