import { posix } from 'node:path';

const MOST_SEGMENTS = 64;
const MOST_LENGTH = 1_024;
/** An index of paths takes no more than 2,700. */
const MOST_BYTES = 2_048;

/**
 * The one spelling of a path in the folder: NFC, `/` between segments, no empty or `.` segments.
 * Undefined for what leads outside (`..`, drives, absolute paths), holds NUL or is absurdly deep or long.
 */
export function cleanPath(raw: string): string | undefined {
  const path = raw.normalize('NFC').replaceAll('\\', '/');
  if (path.length > MOST_LENGTH || Buffer.byteLength(path) > MOST_BYTES || path.includes('\0') || path.startsWith('/') || /^[a-z]:/i.test(path)) return undefined;
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (segments.length === 0 || segments.length > MOST_SEGMENTS || segments.includes('..')) return undefined;
  return segments.join('/');
}

export interface FolderTarget {
  path: string;
  /** With its `#`; '' when there is none. */
  fragment: string;
}

/**
 * Where a relative address in the document at `from` leads in the folder; an address with a leading
 * slash counts from the folder's top. Undefined for addresses with a scheme or host, and those that leave the folder.
 */
export function resolveInFolder(from: string, address: string): FolderTarget | undefined {
  if (/^[a-z][a-z0-9+.-]*:/i.test(address) || address.startsWith('//')) return undefined;
  const [, written = '', fragment = ''] = /^([^?#]*)(?:\?[^#]*)?(#.*)?$/s.exec(address) ?? [];
  if (written === '') return { path: from, fragment };
  const decoded = decodePercent(written).replaceAll('\\', '/');
  const joined = decoded.startsWith('/') ? decoded.slice(1) : posix.join(posix.dirname(from), decoded);
  const path = cleanPath(joined);
  return path === undefined ? undefined : { path, fragment };
}

/** The relative address, percent-encoded, that leads from the document at `from` to `to`. */
export function relativeAddress(from: string, to: string): string {
  const relative = posix.relative(posix.dirname(from), to);
  return encodePath(relative);
}

/** Percent-encodes what would end or change an address in Markdown and HTML; letters of every script stay readable. */
export function encodePart(text: string): string {
  return text.replace(/[\s"#%&'()<>?[\\\]^`{|}\p{Cc}]/gu, (character) =>
    [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
}

/** As `encodePart`, of a whole path. */
export function encodePath(path: string): string {
  const encoded = encodePart(path);
  // A colon in the first segment would read as a scheme.
  return /^[^/]*:/.test(encoded) ? `./${encoded}` : encoded;
}

/** Percent-decoding that leaves what isn't valid as it is. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Paths of which each is taken once. */
export class FreePaths {
  private readonly taken = new Set<string>();
  private readonly next = new Map<string, number>();

  /** @param keyOf equal for paths that are taken for the same one */
  constructor(private readonly keyOf: (path: string) => string = (path) => path) {}

  /** Makes sure that `take` doesn't give this one. */
  keep(path: string): void {
    this.taken.add(this.keyOf(path));
  }

  /** `path` itself when nothing has it, else the first free of `name-2.ending`, `name-3.ending`, …; the result is taken from then on. */
  take(path: string): string {
    if (!this.isTaken(path)) {
      this.keep(path);
      return path;
    }
    const { dir, name, ext } = posix.parse(path);
    const key = this.keyOf(path);
    let number = this.next.get(key) ?? 2;
    let free = posix.join(dir, `${name}-${number}${ext}`);
    while (this.isTaken(free)) free = posix.join(dir, `${name}-${++number}${ext}`);
    this.next.set(key, number + 1);
    this.keep(free);
    return free;
  }

  private isTaken(path: string): boolean {
    return this.taken.has(this.keyOf(path));
  }
}
