import { BadInputError } from '../../../../kernel/errors/errors.js';
import { type Block, type Data, type Fragment, type Inline, type InlineNode, isDocumentReference, type JsonDocument, type Leaf, type Mark, MAX_DOCUMENT_DEPTH, type TextNode } from './json-document.js';

/** How deep the values in a node's data may be nested. */
const MAX_DATA_DEPTH = 16;

/** What has more of them is longer than any body of Markdown may be. */
const MAX_TABLE_CELLS = 400_000;

const REFERENCES = new Set(['ref', 'refDark']);
const STRINGS = new Set('id align style syntax title overflow formula url path alt expression label kind icon method name integration block verticalAlignment size text background code'.split(' '));
const BOOLEANS = new Set('checked highlighted fullWidth withFrame lineNumbers grouped open'.split(' '));
const OBJECTS = new Set(['view', 'records', 'definition', 'props']);

/**
 * Checks a document from outside, and gives a copy with nothing but its known fields.
 * @param path where the document stands in the body, for messages
 * @throws BadInputError naming the path and the fault of the first place that isn't as it should be
 */
export function validateDocument(value: unknown, path = 'document'): JsonDocument {
  const document = objectAt(value, path, 'document');
  const { schemaVersion } = dataAt(document['data'], `${path}.data`);
  if (schemaVersion !== undefined && typeof schemaVersion !== 'number') {
    throw BadInputError.ofField(`${path}.data.schemaVersion`, 'must be a number');
  }
  const nodes = listAt(document['nodes'], `${path}.nodes`).map((node, index) => blockAt(node, `${path}.nodes[${String(index)}]`, 1));
  const cells = tableCells(nodes);
  if (cells > MAX_TABLE_CELLS) {
    throw BadInputError.ofField(path, `must have at most ${String(MAX_TABLE_CELLS)} cells in its tables, columns times records, has ${String(cells)}`);
  }
  return { object: 'document', data: schemaVersion === undefined ? {} : { schemaVersion }, nodes };
}

/** Each cell is written, also an empty one. */
function tableCells(nodes: readonly (Block | InlineNode)[]): number {
  let cells = 0;
  for (const node of nodes) {
    if (node.object === 'text') continue;
    if (node.type === 'table') cells += sizeOf(node.data['definition']) * sizeOf(node.data['records']);
    cells += tableCells(node.nodes ?? []);
    for (const fragment of node.fragments ?? []) cells += tableCells(fragment.nodes);
  }
  return cells;
}

function sizeOf(value: unknown): number {
  return isObject(value) ? Object.keys(value).length : 0;
}

function blockAt(value: unknown, path: string, depth: number): Block {
  const node = objectAt(value, path, 'block');
  checkDepth(path, depth);
  const nodes = optional(node['nodes'], (list) => listAt(list, `${path}.nodes`).map((child, index) => anyNodeAt(child, `${path}.nodes[${String(index)}]`, depth + 1)));
  const meta = optional(node['meta'], (one) => dataAt(one, `${path}.meta`));
  return {
    object: 'block',
    type: typeAt(node['type'], `${path}.type`),
    data: checkedDataAt(node['data'], `${path}.data`),
    isVoid: booleanAt(node['isVoid'], `${path}.isVoid`),
    ...(nodes === undefined ? {} : { nodes }),
    ...fragmentsOf(node, path, depth),
    ...keyOf(node, path),
    ...(meta === undefined ? {} : { meta }),
  };
}

function anyNodeAt(value: unknown, path: string, depth: number): Block | InlineNode {
  const object = isObject(value) ? value['object'] : undefined;
  return object === 'text' || object === 'inline' ? inlineNodeAt(value, path, depth) : blockAt(value, path, depth);
}

function inlineNodeAt(value: unknown, path: string, depth: number): InlineNode {
  return isObject(value) && value['object'] === 'text' ? textAt(value, path) : inlineAt(value, path, depth);
}

function inlineAt(value: unknown, path: string, depth: number): Inline {
  const node = objectAt(value, path, 'inline');
  checkDepth(path, depth);
  return {
    object: 'inline',
    type: typeAt(node['type'], `${path}.type`),
    data: checkedDataAt(node['data'], `${path}.data`),
    isVoid: booleanAt(node['isVoid'], `${path}.isVoid`),
    nodes: listAt(node['nodes'] ?? [], `${path}.nodes`).map((child, index) => inlineNodeAt(child, `${path}.nodes[${String(index)}]`, depth + 1)),
    ...fragmentsOf(node, path, depth),
    ...keyOf(node, path),
  };
}

function textAt(value: unknown, path: string): TextNode {
  const node = objectAt(value, path, 'text');
  return {
    object: 'text',
    leaves: listAt(node['leaves'], `${path}.leaves`).map((leaf, index) => leafAt(leaf, `${path}.leaves[${String(index)}]`)),
    ...keyOf(node, path),
  };
}

function leafAt(value: unknown, path: string): Leaf {
  const leaf = objectAt(value, path, 'leaf');
  return {
    object: 'leaf',
    text: stringAt(leaf['text'], `${path}.text`),
    marks: listAt(leaf['marks'] ?? [], `${path}.marks`).map((mark, index) => markAt(mark, `${path}.marks[${String(index)}]`)),
  };
}

