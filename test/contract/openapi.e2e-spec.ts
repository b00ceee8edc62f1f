import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { bodySchema, operationsOf, pointerTo, type PublishedDocument, type PublishedOperation, resolveSchema, type Schema } from '../support/openapi.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { OPERATIONS } from './operations.js';
import type { ContractField, ContractOperation, ContractParameter } from './operations/operation.js';

let service: TestApp;
let document: PublishedDocument & Record<string, unknown>;
let operations: Map<string, PublishedOperation>;

beforeAll(async () => {
  service = await startTestApp();
  document = (await service.as().get('/docs-json')).body;
  operations = new Map(operationsOf(document).map((operation) => [`${operation.method} ${operation.path}`, operation]));
});
afterAll(() => service.close());

describe('the published document', () => {
  it('is the same as JSON, as YAML and for the tests', async () => {
    const yaml = await service.as().get('/docs-yaml');
    expect(yaml.status).toBe(200);
    expect(parse(yaml.body)).toEqual(document);
    expect(JSON.parse(JSON.stringify(service.document))).toEqual(document);
  });

  it('comes with pages that show it, and answers nothing else beside them', async () => {
    const statuses = ['/docs', '/docs/', '/docs/swagger-ui.css', '/docs/swagger-ui-init.js', '/docs/nothing', '/docs-nothing'].map(async (path) => [path, (await service.as().get(path)).status]);
    expect(await Promise.all(statuses)).toEqual([
      ['/docs', 200],
      ['/docs/', 200],
      ['/docs/swagger-ui.css', 200],
      ['/docs/swagger-ui-init.js', 200],
      ['/docs/nothing', 404],
      ['/docs-nothing', 404],
    ]);
    expect((await service.as().post('/docs', {})).status).toBe(405);
  });

  it('is valid OpenAPI 3.0', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(document['openapi']).toMatch(/^3\.0\./);
  });

  it('has exactly the operations of the interface', () => {
    const published = [...operations.values()].map(({ method, path, operationId }) => `${method} ${path} ${operationId ?? ''}`);
    expect(published.sort()).toEqual(OPERATIONS.map(({ method, path, operationId }) => `${method} ${path} ${operationId}`).sort());
  });

  it('names every operation once', () => {
    const ids = OPERATIONS.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('names schemas by what they are of, and not by classes', () => {
    expect(Object.keys(document.components?.schemas ?? {}).filter((name) => name.endsWith('Dto'))).toEqual([]);
  });

  it('asks for a bearer token everywhere', () => {
    expect(document['security']).toEqual([{ bearer: [] }]);
    expect(document['components']).toMatchObject({ securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } });
    expect([...operations.values()].filter(({ security }) => security !== undefined)).toEqual([]);
  });

  it('gives examples that fit their schemas', () => {
    const ajv = new Ajv({ strict: false });
    addFormats.default(ajv);
    ajv.addSchema(document, 'document');
    const examples = examplesOf(document, []);
    expect(examples.length).toBeGreaterThan(OPERATIONS.length);
    const faults = examples.flatMap(({ schema, example }) => (ajv.validate({ $ref: `document${pointerTo(schema)}` }, example) ? [] : [`${schema.join(' ')}: ${ajv.errorsText()}`]));
    expect(faults).toEqual([]);
  });

  it('writes patterns that mean the same to whatever reads them: without the classes of Unicode, for which some take letters and some give up', () => {
    const patterns = schemasOf(document).flatMap(({ pattern }) => pattern ?? []);
    expect(patterns.length).toBeGreaterThan(10);
    expect(patterns.filter((pattern) => /\\[pPu]\{|\(\?</.test(pattern))).toEqual([]);
  });

  it('lists null among the values of every enumeration that may be null: else it would not be one of them', () => {
    const nullable = schemasOf(document).filter((schema) => schema.nullable === true && schema.enum !== undefined);
    expect(nullable.length).toBeGreaterThan(5);
    expect(nullable.filter((schema) => schema.enum?.includes(null) !== true)).toEqual([]);
  });

  it('gives examples of errors with the code that they are of', () => {
    const responses = [...operations.values()].flatMap((operation) => Object.entries(operation.responses));
    const codes = responses.flatMap(([status, { content }]) => (Number(status) < 400 ? [] : [[status, String((content?.['application/json']?.example as { error: { code: number } }).error.code)]])); // their schema says so
    expect(codes.length).toBeGreaterThan(operations.size);
    expect(codes.filter(([status, code]) => status !== code)).toEqual([]);
  });
});

describe.each(OPERATIONS.map((operation) => ({ name: operation.operationId, operation })))('$name', ({ operation: agreed }) => {
  it('stands in its section, with a summary', () => {
    const { tags, summary, deprecated } = published(agreed);
    expect(tags).toEqual([agreed.section]);
    expect(summary).toMatch(/\S/);
    expect(deprecated ?? false).toBe(agreed.deprecated ?? false);
  });

  it('takes the agreed parameters, each described', () => {
    const { parameters } = published(agreed);
    const inPath = parameters.filter((parameter) => parameter.in === 'path');
    expect(inPath.map(({ name }) => name)).toEqual([...agreed.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    const undescribed = parameters.filter(({ description }) => (description ?? '') === '').map(({ name }) => name);
    expect(undescribed).toEqual([]);
    const inQuery = parameters.filter((parameter) => parameter.in === 'query');
    expect(Object.fromEntries(inQuery.map(({ name, required, schema }) => [name, shownParameter(agreed.query?.[name], required, schema)]))).toEqual(agreed.query ?? {});
    expect(parameters.filter((parameter) => !['path', 'query'].includes(parameter.in))).toEqual([]);
  });

  it('takes the agreed body', () => {
    const operation = published(agreed);
    const body = bodySchema(document, operation);
    const fields = Object.entries(body?.properties ?? {});
    expect(body === undefined).toBe(agreed.body === undefined);
    expect(operation.requestBody?.required ?? false).toBe(Object.values(agreed.body ?? {}).some((field) => field.required === true));
    expect(Object.fromEntries(fields.map(([name, schema]) => [name, shownField(agreed.body?.[name], body?.required?.includes(name), schema)]))).toEqual(agreed.body ?? {});
  });

  it('answers the agreed code of success, and errors in the one shape', () => {
    const { responses } = published(agreed);
    const codes = Object.keys(responses);
    expect(codes.filter((code) => code.startsWith('2'))).toEqual([String(agreed.success)]);
    expect(codes).toEqual(expect.arrayContaining(['400', '401', '403', '404']));
    const content = responses[String(agreed.success)]?.content;
    expect(content === undefined).toBe(agreed.success === 204 || agreed.success === 205);
    if (content !== undefined) expect(content[agreed.media ?? 'application/json']?.schema).toBeDefined();
    for (const code of codes.filter((candidate) => /^[45]/.test(candidate))) {
      expect(responses[code]?.content?.['application/json']?.schema).toEqual({ $ref: '#/components/schemas/Error' });
      expect(responses[code]?.description).toMatch(/\S/);
    }
  });
});

function published({ method, path }: ContractOperation): PublishedOperation {
  const found = operations.get(`${method} ${path}`);
  if (found === undefined) throw new Error(`The document lacks ${method} ${path}.`);
  return found;
}

/** The document's parameter in the words of the table; lengths only where the table tells one. */
function shownParameter(agreed: ContractParameter | undefined, required: boolean | undefined, schema: Schema = {}): object {
  const { type, enum: values, default: fallback, maximum, maxLength } = resolveSchema(document, schema);
  return present({ type, required: required === true ? true : undefined, default: fallback, enum: values, maximum, maxLength: agreed?.maxLength === undefined ? undefined : maxLength });
}

/** The document's field in the words of the table. */
function shownField(agreed: ContractField | undefined, required: boolean | undefined, schema: Schema): object {
  const found = resolveSchema(document, schema);
  return present({
    type: agreed !== undefined && agreed.type === undefined ? undefined : found.type,
    required: required === true ? true : undefined,
    nullable: found.nullable === true ? true : undefined,
    enum: found.enum,
    format: found.format,
    minLength: agreed?.minLength === undefined ? undefined : found.minLength,
    maxLength: agreed?.maxLength === undefined ? undefined : found.maxLength,
  });
}

function present(fields: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Every schema of the document, and of schemas. */
function schemasOf(part: unknown): Schema[] {
  if (typeof part !== 'object' || part === null) return [];
  const own = 'type' in part && typeof part.type === 'string' ? [part as Schema] : []; // nothing else has a type that is a word
  return [...own, ...Object.values(part).flatMap(schemasOf)];
}

interface Example {
  /** Where the schema that it has to fit stands. */
  schema: readonly string[];
  example: unknown;
}

/** Every `example` of the document with its schema. */
function examplesOf(part: unknown, place: readonly string[]): Example[] {
  if (typeof part !== 'object' || part === null) return [];
  // A parameter and a media type have their schema beside the example; a schema holds its own.
  const schema = 'schema' in part && typeof part.schema === 'object' ? [...place, 'schema'] : place;
  const own = 'example' in part && place.at(-1) !== 'properties' ? [{ schema, example: part.example }] : [];
  return [...own, ...Object.entries(part).flatMap(([key, child]) => (key === 'example' ? [] : examplesOf(child, [...place, key])))];
}
