import { describe, expect, it } from '@jest/globals';
import { type SpecContent, SpecFault } from '../spec-content.js';
import { Gathering } from './gather.js';

const small = { openapi: '3.1.0', info: { title: 'Small', version: '1' }, paths: {} };

/** Reads an address of a web of documents; those with `>` redirect. */
async function gather(web: Readonly<Record<string, string | object>>, url = 'https://a.example/api/root.yaml'): Promise<{ content: SpecContent; asked: string[] }> {
  const asked: string[] = [];
  const fetch = async (address: string): Promise<{ url: string; bytes: Uint8Array }> => {
    asked.push(address);
    const answer = web[address];
    if (answer === undefined) throw new SpecFault('FETCH_ERROR', `${address} is missing`);
    if (typeof answer === 'string' && answer.startsWith('> ')) return { ...(await fetch(answer.slice(2))) };
    return { url: address, bytes: Buffer.from(typeof answer === 'string' ? answer : JSON.stringify(answer)) };
  };
  return { content: await new Gathering(fetch, { bytes: 100_000, documents: 10 }).gather({ url }), asked };
}

const places = ({ documents }: SpecContent): string[] => documents.map(({ place }) => place);
const value = ({ documents }: SpecContent, index: number): unknown => JSON.parse(Buffer.from(documents[index]?.document ?? []).toString());

