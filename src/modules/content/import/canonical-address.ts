import { decodePercent } from './folder-path.js';

/** Parameters that say where a reader came from and nothing of what is shown. */
const TRACKING = /^(?:utm_\w+|gclid|gclsrc|dclid|fbclid|msclkid|yclid|twclid|igshid|mc_cid|mc_eid|_ga|_gl|_hs\w+|ref|ref_src|referrer)$/i;

/**
 * The one spelling of an address that names a page: without fragment, credentials, trailing slash,
 * `index.html` and tracking parameters; the other parameters sorted; percent-encoding and Unicode in one form.
 */
export function canonicalAddress(url: URL): string {
  const segments = url.pathname.split('/').map((segment) => encodeURIComponent(decodePercent(segment).normalize('NFC')));
  const path = segments.join('/').replace(/\/index\.html?$/i, '/').replace(/\/+$/, '');
  const parameters = [...url.searchParams].filter(([name]) => !TRACKING.test(name));
  parameters.sort(([oneName, one], [otherName, other]) => compare(oneName, otherName) || compare(one, other));
  const query = parameters.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
  return `${url.origin}${path === '' ? '/' : path}${query === '' ? '' : `?${query}`}`;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** An http(s) address, resolved; undefined for other schemes and what is no address. */
export function webAddress(address: string, base?: string | URL): URL | undefined {
  try {
    const url = new URL(address, base);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined;
  } catch {
    return undefined;
  }
}

/** The address as it is fetched. */
export function withoutFragment(url: URL): string {
  return url.href.replace(/#.*$/s, '');
}
