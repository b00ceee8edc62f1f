import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { SpecPage } from '../../spec-content.js';
import { pointTo } from '../pointers.js';
import { fieldsOf, type Place } from './place.js';
import { specPages } from './spec-pages.js';

/** The pages of a document that refers to itself alone. */
function pagesOf(document: object): SpecPage[] {
  const resolve = (place: Place<object>): Place<object> => {
    let { value } = place;
    for (let hops = 0; hops < 10; hops += 1) {
      const ref = fieldsOf(value)['$ref'];
      if (typeof ref !== 'string') break;
      value = pointTo(document, ref.replace(/^#/, ''), new Map());
    }
    return { document, value };
  };
  return specPages({ document, value: document }, resolve);
}

const PETS = {
  openapi: '3.0.3',
  info: { title: 'Pets', version: '1.2', description: 'All about *pets*.', license: { name: 'MIT' } },
  servers: [{ url: 'https://pets.example/v1' }],
  tags: [{ name: 'pets', description: 'Animals.' }, { name: 'unused' }],
  paths: {
    '/pets/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' }, description: 'Which | one.' }],
      get: {
        tags: ['pets', 'more'],
        summary: 'Get a pet',
        description: 'Reads it.',
        parameters: [{ name: 'view', in: 'query', description: 'How much.', schema: { type: 'string', enum: ['short', 'long'], default: 'short' } }],
        responses: { 200: { description: 'The pet', content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' }, example: { id: '1' } } } }, 404: { $ref: '#/components/responses/Missing' } },
      },
      put: { tags: ['pets'], operationId: 'setPet', deprecated: true, requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } }, responses: {} },
    },
    '/health': { get: { responses: { 204: { description: 'Fine' } } } },
  },
  components: {
    responses: { Missing: { description: 'There is none' } },
    schemas: {
      Pet: { allOf: [{ $ref: '#/components/schemas/Being' }, { type: 'object', required: ['name'], properties: { name: { type: 'string', nullable: true }, friends: { type: 'array', items: { $ref: '#/components/schemas/Pet' } }, size: { oneOf: [{ type: 'string' }, { type: 'string' }, { type: 'number' }] } } }] },
      Being: { type: 'object', description: 'Alive', properties: { id: { type: 'string' } } },
    },
  },
};

