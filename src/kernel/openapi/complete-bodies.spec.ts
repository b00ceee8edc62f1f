import { describe, expect, it } from '@jest/globals';
import type { OpenAPIObject } from '@nestjs/swagger';
import { completeBodies } from './complete-bodies.js';

interface Body {
  required: boolean;
  content: { 'application/json': { example: unknown } };
}

function bodyFor(schema: object, schemas: object = {}, media: object = {}): Body {
  const requestBody = { required: true, content: { 'application/json': { schema, ...media } } };
  const document = { openapi: '3.0.0', info: { title: '', version: '' }, paths: { '/things': { post: { responses: {}, requestBody } } }, components: { schemas } };
  completeBodies(document as unknown as OpenAPIObject); // the parts of a document that matter here
  return requestBody as unknown as Body; // filled in
}

function exampleFor(...parts: Parameters<typeof bodyFor>): unknown {
  return bodyFor(...parts).content['application/json'].example;
}

describe('completeBodies', () => {
  it('shows what is required, by type, format and choice', () => {
    const schema = { type: 'object', required: ['title', 'url', 'kind', 'limit', 'tags', 'code', 'mail'], properties: {
      title: { type: 'string' },
      url: { type: 'string', format: 'uri' },
      mail: { type: 'string', format: 'email' },
      kind: { type: 'string', enum: ['zip', 'html'] },
      limit: { type: 'integer', minimum: 1 },
      tags: { type: 'array', items: { type: 'string' }, minItems: 1 },
      code: { type: 'string', minLength: 6, maxLength: 8 },
      note: { type: 'string' },
    } };
    expect(exampleFor({ $ref: '#/components/schemas/Thing' }, { Thing: schema })).toEqual({
      title: 'title', url: 'https://docs.example.com/', mail: 'ada@example.com', kind: 'zip', limit: 1, tags: ['tags'], code: 'code--',
    });
  });

  it('is empty where nothing is required', () => {
    expect(exampleFor({ type: 'object', properties: { title: { type: 'string' } } })).toEqual({});
  });

  it('shows what may be left out where it has an example of its own', () => {
    expect(exampleFor({ type: 'object', properties: { title: { type: 'string', example: 'Guide' }, note: { type: 'string' } } })).toEqual({ title: 'Guide' });
  });

  it('follows references, inheritance and the first of several shapes', () => {
    const schemas = {
      Base: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
      Level: { type: 'string', enum: ['read', 'edit'] },
    };
    const own = { type: 'object', required: ['level', 'body'], properties: {
      level: { allOf: [{ $ref: '#/components/schemas/Level' }] },
      body: { oneOf: [{ type: 'boolean' }, { type: 'string' }] },
    } };
    expect(exampleFor({ allOf: [{ $ref: '#/components/schemas/Base' }, own] }, schemas)).toEqual({ id: 'id', level: 'read', body: false });
  });

  it('leaves given examples alone and ends on schemas that hold themselves', () => {
    expect(exampleFor({ type: 'object' }, {}, { example: { a: 1 } })).toEqual({ a: 1 });
    const schemas = { Node: { type: 'object', required: ['child'], properties: { child: { $ref: '#/components/schemas/Node' } } } };
    expect(JSON.stringify(exampleFor({ $ref: '#/components/schemas/Node' }, schemas)).length).toBeLessThan(200);
  });

  it('lets a body be left out whose fields may all be, and no other', () => {
    const optional = { type: 'object', properties: { title: { type: 'string' } } };
    const needed = { ...optional, required: ['title'] };
    expect(bodyFor({ $ref: '#/components/schemas/Thing' }, { Thing: optional }).required).toBe(false);
    for (const schema of [needed, { type: 'object' }, { oneOf: [optional, needed] }, { allOf: [needed], properties: {} }]) expect(bodyFor(schema).required).toBe(true);
  });
});
