import { cleanPath } from './folder-path.js';

/** Names of folders that hold nothing for readers, wherever they are. */
const IGNORED_FOLDERS = new Set(['node_modules', '__MACOSX']);
/** What begins with a dot is the tools' own, but for what GitBook keeps there. */
const KEPT_DOT_NAMES = new Set(['.gitbook', '.gitbook.yaml', '.gitbook.yml']);
/** Settings that are read and no content. */
const SETTINGS = /^(?:\.gitbook\.ya?ml|book\.toml|book\.json|\.gitbook\/vars\.ya?ml|Thumbs\.db|desktop\.ini)$/;

/** Whether a path is of no interest to an import, so that it need not even be read. */
export function isIgnoredPath(path: string): boolean {
  return path
    .split('/')
    .some((segment) => IGNORED_FOLDERS.has(segment) || (segment.startsWith('.') && !KEPT_DOT_NAMES.has(segment)));
}

export function isSettingsPath(path: string): boolean {
  return SETTINGS.test(path);
}

/** Files by their paths (see `cleanPath`), in the order in which they were put. */
export class VirtualFolder {
  private readonly files = new Map<string, Buffer>();

  /** @returns false when the path is taken already; the first file stays. */
  put(path: string, content: Buffer): boolean {
    if (this.files.has(path)) return false;
    this.files.set(path, content);
    return true;
  }

  has(path: string): boolean {
    return this.files.has(path);
  }

  get(path: string): Buffer | undefined {
    return this.files.get(path);
  }

  get size(): number {
    return this.files.size;
  }

  entries(): IterableIterator<[string, Buffer]> {
    return this.files.entries();
  }

  paths(): string[] {
    return [...this.files.keys()];
  }

  /** What lies below `folder` ('' = everything), with paths counted from there. */
  below(folder: string): VirtualFolder {
    const root = cleanPath(folder);
    if (root === undefined) return this;
    const below = new VirtualFolder();
    for (const [path, content] of this.files) {
      if (path.startsWith(`${root}/`)) below.put(path.slice(root.length + 1), content);
    }
    return below;
  }

  /** The folder itself, or its only top folder when that holds everything, as archives of repositories do. */
  unwrapped(): VirtualFolder {
    const tops = new Set(this.paths().map((path) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : '')));
    const [top] = tops;
    return tops.size === 1 && top !== undefined && top !== '' && top !== '.gitbook' ? this.below(top) : this;
  }
}
