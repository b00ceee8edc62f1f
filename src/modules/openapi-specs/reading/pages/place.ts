import { isObject } from '../../../../kernel/validation/objects.js';

/** A value with the document that it stands in, which its references are relative to. */
export interface Place<Document> {
  readonly document: Document;
  readonly value: unknown;
}

/** Follows references until something else stands there; a value of nothing where they lead nowhere. */
export type Resolve<Document> = (place: Place<Document>) => Place<Document>;

export type Fields = Readonly<Record<string, unknown>>;

/** Documents may hold anything anywhere: what isn't an object has no fields. */
export function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : {};
}

/** What stands under a word of an object. */
export function partOf<Document>({ document, value }: Place<Document>, word: string, resolve: Resolve<Document>): Place<Document> {
  return resolve({ document, value: fieldsOf(value)[word] });
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Text without what no database stores; undefined for anything else, and for nothing but space. */
export function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  return Buffer.from(value).toString().replaceAll('\0', '\ufffd');
}
