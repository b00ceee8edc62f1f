import { freeSlug, slugOf } from '../content/model/slug.js';

/** Most code points of a part of a site's address. */
const MOST = 100;

/**
 * What a base name or a path can be: one part of an address, which programs that read addresses leave as it is.
 * The first choice refuses `.` and `..`, which they take away with what is before.
 */
// eslint-disable-next-line no-control-regex -- generated clients take \p{Cc} for letters, or give up on it
export const SITE_PATH = { min: 1, max: MOST, pattern: /^(?!\.\.?$)[^\s\x00-\x1f\x7f-\x9f/\\?#%]+$/u };

/** A host of a site's own. */
export const SITE_HOSTNAME = { min: 1, max: 512, pattern: /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.]){2,}[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/ };

/** As addresses are compared: hosts have no case, paths do. */
export function normalizeProxy(proxy: string): string {
  const [host = '', ...path] = proxy.split('/');
  return [host.toLowerCase(), ...path].join('/');
}

/** The path that a title makes, which none of the siblings has: never empty, words joined by hyphens. */
export function pathOf(title: string, taken: ReadonlySet<string>): string {
  return freeSlug(slugOf(title), taken);
}