function markAt(value: unknown, path: string): Mark {
  const mark = objectAt(value, path, 'mark');
  const data = optional(mark['data'], (one) => checkedDataAt(one, `${path}.data`));
  return { object: 'mark', type: typeAt(mark['type'], `${path}.type`), ...(data === undefined ? {} : { data }) };
}

function fragmentsOf(node: Data, path: string, depth: number): { fragments?: Fragment[] } {
  const fragments = optional(node['fragments'], (list) =>
    listAt(list, `${path}.fragments`).map((one, index) => fragmentAt(one, `${path}.fragments[${String(index)}]`, depth + 1)),
  );
  return fragments === undefined ? {} : { fragments };
}

function fragmentAt(value: unknown, path: string, depth: number): Fragment {
  const node = objectAt(value, path, 'fragment');
  checkDepth(path, depth);
  const type = optional(node['type'], (one) => typeAt(one, `${path}.type`));
  const name = optional(node['fragment'], (one) => stringAt(one, `${path}.fragment`));
  return {
    object: 'fragment',
    ...(type === undefined ? {} : { type }),
    ...(name === undefined ? {} : { fragment: name }),
    nodes: listAt(node['nodes'], `${path}.nodes`).map((child, index) => blockAt(child, `${path}.nodes[${String(index)}]`, depth + 1)),
    ...keyOf(node, path),
  };
}

function keyOf(node: Data, path: string): { key?: string } {
  const key = optional(node['key'], (one) => stringAt(one, `${path}.key`));
  return key === undefined ? {} : { key };
}

function checkDepth(path: string, depth: number): void {
  if (depth > MAX_DOCUMENT_DEPTH) {
    throw BadInputError.ofField(path, `is nested more than ${String(MAX_DOCUMENT_DEPTH)} levels deep`);
  }
}

function isObject(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objectAt(value: unknown, path: string, object: string): Data {
  if (!isObject(value)) {
    throw BadInputError.ofField(path, 'must be an object');
  }
  if (value['object'] !== object) {
    throw BadInputError.ofField(`${path}.object`, `must be "${object}"`);
  }
  return value;
}

/** Data whose entries, where they are known, have their types. */
function checkedDataAt(value: unknown, path: string): Data {
  const data = dataAt(value, path);
  for (const [key, entry] of Object.entries(data)) {
    const expected = REFERENCES.has(key) ? 'a content reference' : STRINGS.has(key) ? 'a string' : BOOLEANS.has(key) ? 'true or false' : OBJECTS.has(key) ? 'an object' : undefined;
    const fits =
      expected === undefined ||
      (REFERENCES.has(key) ? isDocumentReference(entry) : STRINGS.has(key) ? typeof entry === 'string' : BOOLEANS.has(key) ? typeof entry === 'boolean' : isObject(entry));
    if (!fits) {
      throw BadInputError.ofField(`${path}.${key}`, `must be ${expected}`);
    }
  }
  return data;
}

function dataAt(value: unknown, path: string): Data {
  if (value === undefined) {
    return {};
  }
  if (!isObject(value)) {
    throw BadInputError.ofField(path, 'must be an object');
  }
  return copyObject(value, path, 0);
}

function copyObject(value: Data, path: string, depth: number): Data {
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, entry]) => entry !== undefined)
      .map(([key, entry]) => {
        if (key === '__proto__') {
          throw BadInputError.ofField(`${path}.${key}`, 'is no name that data can have');
        }
        return [key, copyValue(entry, `${path}.${key}`, depth + 1)];
      }),
  );
}

function copyValue(value: unknown, path: string, depth: number): unknown {
  if (depth > MAX_DATA_DEPTH) {
    throw BadInputError.ofField(path, `is nested more than ${String(MAX_DATA_DEPTH)} levels deep in its data`);
  }
  if (Array.isArray(value)) {
    return value.map((entry: unknown, index) => copyValue(entry, `${path}[${String(index)}]`, depth + 1));
  }
  if (isObject(value)) {
    return copyObject(value, path, depth);
  }
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) {
    return value;
  }
  throw BadInputError.ofField(path, 'is no JSON value');
}

function listAt(value: unknown, path: string): unknown[] {
  if (!Array.isArray(value)) {
    throw BadInputError.ofField(path, 'must be a list');
  }
  return value;
}

function stringAt(value: unknown, path: string): string {
  if (typeof value !== 'string') {
    throw BadInputError.ofField(path, 'must be a string');
  }
  return value;
}

function typeAt(value: unknown, path: string): string {
  const type = stringAt(value, path);
  if (type === '') {
    throw BadInputError.ofField(path, 'must not be empty');
  }
  return type;
}

/** Absent is false. */
function booleanAt(value: unknown, path: string): boolean {
  if (value !== undefined && typeof value !== 'boolean') {
    throw BadInputError.ofField(path, 'must be true or false');
  }
  return value === true;
}

function optional<T>(value: unknown, read: (value: unknown) => T): T | undefined {
  return value === undefined || value === null ? undefined : read(value);
}
