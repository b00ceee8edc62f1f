import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { OpenAPIObject } from '@nestjs/swagger';
import { pointerTo } from './openapi.js';

interface ContractOperation {
  operationId?: string;
  responses: Record<string, { content?: Record<string, { schema?: object }> }>;
}

/** By the paths of the document: services differ in the address that their documents tell. */
const schemas = new WeakMap<OpenAPIObject['paths'], Ajv>();

/** What is checked of an answer. */
interface CheckedAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body?: unknown;
}

/** What an answer has against the published document; nothing for paths outside of it. */
export function contractFaults(document: OpenAPIObject, method: string, path: string, answer: CheckedAnswer): string[] {
  const found = operationAt(document, method, path.split('?')[0] ?? path);
  if (found === undefined) return [];
  const { template, operation } = found;
  // What every operation can say besides its own: wrong method, database away.
  if ([405, 503].includes(answer.status)) return [];
  if (answer.status === 200 && method === 'GET' && answer.headers.has('etag') !== '304' in operation.responses) return [`${operation.operationId ?? template} documents 304 where it has no entity tag, or the other way round`];
  const response = operation.responses[String(answer.status)];
  if (response === undefined) return [`${operation.operationId ?? template} does not document ${String(answer.status)}`];
  // What is no JSON is the business of the tests of its own.
  if (answer.status === 200 && response.content !== undefined && !('application/json' in response.content)) return [];
  if (response.content?.['application/json']?.schema === undefined) return answer.body === undefined ? [] : ['a body where none is documented'];
  const validate = validator(document, ['paths', template, method.toLowerCase(), 'responses', String(answer.status), 'content', 'application/json', 'schema']);
  if (validate(answer.body)) return [];
  return (validate.errors ?? []).slice(0, 10).map((error) => `${error.instancePath} ${error.message ?? ''} ${JSON.stringify(error.params)}`);
}

/** Of the schema at this place in the document. What operations have in common is read and compiled once. */
function validator(document: OpenAPIObject, place: readonly string[]): ValidateFunction {
  const ajv = schemas.get(document.paths) ?? readSchemas(document);
  const validate = ajv.getSchema(`document${pointerTo(place)}`);
  if (validate === undefined) throw new Error(`The document has no schema at ${place.join(' ')}.`);
  return validate;
}

function readSchemas(document: OpenAPIObject): Ajv {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(asJsonSchema({ paths: document.paths, components: document.components ?? {} }), 'document');
  schemas.set(document.paths, ajv);
  return ajv;
}

/** OpenAPI 3.0 as JSON Schema: nullable values, and objects closed so that an undocumented field is noticed. */
function asJsonSchema(part: object): object {
  if (Array.isArray(part)) return part.map((item: unknown) => (isObject(item) ? asJsonSchema(item) : item));
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(part)) copy[key] = isObject(value) ? asJsonSchema(value) : value;
  const composed = 'allOf' in copy || 'oneOf' in copy || 'anyOf' in copy;
  if (copy['type'] === 'object' && 'properties' in copy && !('additionalProperties' in copy) && !composed) copy['additionalProperties'] = false;
  if (copy['nullable'] !== true) return copy;
  delete copy['nullable'];
  return { anyOf: [copy, { type: 'null' }] };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** The operation that a path belongs to; literal parts win over parameters. */
function operationAt(document: OpenAPIObject, method: string, path: string): { template: string; operation: ContractOperation } | undefined {
  const candidates = patternsOf(document).filter(({ pattern }) => pattern.test(path));
  for (const { template, item } of candidates) {
    const operation = item[method.toLowerCase()];
    if (operation !== undefined) return { template, operation };
  }
  return undefined;
}

interface PathPattern {
  pattern: RegExp;
  template: string;
  item: Readonly<Record<string, ContractOperation | undefined>>;
}

const patterns = new WeakMap<OpenAPIObject['paths'], readonly PathPattern[]>();

/** Made once for a document, since every answer of a test is looked up; those with the fewest parameters first. */
function patternsOf(document: OpenAPIObject): readonly PathPattern[] {
  const known = patterns.get(document.paths);
  if (known !== undefined) return known;
  const made = Object.entries(document.paths)
    .sort(([one], [other]) => one.split('{').length - other.split('{').length)
    .map(([template, item]) => ({
      pattern: new RegExp(`^${template.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+Path\}/g, '.+').replace(/\{[^}]+\}/g, '[^/]+')}$`),
      template,
      item: item as PathPattern['item'], // Nest's type knows nothing of what this asks for
    }));
  patterns.set(document.paths, made);
  return made;
}
