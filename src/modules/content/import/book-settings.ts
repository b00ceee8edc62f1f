import { cleanPath } from './folder-path.js';
import { mapOf, readYamlMap, textOf, variablesOf } from './front-matter.js';
import { decodeText, TextDecodingError } from './text-decoding.js';
import type { VirtualFolder } from './virtual-folder.js';

/** What the settings in a folder of Markdown say about it. */
export interface BookSettings {
  /** Folder of the content, counted from the top; '' = the top itself. */
  root: string;
  /** Path of the table of contents below the root; absent when there is none. */
  summary?: string;
  /** Path of the introduction below the root, when the settings name one. */
  readme?: string;
  /** Variables of the space, from `.gitbook/vars.yaml`. */
  variables: Readonly<Record<string, string>>;
}

interface ToldSettings {
  root: string;
  summary?: string;
  readme?: string;
}

/**
 * Finds the table of contents: where `.gitbook.yaml`, `book.json` (GitBook) or `book.toml` (mdBook) say,
 * else at the top, else in `src/`.
 */
export function readBookSettings(folder: VirtualFolder): BookSettings {
  const told = readGitBook(folder) ?? readBookJson(folder) ?? readBookToml(folder);
  const candidates: ToldSettings[] = [...(told === undefined ? [] : [told]), { root: '' }, { root: 'src' }];
  for (const candidate of candidates) {
    const summary = findSummary(folder, candidate);
    if (summary !== undefined) return { ...candidate, summary, variables: readVariables(folder, candidate.root) };
  }
  const root = told?.root ?? '';
  return { root, readme: told?.readme, variables: readVariables(folder, root) };
}

function findSummary(folder: VirtualFolder, { root, summary }: ToldSettings): string | undefined {
  const content = folder.below(root);
  if (summary !== undefined && content.has(summary)) return summary;
  return ['SUMMARY.md', 'Summary.md', 'summary.md'].find((name) => content.has(name));
}

function readGitBook(folder: VirtualFolder): ToldSettings | undefined {
  const text = settingsText(folder, '.gitbook.yaml') ?? settingsText(folder, '.gitbook.yml');
  return text === undefined ? undefined : toldBy(readYamlMap(text));
}

function readBookJson(folder: VirtualFolder): ToldSettings | undefined {
  // JSON is YAML, so that one tolerant reader serves both.
  const text = settingsText(folder, 'book.json');
  return text === undefined ? undefined : toldBy(readYamlMap(text));
}

function toldBy(settings: Readonly<Record<string, unknown>>): ToldSettings {
  const structure = mapOf(settings['structure']);
  const summary = textOf(structure['summary']);
  const readme = textOf(structure['readme']);
  return {
    root: pathOf(textOf(settings['root'])) ?? '',
    ...(summary === undefined ? {} : { summary: pathOf(summary) }),
    ...(readme === undefined ? {} : { readme: pathOf(readme) }),
  };
}

/** `src` of the `[book]` table; the one key of the file that matters, so its one line is read instead of all of TOML. */
function readBookToml(folder: VirtualFolder): ToldSettings | undefined {
  const text = settingsText(folder, 'book.toml');
  if (text === undefined) return undefined;
  let table = '';
  for (const line of text.split(/\r?\n/)) {
    table = /^\s*\[\s*([^\]]*?)\s*\]/.exec(line)?.[1] ?? table;
    const source = table === 'book' ? /^\s*src\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(line) : null;
    if (source !== null) return { root: pathOf(source[1] ?? source[2]) ?? '' };
  }
  return { root: 'src' };
}

/** Settings write `./docs/`, `/docs` and `docs` for one folder. */
function pathOf(written: string | undefined): string | undefined {
  return written === undefined ? undefined : cleanPath(written.replace(/^\/+/, ''));
}

function readVariables(folder: VirtualFolder, root: string): Readonly<Record<string, string>> {
  const content = folder.below(root);
  const text = settingsText(content, '.gitbook/vars.yaml') ?? settingsText(content, '.gitbook/vars.yml');
  return (text === undefined ? undefined : variablesOf(readYamlMap(text))) ?? {};
}

function settingsText(folder: VirtualFolder, path: string): string | undefined {
  const bytes = folder.get(path);
  if (bytes === undefined) return undefined;
  try {
    return decodeText(bytes);
  } catch (error) {
    if (error instanceof TextDecodingError) return undefined;
    throw error;
  }
}
