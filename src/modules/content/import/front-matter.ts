import { parse } from 'yaml';
import { isShallowYaml } from '../../../kernel/text/yaml-depth.js';
import { unstorable } from '../../../kernel/validation/text.js';
import { resolveInFolder } from './folder-path.js';
import type { ImportedPage } from './imported-content.js';

export type FrontMatterFields = Pick<
  ImportedPage,
  'description' | 'emoji' | 'icon' | 'hidden' | 'noIndex' | 'noRobotsIndex' | 'variables' | 'layout' | 'cover'
> & { title?: string };

type YamlMap = Readonly<Record<string, unknown>>;

const FENCED = /^---[ \t]*\r?\n([^]*?)(?<=\n)(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;

/** Characters of front matter; with more it is text, as for readers. */
const MOST_FRONT_MATTER = 32 * 1024;
/** Characters of other YAML: reading it keeps every other request waiting. */
const MOST_YAML = 500_000;

/** The Markdown after its front matter. */
export function withoutFrontMatter(markdown: string): string {
  const match = matchFrontMatter(markdown);
  return match === undefined ? markdown : markdown.slice(match.end);
}

/** The properties of a page that its front matter tells, in the names and shapes that GitBook writes. `path` is the page's own. */
export function readFrontMatter(markdown: string, path: string): FrontMatterFields {
  const map = readFrontMatterMap(markdown);
  const fields: FrontMatterFields = {
    title: textOf(map['title']),
    description: textOf(map['description']),
    emoji: emojiOf(textOf(map['emoji'])),
    icon: textOf(map['icon']),
    hidden: booleanOf(map['hidden']),
    noIndex: booleanOf(map['noIndex']),
    noRobotsIndex: booleanOf(map['noRobotsIndex']),
    variables: variablesOf(map['vars'] ?? map['variables']),
    layout: layoutOf(map['layout']),
    cover: coverOf(map, path),
  };
  for (const key of Object.keys(fields) as (keyof FrontMatterFields)[]) {
    if (fields[key] === undefined) Reflect.deleteProperty(fields, key);
  }
  return fields;
}

/** The front matter as a map; empty when there is none, or none that YAML can read. */
function readFrontMatterMap(markdown: string): YamlMap {
  const match = matchFrontMatter(markdown);
  return match === undefined ? {} : readYamlMap(match.yaml);
}

/** A YAML document as a map; empty when it is none, too long, or nested too deeply. Of keys that are told twice the last one counts: finding them all takes the parser quadratic time. */
export function readYamlMap(text: string): YamlMap {
  if (text.length > MOST_YAML || !isShallowYaml(text)) return {};
  try {
    return mapOf(parse(text, { uniqueKeys: false, maxAliasCount: 100, logLevel: 'silent' }));
  } catch {
    return {};
  }
}

/** Names to texts, for `vars`: numbers and booleans become text, other values are left out. */
export function variablesOf(value: unknown): Readonly<Record<string, string>> | undefined {
  const entries = Object.entries(mapOf(value))
    .filter(([, entry]) => ['string', 'number', 'boolean'].includes(typeof entry))
    .map(([name, entry]) => [name, String(entry)] as const)
    .filter(([name, entry]) => unstorable(name + entry) === undefined);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

export function mapOf(value: unknown): YamlMap {
  return isMap(value) ? value : {};
}

function isMap(value: unknown): value is YamlMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function matchFrontMatter(markdown: string): { yaml: string; end: number } | undefined {
  if (!markdown.startsWith('---')) return undefined;
  const match = FENCED.exec(markdown);
  return match === null || match[0].length > MOST_FRONT_MATTER ? undefined : { yaml: match[1] ?? '', end: match[0].length };
}

/** Text of a scalar; '' counts as not told, and so does what can't be stored (YAML has escapes for NUL and halves of pairs). */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string' || unstorable(value) !== undefined) return undefined;
  return value.trim() === '' ? undefined : value.trim();
}

function booleanOf(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

/** GitBook writes an emoji as its code points in hex (`1f600`), people as itself. */
function emojiOf(text: string | undefined): string | undefined {
  if (text === undefined || !/^[0-9a-f]{2,6}(?:-[0-9a-f]{2,6})*$/i.test(text)) return text;
  const points = text.split('-').map((hex) => Number.parseInt(hex, 16));
  return points.every((point) => point <= 0x10ffff && (point < 0xd800 || point > 0xdfff)) ? String.fromCodePoint(...points) : text;
}

const LAYOUT_PARTS = ['cover', 'title', 'description', 'tableOfContents', 'outline', 'pagination'] as const;

function layoutOf(value: unknown): ImportedPage['layout'] {
  const map = mapOf(value);
  const layout: { -readonly [Key in keyof NonNullable<ImportedPage['layout']>]: NonNullable<ImportedPage['layout']>[Key] } = {};
  for (const part of LAYOUT_PARTS) {
    const visible = booleanOf(map[part]) ?? booleanOf(mapOf(map[part])['visible']);
    if (visible !== undefined) layout[part] = visible;
  }
  const size = mapOf(map['cover'])['size'] ?? map['coverSize'];
  if (size === 'hero' || size === 'full') layout.coverSize = size;
  const width = map['width'];
  if (width === 'default' || width === 'wide') layout.width = width;
  return Object.keys(layout).length === 0 ? undefined : layout;
}

function coverOf(map: YamlMap, path: string): ImportedPage['cover'] {
  const light = textOf(mapOf(map['cover'])['light']) ?? textOf(map['cover']);
  if (light === undefined) return undefined;
  const dark = textOf(mapOf(map['cover'])['dark']) ?? textOf(map['coverDark']);
  const yPos = map['coverY'];
  return {
    ref: coverReference(light, path),
    ...(dark === undefined ? {} : { refDark: coverReference(dark, path) }),
    yPos: typeof yPos === 'number' && Number.isFinite(yPos) ? yPos : 0,
  };
}

function coverReference(address: string, path: string): string {
  return resolveInFolder(path, address)?.path ?? address;
}
