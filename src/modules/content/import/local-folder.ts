import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { recognize } from './content-type.js';
import { isHtmlPath, isMarkdownPath } from './folder-documents.js';
import { readFolderContent } from './folder-content.js';
import { cleanPath } from './folder-path.js';
import { compareNames } from './folder-tree.js';
import type { ImportedContent, ImportProgress } from './imported-content.js';
import { DEFAULT_IMPORT_LIMITS, type ImportLimits } from './import-limits.js';
import { ImportRun, refusal } from './import-run.js';
import { isIgnoredPath, VirtualFolder } from './virtual-folder.js';
import { readZipArchive } from './zip-archive.js';

/**
 * Content of a local folder, or of one file: Markdown, HTML, docx, or a zip archive of a folder.
 * Symbolic links are not followed, since they may lead outside; they are listed as failed.
 * @throws BadInputError when there is nothing to read, or a limit is passed
 */
export async function readFolder(
  path: string,
  limits: Readonly<ImportLimits> = DEFAULT_IMPORT_LIMITS,
  progress?: ImportProgress,
): Promise<ImportedContent> {
  const run = new ImportRun(limits, progress);
  const status = await stat(path).catch(() => undefined);
  if (status === undefined) throw refusal(`there is no file or folder ${path}`);
  // A pipe or a device may never end.
  if (!status.isDirectory() && !status.isFile()) throw refusal(`${path} is neither a file nor a folder`);
  return status.isDirectory() ? readFolderContent(await load(path, run), run) : readSingleFile(path, status.size, run);
}

async function readSingleFile(path: string, size: number, run: ImportRun): Promise<ImportedContent> {
  const name = basename(path);
  run.checkFileBytes(size, name);
  const bytes = await readFile(path);
  const { kind, description } = await recognize(bytes);
  if (kind === 'docx') return (await import('./docx.js')).readDocxContent(bytes, name, run);
  if (kind === 'zip') return readFolderContent((await readZipArchive(bytes, run)).unwrapped(), run);
  if (kind !== 'text' && kind !== 'html') throw refusal(`${name} is ${description}, not Markdown, HTML, docx or a zip archive`);
  const folder = new VirtualFolder();
  run.countBytes(bytes.length);
  folder.put(documentName(name, kind), bytes);
  return readFolderContent(folder, run);
}

/** A name by whose ending the folder's readers take the document for what it is; a piece of HTML may look like Markdown, there its name decides. */
function documentName(name: string, kind: 'text' | 'html'): string {
  if (isHtmlPath(name) || (kind === 'text' && isMarkdownPath(name))) return name;
  return `${name}.${kind === 'html' ? 'html' : 'md'}`;
}

async function load(top: string, run: ImportRun): Promise<VirtualFolder> {
  const folder = new VirtualFolder();
  const open = [''];
  for (let directory = open.pop(); directory !== undefined; directory = open.pop()) {
    const entries = await readdir(join(top, directory), { withFileTypes: true });
    for (const entry of entries.sort((one, other) => compareNames(one.name, other.name))) {
      run.checkTime();
      const local = join(directory, entry.name);
      const path = cleanPath(local);
      if (path !== undefined && isIgnoredPath(path)) continue;
      if (path === undefined) run.fail(local, 'its path is too deep or too long');
      else if (entry.isDirectory()) open.push(local);
      else if (!entry.isFile()) run.fail(path, entry.isSymbolicLink() ? 'is a symbolic link' : 'is no regular file');
      else await loadFile(join(top, local), path, folder, run);
    }
  }
  return folder;
}

async function loadFile(file: string, path: string, folder: VirtualFolder, run: ImportRun): Promise<void> {
  try {
    run.checkFileBytes((await stat(file)).size, path);
    const content = await readFile(file);
    run.countBytes(content.length);
    folder.put(path, content);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    run.fail(path, `can't be read (${error.code})`);
  }
}

function isSystemError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && 'syscall' in error;
}