describe('gathering a spec', () => {
  it('resolves references against the document that holds them', async () => {
    const { content } = await gather({
      'https://a.example/api/root.yaml': 'openapi: 3.0.3\ncomponents:\n  schemas:\n    Pet: {$ref: ./s/pet.yaml#/Pet}\n',
      'https://a.example/api/s/pet.yaml': 'Pet:\n  properties:\n    id: {$ref: ../common.json#/Id}\n',
      'https://a.example/api/common.json': { Id: { type: 'string' } },
    });
    expect(places(content)).toEqual(['https://a.example/api/root.yaml', 'https://a.example/api/s/pet.yaml', 'https://a.example/api/common.json']);
    expect(value(content, 1)).toEqual({ Pet: { properties: { id: { $ref: '../common.json#/Id' } } } });
  });

  it.each([
    [{ A: { properties: { n: { $ref: '#/components/schemas/A/properties/n' } } } }],
    [{ A: { $anchor: 'z', $ref: '#z' }, B: { properties: { a: { $ref: '#z' } } } }],
    [{ A: { properties: { n: { $ref: '#/components/schemas/B/properties/n' } } }, B: { properties: { n: { $ref: 'a.json#/n' } } } }],
    [{ A: { allOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/A/allOf/1' }] } }],
  ])('reads references that lead back to themselves: %j', async (schemas) => {
    const { content } = await gather({
      'https://a.example/api/root.yaml': { ...small, components: { schemas } },
      'https://a.example/api/a.json': { n: { $ref: 'root.yaml#/components/schemas/A/properties/n' } },
    });
    expect(Buffer.from(content.pages).toString()).toContain('any');
  });

  it('fetches each document once, also in circles', async () => {
    const { content, asked } = await gather({
      'https://a.example/api/root.yaml': { ...small, components: { schemas: { A: { $ref: 'a.json' }, B: { $ref: 'a.json#/b' } } } },
      'https://a.example/api/a.json': { b: { $ref: 'root.yaml#/components' }, c: { $ref: '#/b' } },
    });
    expect([places(content).length, asked.length]).toEqual([2, 2]);
  });

  it('resolves against the address that answered', async () => {
    const { content } = await gather({
      'https://a.example/api/root.yaml': '> https://b.example/v2/root.yaml',
      'https://b.example/v2/root.yaml': { ...small, components: { schemas: { A: { $ref: 'a.json' }, B: { $ref: 'root.yaml#/info' } } } },
      'https://b.example/v2/a.json': {},
    });
    expect(content.documents.map(({ place, url }) => [place, url])).toEqual([
      ['https://a.example/api/root.yaml', 'https://b.example/v2/root.yaml'],
      ['https://b.example/v2/a.json', 'https://b.example/v2/a.json'],
    ]);
  });

  it('looks for no document where a schema is called so', async () => {
    const schemas = { Tree: { $id: 'https://a.example/tree', $ref: 'https://a.example/tree#leaf', $defs: { leaf: { $anchor: 'leaf' }, self: { $ref: '#/$defs/leaf' } } }, Use: { $ref: 'https://a.example/tree' } };
    const { asked } = await gather({ 'https://a.example/api/root.yaml': { ...small, components: { schemas } } });
    expect(asked.length).toBe(1);
  });

  it('keeps JSON to the letter, and what came beside the JSON that YAML becomes', async () => {
    const json = '{ "openapi" : "3.0.0",  "x-max": 9223372036854775807 }';
    const [plain, marked, yaml] = await Promise.all([json, `\ufeff${json}`, 'openapi: 3.0.0\nx-max: 9223372036854775807\n'].map(async (text) => (await gather({ 'https://a.example/api/root.yaml': text })).content));
    expect(Buffer.from(plain?.documents[0]?.document ?? []).toString()).toBe(json);
    expect(plain?.documents[0]?.source).toBeNull();
    expect(Buffer.from(marked?.documents[0]?.document ?? []).toString()).toBe(json);
    expect(Buffer.from(marked?.documents[0]?.source ?? []).toString()).toBe(`\ufeff${json}`);
    expect(Buffer.from(yaml?.documents[0]?.document ?? []).toString()).toBe('{"openapi":"3.0.0","x-max":9223372036854775807}');
    expect(Buffer.from(yaml?.documents[0]?.source ?? []).toString()).toContain('x-max: 9223372036854775807');
  });

  it('tells equal content by an equal hash', async () => {
    const web = { 'https://a.example/api/root.yaml': { ...small, components: { schemas: { A: { $ref: 'a.json' } } } }, 'https://a.example/api/a.json': { a: 1 } };
    const [one, same, other] = await Promise.all([web, web, { ...web, 'https://a.example/api/a.json': { a: 2 } }].map(gather1));
    expect(one).toBe(same);
    expect(one).not.toBe(other);
  });

  it('tells the operations and models of a spec that is in pieces', async () => {
    const { content } = await gather({
      'https://a.example/api/root.yaml': {
        ...small,
        paths: { $ref: 'paths.yaml' },
        components: { $ref: 'components.json' },
      },
      'https://a.example/api/paths.yaml': "/pets:\n  get: {$ref: 'get-pets.json'}\n/cats: {$ref: 'https://a.example/api/cats.json#/item'}\n",
      'https://a.example/api/get-pets.json': { tags: ['pets'], summary: 'All pets', responses: { 200: { content: { 'a/b': { schema: { type: 'array', items: { $ref: 'root.yaml#/components/schemas/Pet' } } } } } } },
      'https://a.example/api/cats.json': { item: { post: { summary: 'New cat' } } },
      'https://a.example/api/components.json': { schemas: { $ref: 'schemas.json' } },
      'https://a.example/api/schemas.json': { Pet: { type: 'object', properties: { name: { type: 'string' } } } },
    });
    expect(places(content).length).toBe(6);
    const pages = JSON.parse(Buffer.from(content.pages).toString()) as { key: string; title: string; markdown: string }[];
    expect(pages.map(({ key, title }) => [key, title])).toEqual([
      ['info', 'Small'],
      ['tag pets', 'pets'],
      ['operation GET /pets', 'All pets'],
      ['tag Operations', 'Operations'],
      ['operation POST /cats', 'New cat'],
      ['models', 'Models'],
    ]);
    for (const page of [pages[2], pages[5]]) expect(page?.markdown).toContain('| `name` | string |');
  });

  it('takes a long way of references through references in a short time', async () => {
    const schemas = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`S${String(index)}`, { $ref: `#/components/schemas/S${String(index + 1)}/a/a/a` }]));
    const { content } = await gather({ 'https://a.example/api/root.yaml': { ...small, components: { schemas: { ...schemas, S60: { a: { a: { a: {} } } } } } } }).catch((error: unknown) => ({ content: error }));
    expect(content).toBeDefined();
  });

  it.each([
    ['swagger 2.0', { swagger: '2.0', paths: {} }],
    ['swagger 2.0 as a number of YAML', 'swagger: 2.0\npaths: {}'],
    ['3.0', { openapi: '3.0.4', paths: {} }],
    ['3.1 without paths and with null types', { openapi: '3.1.1', components: { schemas: { A: { type: ['string', 'null'], const: null } } }, webhooks: {} }],
    ['extensions and unknown words', { openapi: '3.0.0', paths: {}, 'x-a': [null], unknown: 1 }],
    ['UTF-16', Buffer.from(`\ufeff${JSON.stringify(small)}`, 'utf16le').toString('latin1')],
  ])('takes %s', async (_, answer) => {
    const bytes = typeof answer === 'string' ? Buffer.from(answer, 'latin1') : Buffer.from(JSON.stringify(answer));
    const { documents } = await new Gathering(async (url) => ({ url, bytes }), { bytes: 10_000, documents: 1 }).gather({ url: 'https://a.example/' });
    expect(documents.length).toBe(1);
  });

  it.each([
    ['a missing document', { components: { schemas: { A: { $ref: 'missing.json' } } } }, 'https://a.example/api/missing.json is missing'],
    ['a pointer into another document', { components: { schemas: { A: { $ref: 'a.json#/nowhere' } } } }, '"a.json#/nowhere" at "#/components/schemas/A" in https://a.example/api/root.yaml leads nowhere'],
    ['an anchor that is not there', { components: { schemas: { A: { $ref: '#leaf' } } } }, '"#leaf" at "#/components/schemas/A"'],
  ])('refuses %s', async (_, rest, message) => {
    await expect(gather({ 'https://a.example/api/root.yaml': { ...small, ...rest }, 'https://a.example/api/a.json': {} })).rejects.toThrow(message);
  });
});

async function gather1(web: Readonly<Record<string, string | object>>): Promise<string> {
  return (await gather(web)).content.hash;
}
