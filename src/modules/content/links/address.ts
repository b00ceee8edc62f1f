/** Where a page stands, as far as relative addresses on it are concerned. */
export interface AddressBase {
  pageId: string;
  /** Path in the folder that it came from. */
  gitPath: string | null;
  /** The slugs on the way to it. */
  path: string;
}

/** What an address on a page means, before anything is looked up. */
export type Address =
  | { place: 'outside' }
  | {
      place: 'inside';
      /** The page or file that the address names by its id. */
      pageId?: string;
      fileId?: string;
      /** Else: the places that would satisfy it, best first; none when it can't be satisfied. */
      wanted: readonly Place[];
      /** Decoded fragment; null without one. */
      anchor: string | null;
    };

/** A place in the content: by the path of the folder it came from, or by slugs. */
export type Place = `git:${string}` | `page:${string}`;

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const INDEX_DOCUMENTS = ['README.md', 'index.md', 'readme.md'];

/**
 * Reads an address by the rules of URLs (RFC 3986), decoded and NFC-normalized. A relative one is
 * resolved against the page's folder and against its path of slugs. A folder is satisfied by its index
 * document, a name without ending or with that of a web page by the Markdown document of the name.
 * @param origins origins of imported websites: what they hold was imported, so an absolute address there is inside
 */
export function readAddress(address: string, base: AddressBase, origins: readonly string[]): Address {
  const text = address.trim();
  if (text.startsWith('//')) return { place: 'outside' };
  if (SCHEME.test(text)) return isWithin(text, origins) ? { place: 'inside', wanted: [], anchor: null } : { place: 'outside' };
  const [beforeFragment = '', ...fragment] = text.split('#');
  const anchor = fragment.length === 0 || fragment.join('#') === '' ? null : decode(fragment.join('#'));
  const path = beforeFragment.split('?')[0] ?? '';
  if (path === '') return { place: 'inside', pageId: base.pageId, wanted: [], anchor };
  const named = /^\/(pages|files)\/([0-9A-Za-z]{1,64})\/?$/.exec(path);
  if (named !== null) return { place: 'inside', ...(named[1] === 'pages' ? { pageId: named[2] } : { fileId: named[2] }), wanted: [], anchor };
  return { place: 'inside', wanted: places(path, base), anchor };
}

function places(path: string, base: AddressBase): Place[] {
  const decoded = decode(path);
  const isFolder = /(^|\/)\.{0,2}$/.test(decoded);
  const wanted = new Set<Place>();
  const inFolder = join(base.gitPath ?? '', decoded);
  if (inFolder !== undefined && base.gitPath !== null) for (const candidate of documents(inFolder, isFolder)) wanted.add(`git:${candidate}`);
  const inTree = join(base.path, decoded);
  if (inTree !== undefined) for (const candidate of slugPaths(inTree)) wanted.add(`page:${candidate}`);
  return [...wanted];
}

/** Paths of documents that a path can mean, best first. */
function documents(path: string, isFolder: boolean): string[] {
  const below = path === '' ? '' : `${path}/`;
  const indexes = INDEX_DOCUMENTS.map((name) => below + name);
  if (isFolder) return path === '' ? indexes : [...indexes, `${path}.md`];
  const webPage = /^(.*?)(?:(index)|([^/]+))\.html?$/i.exec(path);
  if (webPage !== null) {
    const folder = webPage[1] ?? '';
    const names = webPage[2] === undefined ? [`${folder}${webPage[3] ?? ''}.md`] : INDEX_DOCUMENTS.map((name) => folder + name);
    return [path, ...names];
  }
  return [path, `${path}.md`, `${path}.markdown`, ...indexes];
}

/** Paths of slugs that a path can mean, best first. */
function slugPaths(path: string): string[] {
  const stripped = path.replace(/\/(?:README|index)\.(?:md|html?)$/i, '').replace(/\.(?:md|markdown|html?)$/i, '');
  return [...new Set([path, stripped])].filter((candidate) => candidate !== '');
}

/** `path` seen from the folder of `from`, without dots; undefined when it leads above the root. */
function join(from: string, path: string): string | undefined {
  const segments = path.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const segment of path.split('/')) {
    if (segment === '..') {
      if (segments.pop() === undefined) return undefined;
    } else if (segment !== '.' && segment !== '') segments.push(segment);
  }
  return segments.join('/');
}

/** Percent-decoded and NFC; a malformed escape, or one of NUL, is taken as it stands. */
function decode(text: string): string {
  const decoded = decodeStrictly(text);
  return (decoded === undefined || decoded.includes('\0') ? text : decoded).normalize('NFC');
}

function decodeStrictly(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function isWithin(address: string, origins: readonly string[]): boolean {
  return origins.length > 0 && URL.canParse(address) && origins.includes(new URL(address).origin);
}
