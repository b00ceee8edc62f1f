import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../support/client.js';
import { makeSite, sitePath } from '../support/site-factories.js';
import { SiteStage } from '../support/site-stage.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

const CLAIM = { type: 'boolean', description: 'Takes part in the beta.' };
const SCHEMA = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  $id: 'https://example.com/visitors',
  type: 'object',
  properties: {
    unsigned: { type: 'object', description: 'Unsigned claims of the site visitor.', properties: { isDark: { type: 'boolean', description: 'Likes it dark.' } }, additionalProperties: false },
    isBeta: CLAIM,
  },
  additionalProperties: false,
};

async function makeStage(): Promise<{ schema: string; creator: Client; reader: Client }> {
  const site = await makeSite(service);
  const { organizationId } = site;
  const [creator, reader] = await Promise.all([service.make.user({ organizationId, role: 'create' }), service.make.user({ organizationId, role: 'read' })]);
  return { schema: sitePath(site, '/adaptive-schema'), creator: service.as(creator.token), reader: service.as(reader.token) };
}

describe('the adaptive schema', () => {
  it('is not there at first', async () => {
    const { schema, reader } = await makeStage();
    for (const path of [schema, `${schema}/template-conditions`]) expect((await reader.get(path)).status).toBe(404);
  });

  it('is kept as it was sent, replaced whole, and left alone by its equal', async () => {
    const { schema, creator, reader } = await makeStage();
    const put = await creator.put(schema, { jsonSchema: SCHEMA });
    expect(put).toMatchObject({ status: 200 });
    expect(put.body).toEqual({ object: 'site-adaptive-schema', jsonSchema: SCHEMA, updatedAt: expect.any(String) });
    const read = await reader.get(schema);
    expect(JSON.stringify(read.body)).toBe(JSON.stringify(put.body));
    expect((await reader.get(schema, { headers: { 'If-None-Match': read.headers.get('etag') ?? '' } })).status).toBe(304);
    expect((await creator.put(schema, { jsonSchema: SCHEMA })).body).toEqual(put.body);
    const smaller = { type: 'object', properties: { isBeta: CLAIM }, additionalProperties: false };
    expect((await creator.put(schema, { jsonSchema: smaller })).body.jsonSchema).toEqual(smaller);
    expect((await reader.get(schema)).body.jsonSchema).toEqual(smaller);
  });

  it('offers a condition for each claim', async () => {
    const { schema, creator, reader } = await makeStage();
    await creator.put(schema, { jsonSchema: SCHEMA });
    expect((await reader.get(`${schema}/template-conditions`)).body).toEqual({
      items: [
        { description: 'Likes it dark.', condition: 'visitor.claims.unsigned.isDark == true' },
        { description: 'Takes part in the beta.', condition: 'visitor.claims.isBeta == true' },
      ],
    });
  });

  it('is refused with the place of the fault, and stays as it was', async () => {
    const { schema, creator, reader } = await makeStage();
    await creator.put(schema, { jsonSchema: SCHEMA });
    const faults: [unknown, string][] = [
      [undefined, 'jsonSchema'],
      [{}, 'jsonSchema'],
      [{ jsonSchema: null }, 'jsonSchema'],
      [{ jsonSchema: true }, 'jsonSchema'],
      [{ jsonSchema: { ...SCHEMA, additionalProperties: true } }, 'jsonSchema.additionalProperties'],
      [{ jsonSchema: { ...SCHEMA, properties: { plan: { type: 'string', description: 'x' } } } }, 'jsonSchema.properties.plan.type'],
      [{ jsonSchema: { ...SCHEMA, properties: { unsigned: CLAIM } } }, 'jsonSchema.properties.unsigned.type'],
      [{ jsonSchema: SCHEMA, more: 1 }, 'more'],
    ];
    for (const [body, field] of faults) {
      const answer = await creator.put(schema, body);
      expect(answer.status).toBe(400);
      expect(answer.body.error.details.map((detail: { field: string }) => detail.field)).toContain(field);
    }
    expect((await reader.get(schema)).body.jsonSchema).toEqual(SCHEMA);
    expect((await reader.put(schema, { jsonSchema: SCHEMA })).status).toBe(403);
  });

  it('is there once, however many write it at once', async () => {
    const { schema, creator } = await makeStage();
    const schemas = Array.from({ length: 8 }, (_, index) => ({ ...SCHEMA, $id: `https://example.com/${String(index)}` }));
    const answers = await Promise.all(schemas.map((jsonSchema) => creator.put(schema, { jsonSchema })));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(schemas).toContainEqual((await creator.get(schema)).body.jsonSchema);
  });
});

describe('a condition', () => {
  it('is written where it can be read, and names claims of the schema alone', async () => {
    const stage = await SiteStage.make(service);
    const section = await stage.section('Guides');
    const parts = [`${stage.path}/sections/${String(section.id)}`, `${stage.path}/site-spaces/${String(section.siteSpaces[0].id)}`];
    const write = async (condition: unknown): Promise<number[]> => (await Promise.all(parts.map((part) => stage.as.patch(part, { condition })))).map(({ status }) => status);
    expect(await write('visitor.claims.anything == true')).toEqual([200, 200]);
    await stage.as.put(`${stage.path}/adaptive-schema`, { jsonSchema: SCHEMA });
    expect(await write('visitor.claims.anything == true')).toEqual([400, 400]);
    expect(await write('visitor.claims.isBeta == true || visitor.claims.unsigned.isDark')).toEqual([200, 200]);
    const refused = await stage.as.patch(parts[0] ?? '', { condition: 'true && visitor.claims.isbeta' });
    expect(refused.body.error.details).toEqual([{ field: 'condition', message: expect.stringContaining('character 9') }]);
    expect((await stage.sections())[0]?.['condition']).toBe('visitor.claims.isBeta == true || visitor.claims.unsigned.isDark');
  });

  it.each([
    'visitor.claims.constructor.constructor("return process")()',
    'this.constructor.constructor("return 1")() == 1',
    '__proto__.polluted = true',
    'visitor.claims["__proto__"]["polluted"] = true',
    'process.exit()',
    'import("node:fs")',
    '`${process.env.HOME}` == ""',
    '(function () { while (true) {} })()',
    '/(a+)+$/.test("aaaaaaaaaaaaaaaaaaaaaaaa!")',
    '(('.repeat(512),
    '!'.repeat(1024),
    'x'.repeat(1025),
    '',
    '\0',
    1,
    { condition: true },
  ])('that means harm is refused: %.40j', async (condition) => {
    const stage = await SiteStage.make(service);
    const section = await stage.section('Guides');
    const answer = await stage.as.patch(`${stage.path}/sections/${String(section.id)}`, { condition });
    expect(answer).toMatchObject({ status: 400, body: { error: { details: [{ field: 'condition' }] } } });
    expect((await stage.as.get(`${stage.path}/published`)).body.structure.structure).toHaveLength(1);
  });
});
