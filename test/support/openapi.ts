/** The OpenAPI document as tests look into it, with references followed. */
export interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  pattern?: string;
  enum?: readonly unknown[];
  default?: unknown;
  nullable?: boolean;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  required?: readonly string[];
  properties?: Readonly<Record<string, Schema>>;
  items?: Schema;
  allOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  anyOf?: readonly Schema[];
}

export interface Parameter {
  in: string;
  name: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
}

export interface PublishedOperation {
  method: string;
  path: string;
  operationId?: string;
  summary?: string;
  tags?: readonly string[];
  deprecated?: boolean;
  security?: readonly Readonly<Record<string, readonly string[]>>[];
  parameters: readonly Parameter[];
  'x-body-limit'?: number;
  requestBody?: { required?: boolean; content: Readonly<Record<string, { schema?: Schema }>> };
  responses: Readonly<Record<string, { description?: string; content?: Readonly<Record<string, { schema?: Schema; example?: unknown }>> }>>;
}

/** The parts that tests use of a document. */
export interface PublishedDocument {
  paths: object;
  components?: { schemas?: object };
}

const METHODS: readonly string[] = ['get', 'put', 'post', 'delete', 'patch', 'options', 'head', 'trace'];

/** Every operation of the document, in its order. */
export function operationsOf(document: PublishedDocument): PublishedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]: [string, Readonly<Record<string, Omit<PublishedOperation, 'method' | 'path'>>>]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]) => ({ ...operation, parameters: operation.parameters ?? [], method: method.toUpperCase(), path })),
  );
}

/** The schema itself: references followed, and the parts of an `allOf` put together. */
export function resolveSchema(document: PublishedDocument, schema: Schema): Schema {
  const { $ref, allOf, ...own } = schema;
  const parts = [...(allOf ?? []), ...($ref === undefined ? [] : [referenced(document, $ref)])];
  return Object.assign({}, ...parts.map((part) => resolveSchema(document, part)), own);
}

function referenced(document: PublishedDocument, reference: string): Schema {
  let found: unknown = document;
  for (const part of reference.replace(/^#\//, '').split('/')) {
    found = typeof found === 'object' && found !== null ? Reflect.get(found, part.replaceAll('~1', '/').replaceAll('~0', '~')) : undefined;
  }
  if (typeof found !== 'object' || found === null) throw new Error(`The document has nothing at ${reference}.`);
  return found;
}

/** The schema of an operation's JSON body, resolved; undefined without one. */
export function bodySchema(document: PublishedDocument, operation: PublishedOperation): Schema | undefined {
  const schema = operation.requestBody?.content['application/json']?.schema;
  return schema === undefined ? undefined : resolveSchema(document, schema);
}

/** A place in the document, as references write it. */
export function pointerTo(place: readonly string[]): string {
  return `#${place.map((part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')}`;
}