describe('the pages of a spec', () => {
  const pages = pagesOf(PETS);
  const page = (key: string): SpecPage => pages.find((candidate) => candidate.key === key) ?? pages[0] ?? fail();

  it('are one of the whole, one for each used tag, one for each operation, and one of the models', () => {
    expect(pages.map(({ key, parent, kind, title }) => [key, parent, kind, title])).toEqual([
      ['info', null, 'info', 'Pets'],
      ['tag pets', 'info', 'operations', 'pets'],
      ['operation GET /pets/{id}', 'tag pets', 'operation', 'Get a pet'],
      ['operation PUT /pets/{id}', 'tag pets', 'operation', 'setPet'],
      ['tag Operations', 'info', 'operations', 'Operations'],
      ['operation GET /health', 'tag Operations', 'operation', 'GET /health'],
      ['models', 'info', 'models', 'Models'],
    ]);
  });

  it('tell what the interface is', () => {
    expect(page('info').markdown).toBe('All about *pets*.\n\nVersion `1.2`\n\n## Servers\n\n* `https://pets.example/v1`\n\n## License\n\nMIT\n');
    expect(page('tag pets').markdown).toBe('Animals.\n\n| Operation | What it does |\n| --- | --- |\n| `GET /pets/{id}` | Get a pet |\n| `PUT /pets/{id}` | setPet |\n');
  });

  it('tell what an operation takes and answers', () => {
    expect(page('operation GET /pets/{id}').markdown).toBe(`\`\`\`http
GET /pets/{id}
\`\`\`

Reads it.

## Path parameters

| Name | Type | Description |
| --- | --- | --- |
| \`id\` | string (uuid), required | Which \\| one. |

## Query parameters

| Name | Type | Description |
| --- | --- | --- |
| \`view\` | string | How much. One of \`"short"\`, \`"long"\`. Default: \`"short"\` |

## Responses

### 200

The pet

\`application/json\`

Type: Pet

| Property | Type | Description |
| --- | --- | --- |
| \`id\` | string |  |
| \`name\` | string or null, required |  |
| \`friends\` | array of Pet |  |
| \`size\` | string or number |  |

\`\`\`json
{
  "id": "1"
}
\`\`\`

### 404

There is none
`);
    expect(page('operation PUT /pets/{id}').markdown).toContain('**Deprecated**\n\n## Path parameters');
    expect(page('operation PUT /pets/{id}').markdown).toContain('## Request body\n\n`application/json`\n\nType: Pet');
  });

  it('tell the models', () => {
    expect(page('models').markdown).toContain('## Being\n\nAlive\n\nType: object\n\n| Property | Type | Description |\n| --- | --- | --- |\n| `id` | string |  |');
  });

  it('tell of Swagger 2.0 likewise', () => {
    const [info, , operation, models] = pagesOf({
      swagger: '2.0',
      host: 'pets.example',
      basePath: '/v2',
      paths: { '/pets': { post: { parameters: [{ name: 'pet', in: 'body', schema: { $ref: '#/definitions/Pet' } }, { name: 'page', in: 'query', type: 'integer', format: 'int32' }], responses: { 200: { description: 'Made', schema: { $ref: '#/definitions/Pet' } } } } } },
      definitions: { Pet: { type: 'object', properties: { id: { type: 'string' } } } },
    });
    expect(info).toMatchObject({ title: 'API', markdown: expect.stringContaining('`pets.example/v2`') });
    expect(operation?.markdown).toContain('| `page` | integer (int32) |  |');
    expect(operation?.markdown).toMatch(/## Request body\n\nType: Pet\n[\s\S]*### 200\n\nMade\n\nType: Pet/);
    expect(models?.key).toBe('models');
  });

  it.each<[object, string[]]>([
    [{ host: 'pets.example', basePath: '/v2', schemes: ['https', 'http'] }, ['`https://pets.example/v2`', '`http://pets.example/v2`']],
    [{ host: 'pets.example', schemes: [] }, ['`pets.example`']],
    [{ basePath: '/v2', schemes: ['https'] }, ['`/v2`']],
    [{ host: 5, basePath: null, schemes: 'https' }, []],
  ])('tell the servers of Swagger 2.0: %j', (fields, servers) => {
    expect(pagesOf({ swagger: '2.0', paths: {}, ...fields })[0]?.markdown).toBe(servers.length === 0 ? '' : `## Servers\n\n${servers.map((server) => `* ${server}`).join('\n')}\n`);
  });

  it('tell of webhooks and of types of 3.1', () => {
    const pages31 = pagesOf({ openapi: '3.1.0', webhooks: { newPet: { post: { requestBody: { content: { 'application/json': { schema: { type: ['string', 'null'] } } } } } } } });
    expect(pages31.map(({ key }) => key)).toEqual(['info', 'tag Webhooks', 'webhook POST newPet']);
    expect(pages31[2]?.markdown).toContain('Type: string or null');
  });

  it('tell of operations that stand elsewhere, and of those beside a reference', () => {
    const all = pagesOf({
      openapi: '3.1.0',
      paths: { '/a': { $ref: '#/x-items/a', parameters: [{ name: 'own', in: 'query' }], put: { summary: 'Own' } }, '/b': { get: { $ref: '#/x-items/a/get' } }, 'x-c': { get: {} } },
      'x-items': { a: { parameters: [{ name: 'all', in: 'query' }], get: { tags: ['t'], summary: 'Get' }, put: { summary: 'Far' } } },
    });
    expect(all.map(({ key, title }) => [key, title])).toEqual([
      ['info', 'API'],
      ['tag t', 't'],
      ['operation GET /a', 'Get'],
      ['operation GET /b', 'Get'],
      ['tag Operations', 'Operations'],
      ['operation PUT /a', 'Own'],
    ]);
    expect(all[2]?.markdown).toMatch(/`all`[\s\S]*`own`/);
  });

  it('leave out what is internal', () => {
    const all = pagesOf({
      openapi: '3.1.0',
      tags: [{ name: 'a', 'x-page-title': 'Animals', 'x-page-description': 'All of them.' }, { name: 'secret' }],
      paths: {
        '/a': { get: { tags: ['a'] }, put: { tags: ['a'], 'x-internal': true }, post: { tags: ['secret'], 'x-gitbook-ignore': true }, patch: { tags: ['a'], 'x-internal': false } },
        '/b': { 'x-internal': true, get: {} },
      },
      webhooks: { new: { 'x-internal': true, post: {} } },
      components: { schemas: { A: {}, B: { 'x-internal': true } } },
    });
    expect(all.map(({ key, title, description }) => [key, title, description])).toEqual([
      ['info', 'API', null],
      ['tag a', 'Animals', 'All of them.'],
      ['operation GET /a', 'GET /a', null],
      ['operation PATCH /a', 'PATCH /a', null],
      ['models', 'Models', null],
    ]);
    expect(all.at(-1)?.markdown).not.toContain('## B');
  });

  it.each([
    ['./schemas/Pet.yaml', 'Pet'],
    ['../Pet.json', 'Pet'],
    ['#/components/schemas/Pet.yaml', 'Pet.yaml'],
  ])('call what %s leads to %s', ($ref, name) => {
    const [, , operation] = pagesOf({ openapi: '3.1.0', paths: { '/a': { get: { responses: { 200: { content: { 'a/b': { schema: { $ref } } } } } } } } });
    expect(operation?.markdown).toContain(`Type: ${name}\n`);
  });

  it('tell what is within properties, unless it has a name of its own', () => {
    const schema = {
      type: 'object',
      properties: {
        address: { type: 'object', required: ['street'], properties: { street: { type: 'string' }, geo: { properties: { lat: { type: 'number' } } } } },
        lines: { type: 'array', items: { type: 'object', properties: { sku: { type: 'string', const: 'a' }, tags: { type: 'array', items: { type: 'string', enum: ['x', 'y'] } } } } },
        owner: { $ref: '#/components/schemas/Owner' },
        labels: { type: 'object', additionalProperties: { type: 'string' } },
        payment: { oneOf: [{ type: 'object', required: ['iban'], properties: { iban: { type: 'string' } } }, { $ref: '#/components/schemas/Owner' }] },
      },
    };
    const models = pagesOf({ openapi: '3.1.0', components: { schemas: { Owner: { type: 'object', properties: { name: { type: 'string' } } }, Order: { allOf: [schema, { required: ['owner'] }] } } } }).at(-1)?.markdown.split('## Order')[1];
    const rows = [...(models ?? '').matchAll(/^\| `(.+?)` \| (.*?) \| (.*) \|$/gm)].map(([, ...cells]) => cells.join(': '));
    expect(rows).toEqual([
      'address: object: ',
      'address.street: string, required: ',
      'address.geo: object: ',
      'address.geo.lat: number: ',
      'lines: array of object: ',
      'lines[].sku: string: One of `"a"`',
      'lines[].tags: array of string: One of `"x"`, `"y"`',
      'owner: Owner, required: ',
      'labels: map of string: ',
      'payment: object or Owner: ',
      'payment.iban: string: ',
    ]);
  });

  it.each([
    [{ allOf: [{ $ref: '#/components/schemas/Pet' }], nullable: true }, 'Pet or null'],
    [{ type: 'string', 'x-nullable': true }, 'string or null'],
    [{ anyOf: [{ $ref: '#/components/schemas/Pet' }, { type: 'null' }] }, 'Pet or null'],
  ])('tell that %j may be null', (schema, type) => {
    const [, , operation] = pagesOf({ openapi: '3.0.3', paths: { '/a': { get: { responses: { 200: { content: { 'a/b': { schema } } } } } } } });
    expect(operation?.markdown).toContain(`Type: ${type}\n`);
  });

  it('tell once what is part of itself', () => {
    const [, , operation] = pagesOf({ openapi: '3.1.0', paths: { '/a': { get: { responses: { 200: { content: { 'a/b': { schema: { $ref: '#/x' } } } } } } } }, x: { properties: { id: {}, friends: { type: 'array', items: { $ref: '#/x' } } } } });
    expect([...(operation?.markdown ?? '').matchAll(/^\| `(.+?)`/gm)].map(([, name]) => name)).toEqual(['id', 'friends']);
  });

  it('tell named examples, and parameters that have content', () => {
    const [, , operation] = pagesOf({
      openapi: '3.1.0',
      paths: { '/a': { get: { parameters: [{ name: 'filter', in: 'query', content: { 'application/json': { schema: { type: 'object' } } } }], responses: { 200: { content: { 'a/b': { schema: {}, examples: { one: { $ref: '#/components/examples/one' }, two: { value: 2 } } } } } } } } },
      components: { examples: { one: { value: { id: 1 } } } },
    });
    expect(operation?.markdown).toContain('| `filter` | object |  |');
    expect(operation?.markdown).toContain('```json\n{\n  "id": 1\n}\n```');
  });

  it('are bounded where schemas hold themselves', () => {
    const [, , operation] = pagesOf({ openapi: '3.0.0', paths: { '/a': { get: { responses: { 200: { content: { 'a/b': { schema: { $ref: '#/x' } } } } } } } }, x: { allOf: [{ $ref: '#/x' }], anyOf: [{ $ref: '#/x' }], items: { $ref: '#/x' } } });
    expect(operation?.markdown.length).toBeLessThan(100_000);
  });

  it('tell a reference that leads to itself as anything, wherever it stands', () => {
    const itself = (pointer: string): object => ({ $ref: `#${pointer}` });
    const get = {
      parameters: [itself('/paths/~1a/get/parameters/0')],
      requestBody: itself('/paths/~1a/get/requestBody'),
      responses: { 200: itself('/paths/~1a/get/responses/200'), 201: { content: { 'a/b': { schema: itself('/paths/~1a/get/responses/201/content/a~1b/schema') } } } },
    };
    const all = pagesOf({ openapi: '3.1.0', paths: { '/a': { get }, '/b': itself('/paths/~1b') }, components: { schemas: { A: { properties: { n: itself('/components/schemas/A/properties/n'), m: { items: itself('/components/schemas/A/properties/m'), type: 'array' } } } } } });
    expect(all.map(({ key }) => key)).toEqual(['info', 'tag Operations', 'operation GET /a', 'models']);
    expect(all[2]?.markdown).toContain('Type: any');
    expect(all[3]?.markdown).toMatch(/\| `n` \| any \| +\|\n\| `m` \| array of array of .*any \|/);
  });

  it('are bounded where a schema is made of many that are made of many', () => {
    const made = (index: number): object => ({ allOf: Array(100).fill({ $ref: `#/components/schemas/S${String((index + 1) % 50)}` }), properties: { [`p${String(index)}`]: { type: 'string' } } });
    const models = pagesOf({ openapi: '3.0.0', components: { schemas: Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`S${String(index)}`, made(index)])) } })[1];
    expect(models?.markdown.match(/## S0\n[^#]*/)?.[0].match(/`p7`/g)).toHaveLength(1);
  });

  it('are made of names with very many backticks', () => {
    expect(pagesOf({ openapi: '3.0.0', servers: [{ url: '` '.repeat(200_000) }] })[0]?.markdown).toContain('``');
  });

  it('are made of anything, without NUL and halves of pairs', () => {
    fc.assert(
      fc.property(fc.object({ key: fc.constantFrom('openapi', 'info', 'tags', 'paths', '/a', 'get', 'post', 'parameters', 'responses', '200', 'content', 'schema', 'properties', 'allOf', 'type', 'items', 'name', 'in', 'summary', '$ref', 'components', 'schemas', '\0'), maxDepth: 9, maxKeys: 6, values: [fc.string(), fc.constant('\0'), fc.constant('\ud800'), fc.constant('#/paths'), fc.constant('query'), fc.integer(), fc.constant(null), fc.boolean()] }), (document) => {
        for (const made of pagesOf(document)) {
          expect(made.title).toMatch(/\S/);
          expect(JSON.stringify(made)).not.toMatch(/\\u(?:0000|d[89a-f])/);
        }
      }),
      { numRuns: 300 },
    );
  });
});

function fail(): never {
  throw new Error('There is no such page.');
}
