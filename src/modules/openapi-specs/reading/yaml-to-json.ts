import { type Alias, isAlias, isCollection, isMap, isPair, isScalar, isSeq, LineCounter, parseDocument, type YAMLMap } from 'yaml';
import { entriesOfJson } from './entries-of-json.js';
import { MAX_DEPTH } from './limits.js';

/** A fault of a YAML text, with its place. */
export class YamlFault extends Error {}

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * JSON text of a YAML text, by the core schema of YAML 1.2: dates stay texts, `yes` and `no` as well. Merge keys (`<<`)
 * are followed all the same, since writers of specs use them, and their readers do. Written straight
 * from the parsed text, so that keys keep their order and numbers their digits, and so that aliases, which can stand for
 * more than any memory holds, are bounded by what they write.
 * @param most characters of JSON
 * @throws YamlFault
 */
export function yamlToJson(text: string, most: number): string {
  const lines = new LineCounter();
  // Keys are compared below: here every key would be compared with every other.
  const document = parseDocument(text, { version: '1.2', schema: 'core', uniqueKeys: false, keepSourceTokens: false, prettyErrors: false, lineCounter: lines, logLevel: 'error' });
  const [error] = document.errors;
  if (error !== undefined) throw new YamlFault(`${faultText(error.message)} (${placeOf(lines, error.pos[0])})`);
  return new JsonWriter(lines, most).write(document.contents);
}

/** What an anchor stands for. */
interface Anchored {
  readonly node: unknown;
  /** Undefined while it is written: an alias within itself. */
  json?: string;
  /** Levels of nesting in it. */
  height: number;
  /** Of an object that was merged: the JSON text of each value, split once, so that merging it takes no longer than writing it. */
  entries?: ReadonlyMap<string, string>;
}

type Written = Anchored & { json: string };

interface Merged {
  readonly entries: ReadonlyMap<string, string>;
  readonly height: number;
}

function isWritten(anchored: Anchored): anchored is Written {
  return anchored.json !== undefined;
}

class JsonWriter {
  private readonly parts: string[] = [];
  private length = 0;
  /** By name; an alias means the nearest one before it. */
  private readonly anchors = new Map<string, Anchored>();

  constructor(
    private readonly lines: LineCounter,
    private readonly most: number,
  ) {}

  write(root: unknown): string {
    this.node(root, 0);
    return this.parts.join('');
  }

  /** Answers the levels of nesting in it. */
  private node(node: unknown, depth: number): number {
    if (depth > MAX_DEPTH) throw this.tooDeep(node);
    if (isAlias(node)) return this.alias(node, depth);
    const anchored = this.anchor(node);
    const start = this.parts.length;
    const height = this.content(node, depth);
    if (anchored !== undefined) {
      anchored.json = this.parts.splice(start).join('');
      anchored.height = height;
      this.parts.push(anchored.json);
    }
    return height;
  }

  private content(node: unknown, depth: number): number {
    if (isMap(node)) return this.map(node, depth);
    if (isSeq(node)) return this.list(node.items, depth);
    this.put(scalarJson(node));
    return 0;
  }

  private map(map: YAMLMap, depth: number): number {
    // Whatever is merged, and wherever, what the object says itself wins.
    const own = map.items.some(({ key }) => isMergeKey(key)) ? new Set(map.items.map(({ key }) => nameOf(isAlias(key) ? this.anchors.get(key.source)?.node : key))) : NO_NAMES;
    const keys = new Set<string>();
    let height = 0;
    this.put('{');
    for (const { key, value } of map.items) {
      const merged = isMergeKey(key) ? this.merged(value, depth) : undefined;
      for (const { entries, height: levels } of merged ?? []) {
        for (const [name, json] of entries) if (!own.has(name) && !keys.has(name)) this.put(`${this.keyJson(name, keys)}${json}`);
        height = Math.max(height, levels - 1);
      }
      if (merged !== undefined) continue;
      const name = this.keyOf(key);
      if (keys.has(name)) throw new YamlFault(`the key ${JSON.stringify(name)} is there twice${this.at(key)}`);
      this.put(this.keyJson(name, keys));
      height = Math.max(height, this.node(value, depth + 1));
    }
    this.put('}');
    return height + 1;
  }

  private keyJson(name: string, keys: Set<string>): string {
    const comma = keys.size === 0 ? '' : ',';
    keys.add(name);
    return `${comma}${JSON.stringify(name)}:`;
  }

