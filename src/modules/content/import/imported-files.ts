import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { contentTypeOf } from './content-type.js';
import { FreePaths } from './folder-path.js';
import type { ImportedFile } from './imported-content.js';

/** The files of one import, counted against its limits. */
export class ImportedFiles {
  private readonly files: ImportedFile[] = [];
  private readonly byHash = new Map<string, string>();
  /** Paths in use; pages of sources that make paths take theirs here too. */
  readonly paths = new FreePaths();

  /** @param count throws once there are too many */
  constructor(private readonly count: () => void) {}

  all(): ImportedFile[] {
    return this.files;
  }

  /** Takes a file that has a path of its own in the source. */
  async addAt(path: string, content: Buffer, name = posix.basename(path)): Promise<void> {
    this.count();
    this.files.push({ name, path, contentType: await contentTypeOf(content, name), content });
  }

  /**
   * Takes a file by its content: the same bytes are one file. The path is made from the wanted one, with
   * the ending of the content's type when it has none.
   * @returns the path of the file
   */
  async addByContent(wanted: string, content: Buffer, declaredType?: string): Promise<string> {
    const hash = createHash('sha256').update(content).digest('base64');
    const known = this.byHash.get(hash);
    if (known !== undefined) return known;
    // Claimed before anything is awaited, so that two loads of the same bytes at once make one file.
    this.count();
    const withEnding = posix.extname(wanted) === '' ? wanted + endingOf(content, declaredType) : wanted;
    const path = this.paths.take(withEnding);
    this.byHash.set(hash, path);
    const name = posix.basename(path);
    this.files.push({ name, path, contentType: await contentTypeOf(content, name, declaredType), content });
    return path;
  }
}

const ENDINGS: Readonly<Record<string, string>> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/gif': '.gif',
  'image/webp': '.webp',
  'image/svg+xml': '.svg',
  'image/bmp': '.bmp',
  'image/avif': '.avif',
  'image/x-emf': '.emf',
  'image/x-wmf': '.wmf',
  'application/pdf': '.pdf',
  'application/zip': '.zip',
};

const MAGIC: readonly (readonly [string, string])[] = [
  ['\x89PNG', '.png'],
  ['\xff\xd8\xff', '.jpg'],
  ['GIF8', '.gif'],
  ['%PDF', '.pdf'],
  ['PK\x03\x04', '.zip'],
  ['<svg', '.svg'],
];

function endingOf(content: Buffer, declaredType?: string): string {
  const start = content.subarray(0, 4).toString('latin1');
  const magic = MAGIC.find(([bytes]) => start.startsWith(bytes));
  return magic?.[1] ?? ENDINGS[declaredType ?? ''] ?? '';
}
