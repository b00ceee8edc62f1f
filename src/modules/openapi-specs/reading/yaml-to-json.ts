import { type Document, isAlias, isMap, isPair, isScalar, isSeq, LineCounter, type Node, parseDocument, type YAMLMap } from 'yaml';
import { MAX_DEPTH } from './limits.js';

/** A fault of a YAML text, with its place. */
export class YamlFault extends Error {}

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * JSON text of a YAML text, by the core schema of YAML 1.2: dates stay texts, `yes` and `no` as well. Written straight
 * from the parsed text, so that keys keep their order and numbers their digits, and so that aliases, which can stand for
 * more than any memory holds, are bounded by what they write.
 * @param most characters of JSON
 * @throws YamlFault
 */
export function yamlToJson(text: string, most: number): string {
  const lines = new LineCounter();
  // Keys are compared below: here every key would be compared with every other.
  const document = parseDocument(text, { version: '1.2', schema: 'core', uniqueKeys: false, keepSourceTokens: false, prettyErrors: false, lineCounter: lines, logLevel: 'silent' });
  const [error] = document.errors;
  if (error !== undefined) throw new YamlFault(`${error.message.replace(/\.$/, '')} (${placeOf(lines, error.pos[0])})`);
  return new JsonWriter(document, lines, most).write();
}

class JsonWriter {
  private readonly parts: string[] = [];
  private length = 0;

  constructor(
    private readonly document: Document.Parsed,
    private readonly lines: LineCounter,
    private readonly most: number,
  ) {}

  write(): string {
    this.node(this.document.contents, 0);
    return this.parts.join('');
  }

  private node(node: unknown, depth: number): void {
    if (depth > MAX_DEPTH) throw new YamlFault(`it is nested deeper than ${String(MAX_DEPTH)}${this.at(node)}`);
    if (isAlias(node)) this.node(this.resolved(node), depth + 1);
    else if (isMap(node)) this.map(node, depth);
    else if (isSeq(node)) this.list(node.items, depth);
    else this.put(scalarJson(node));
  }

  private map(map: YAMLMap, depth: number): void {
    const keys = new Set<string>();
    this.put('{');
    for (const { key, value } of map.items) {
      const name = this.keyOf(key);
      if (keys.has(name)) throw new YamlFault(`the key ${JSON.stringify(name)} is there twice${this.at(key)}`);
      this.put(`${keys.size === 0 ? '' : ','}${JSON.stringify(name)}:`);
      keys.add(name);
      this.node(value, depth + 1);
    }
    this.put('}');
  }

  private list(items: readonly unknown[], depth: number): void {
    this.put('[');
    for (const [index, item] of items.entries()) {
      if (index > 0) this.put(',');
      // `- ? a` and the like: a pair alone in a list.
      if (isPair(item)) throw new YamlFault(`a pair stands alone in a list${this.at(item.key)}`);
      this.node(item, depth + 1);
    }
    this.put(']');
  }

  private keyOf(key: unknown): string {
    const node = isAlias(key) ? this.resolved(key) : key;
    if (!isScalar(node)) throw new YamlFault(`a key is not a text${this.at(key)}`);
    return typeof node.value === 'string' ? node.value : (node.source ?? String(node.value));
  }

  private resolved(alias: Node): unknown {
    const target: unknown = isAlias(alias) ? alias.resolve(this.document) : undefined;
    if (target === undefined) throw new YamlFault(`an alias has no anchor before it${this.at(alias)}`);
    return target;
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

function scalarJson(node: unknown): string {
  if (!isScalar(node)) return 'null';
  const { value, source = '' } = node;
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'number' && typeof value !== 'bigint') return 'null';
  if (JSON_NUMBER.test(source)) return source;
  // JSON has no infinity; what was written stays readable.
  return Number.isFinite(Number(value)) ? String(value) : JSON.stringify(source);
}

function placeOf(lines: LineCounter, offset: number): string {
  const { line, col } = lines.linePos(offset);
  return `line ${String(line)}, column ${String(col)}`;
}