  /** What stands at a merge key: an object or a list of objects, themselves or by aliases. Undefined: something else, so that the key is one like others. */
  private merged(value: unknown, depth: number): Merged[] | undefined {
    const sources = isSeq(value) ? value.items : [value];
    if (!sources.every((source) => isMap(isAlias(source) ? this.anchoredBy(source).node : source))) return undefined;
    return sources.map((source) => {
      const anchored = isAlias(source) ? this.written(source) : this.apart(source, depth);
      if (depth + anchored.height > MAX_DEPTH) throw this.tooDeep(source);
      anchored.entries ??= entriesOfJson(anchored.json);
      return { entries: anchored.entries, height: anchored.height };
    });
  }

  /** Written, but not into the text: the object itself at a merge key. */
  private apart(node: unknown, depth: number): Written {
    const start = this.parts.length;
    const height = this.node(node, depth);
    return { node, json: this.parts.splice(start).join(''), height };
  }

  private list(items: readonly unknown[], depth: number): number {
    let height = 0;
    this.put('[');
    for (const [index, item] of items.entries()) {
      if (index > 0) this.put(',');
      // `- ? a` and the like: a pair alone in a list.
      if (isPair(item)) throw new YamlFault(`a pair stands alone in a list${this.at(item.key)}`);
      height = Math.max(height, this.node(item, depth + 1));
    }
    this.put(']');
    return height + 1;
  }

  /** Written by copying what its anchor became, so that a few lines of aliases take no longer than what they write. */
  private alias(alias: Alias, depth: number): number {
    const { json, height } = this.written(alias);
    if (depth + height > MAX_DEPTH) throw this.tooDeep(alias);
    this.put(json);
    return height;
  }

  private written(alias: Alias): Written {
    const anchored = this.anchoredBy(alias);
    if (!isWritten(anchored)) throw new YamlFault(`the alias *${alias.source} stands for what it is in${this.at(alias)}`);
    return anchored;
  }

  private keyOf(key: unknown): string {
    const node = isAlias(key) ? this.anchoredBy(key).node : key;
    if (!isScalar(node)) throw new YamlFault(`a key is not a text${this.at(key)}`);
    const anchored = this.anchor(key);
    if (anchored !== undefined) anchored.json = scalarJson(node);
    return nameOf(node);
  }

  private anchor(node: unknown): Anchored | undefined {
    const name = isScalar(node) || isCollection(node) ? node.anchor : undefined;
    if (name === undefined) return undefined;
    const anchored: Anchored = { node, height: 0 };
    this.anchors.set(name, anchored);
    return anchored;
  }

  private anchoredBy(alias: Alias): Anchored {
    const anchored = this.anchors.get(alias.source);
    if (anchored === undefined) throw new YamlFault(`the alias *${alias.source} has no anchor before it${this.at(alias)}`);
    return anchored;
  }

  private tooDeep(node: unknown): YamlFault {
    return new YamlFault(`it is nested deeper than ${String(MAX_DEPTH)}${this.at(node)}`);
  }

  private put(part: string): void {
    this.length += part.length;
    if (this.length > this.most) throw new YamlFault(`it becomes larger than ${String(this.most)} characters`);
    this.parts.push(part);
  }

  private at(node: unknown): string {
    const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined;
    return Array.isArray(range) && typeof range[0] === 'number' ? ` (${placeOf(this.lines, range[0])})` : '';
  }
}

/** The parser's message, where it doesn't speak of the parser itself. */
function faultText(message: string): string {
  // It calls itself for each level.
  if (message.includes('call stack')) return 'it is nested too deep';
  return message.startsWith('Source contains multiple documents') ? 'it is more than one document' : message.replace(/\.$/, '');
}

const NO_NAMES: ReadonlySet<string> = new Set();

function isMergeKey(key: unknown): boolean {
  return isScalar(key) && key.value === '<<' && key.type === 'PLAIN';
}

/** Of a key that is neither an object nor an alias. */
function nameOf(key: unknown): string {
  if (!isScalar(key)) return '';
  return typeof key.value === 'string' ? key.value : (key.source ?? String(key.value));
}

function scalarJson(node: unknown): string {
  if (!isScalar(node)) return 'null';
  const { value, source = '' } = node;
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'boolean') return String(value);
  if (value === null || value === undefined) return 'null';
  // Bytes and the like, which only a tag makes: what was written.
  if (typeof value !== 'number' && typeof value !== 'bigint') return JSON.stringify(source);
  if (JSON_NUMBER.test(source)) return source;
  // JSON has no infinity; what was written stays readable.
  return Number.isFinite(Number(value)) ? String(value) : JSON.stringify(source);
}

function placeOf(lines: LineCounter, offset: number): string {
  const { line, col } = lines.linePos(offset);
  return `line ${String(line)}, column ${String(col)}`;
}
