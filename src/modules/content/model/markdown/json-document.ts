/** How deep blocks, fragments and inlines of a document may contain each other. */
export const MAX_DOCUMENT_DEPTH = 64;

/** What a document refers to. */
export type DocumentReference =
  | { kind: 'url'; url: string }
  | { kind: 'file'; file: string }
  | { kind: 'page'; page: string; space?: string }
  /** Without a page: an anchor of the page itself. */
  | { kind: 'anchor'; anchor: string; page?: string; space?: string }
  | { kind: 'user'; user: string }
  | { kind: 'collection'; collection: string }
  | { kind: 'space'; space: string }
  | { kind: 'reusable-content'; reusableContent: string; space?: string }
  | { kind: 'openapi'; spec: string };

/** The field that names the target of each kind. */
const TARGET_FIELDS: ReadonlyMap<unknown, string> = new Map(
  Object.entries({ url: 'url', file: 'file', page: 'page', anchor: 'anchor', user: 'user', collection: 'collection', space: 'space', 'reusable-content': 'reusableContent', openapi: 'spec' }),
);

export function isDocumentReference(value: unknown): value is DocumentReference {
  if (typeof value !== 'object' || value === null || !('kind' in value)) {
    return false;
  }
  const fields: Readonly<Record<string, unknown>> = Object.fromEntries(Object.entries(value));
  const target = TARGET_FIELDS.get(fields['kind']);
  return target !== undefined && typeof fields[target] === 'string' && ['page', 'space'].every((name) => fields[name] === undefined || typeof fields[name] === 'string');
}

export type Data = Record<string, unknown>;

export interface Mark {
  object: 'mark';
  /** bold, italic, code, keyboard, strikethrough, superscript, subscript or color. */
  type: string;
  /** Of colors: `text` and `background`. */
  data?: Data;
}

export interface Leaf {
  object: 'leaf';
  /** A newline is a line break that the author wants. */
  text: string;
  marks: Mark[];
}

export interface TextNode {
  object: 'text';
  leaves: Leaf[];
  key?: string;
}

export interface Inline {
  object: 'inline';
  type: string;
  data: Data;
  isVoid: boolean;
  nodes: InlineNode[];
  fragments?: Fragment[];
  key?: string;
}

export type InlineNode = TextNode | Inline;

/** A part of a block or inline beside its nodes: a caption, a table's cell, a note. */
export interface Fragment {
  object: 'fragment';
  /** What it is: caption, expandable-title, expandable-body, annotation-body or table-cell. */
  type?: string;
  /** Its name, where there are several of a type. */
  fragment?: string;
  nodes: Block[];
  key?: string;
}

export interface Block {
  object: 'block';
  type: string;
  data: Data;
  isVoid: boolean;
  nodes?: (Block | InlineNode)[];
  fragments?: Fragment[];
  key?: string;
  meta?: Data;
}

/** A page's body as a tree; see the interface's documentation for the types of blocks, inlines and marks. */
export interface JsonDocument {
  object: 'document';
  data: { schemaVersion?: number };
  nodes: Block[];
}
