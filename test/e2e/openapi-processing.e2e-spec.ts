import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import type { Client, Json } from '../support/client.js';
import { processed, smallSpec } from '../support/openapi-specs.js';
import { until } from '../support/processes.js';
import { type SpecSite, startSpecSite } from '../support/spec-site.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;
let site: SpecSite;
let specs: string;
let creator: Client;

beforeAll(async () => {
  [service, site] = await Promise.all([startTestApp(), startSpecSite()]);
});
beforeEach(async () => {
  const { id: organizationId } = await service.make.organization();
  specs = `/v1/orgs/${organizationId}/openapi`;
  creator = service.as((await service.make.user({ organizationId, role: 'create' })).token);
  site.paths.clear();
});
afterAll(async () => {
  await service.close();
  await site.close();
});

async function read(path: string): Promise<{ spec: Json; filesystem: Json; url: string }> {
  await creator.put(`${specs}/pets`, { source: { url: `${site.url}${path}` } });
  const spec = await processed(creator, `${specs}/pets`);
  if (spec.lastProcessErrorCode !== undefined) throw new Error(JSON.stringify(spec.lastProcessedErrors));
  return { spec, ...(await creator.get(`${specs}/pets/versions/latest/content`)).body };
}

describe('the state of a spec', () => {
  it('goes from pending over progress to complete', async () => {
    let answer: (text: string) => void = () => undefined;
    site.paths.set('/spec', (response) => (answer = (text) => void response.end(text)));
    const set = await creator.put(`${specs}/pets`, { source: { url: `${site.url}/spec` } });
    expect(set.body.processingState).toBe('pending');
    await until(async () => (await creator.get(`${specs}/pets`)).body.processingState === 'progress');
    const during = (await creator.get(`${specs}/pets`)).body;
    expect(during).not.toHaveProperty('lastProcessedAt');
    await until(async () => site.asked.includes('/spec'));
    answer(JSON.stringify(smallSpec()));
    const done = await processed(creator, `${specs}/pets`);
    expect(Date.parse(done.lastProcessedAt)).toBeGreaterThanOrEqual(Date.parse(done.createdAt));
  });

  it('is that of the source that was set last, also when an earlier one takes longer', async () => {
    let answer: (text: string) => void = () => undefined;
    site.paths.set('/slow', (response) => (answer = (text) => void response.end(text)));
    await creator.put(`${specs}/pets`, { source: { url: `${site.url}/slow` } });
    await until(async () => site.asked.includes('/slow'));
    await creator.put(`${specs}/pets`, { source: { text: JSON.stringify(smallSpec('Last')) } });
    const done = await processed(creator, `${specs}/pets`);
    answer(JSON.stringify(smallSpec('First')));
    await until(async () => (await creator.get(`${specs}/pets/versions`)).body.count === 2);
    expect((await creator.get(`${specs}/pets`)).body).toMatchObject({ lastVersion: done.lastVersion, processingState: 'complete' });
    const { items } = (await creator.get(`${specs}/pets/versions`)).body;
    expect(items[1].id).toBe(done.lastVersion);
    const titles = await Promise.all(items.map(async ({ id }: Json) => (await creator.get(`${specs}/pets/versions/${String(id)}/content`)).body.filesystem.files));
    expect(titles.map((files) => Object.values<Json>(files)[0].document.info.title)).toEqual(['First', 'Last']);
  });
});

describe('reading an address', () => {
  it('fetches it anew with each PUT, and its new content is a new version', async () => {
    site.paths.set('/spec', JSON.stringify(smallSpec('One')));
    const one = await read('/spec');
    site.paths.set('/spec', JSON.stringify(smallSpec('Two')));
    const two = await read('/spec');
    expect(two.spec.lastVersion).not.toBe(one.spec.lastVersion);
    expect(two.filesystem.files[`${site.url}/spec`].document.info.title).toBe('Two');
  });

  it('gathers every referenced document, each at its place, with the references as they are', async () => {
    const root = 'openapi: 3.0.3\ninfo: {title: Pets, version: 2020-01-01}\npaths: {}\ncomponents:\n  schemas:\n    Pet: {$ref: ./s/pet.yaml#/Pet}\n';
    site.paths.set('/api/root.yaml', root);
    site.paths.set('/api/s/pet.yaml', 'Pet:\n  type: object\n  properties:\n    id: {$ref: ../common.json#/Id}\n    parent: {$ref: "#/Pet"}\n');
    site.paths.set('/api/common.json', '{"Id":{"type":"string"},"Back":{"$ref":"root.yaml#/components/schemas/Pet"}}');
    const { filesystem, url } = await read('/api/root.yaml');
    const at = (path: string): string => `${site.url}/api/${path}`;
    expect(filesystem).toEqual({
      entrypoint: at('root.yaml'),
      files: {
        [at('root.yaml')]: { url: at('root.yaml'), document: { openapi: '3.0.3', info: { title: 'Pets', version: '2020-01-01' }, paths: {}, components: { schemas: { Pet: { $ref: './s/pet.yaml#/Pet' } } } } },
        [at('s/pet.yaml')]: { url: at('s/pet.yaml'), document: { Pet: { type: 'object', properties: { id: { $ref: '../common.json#/Id' }, parent: { $ref: '#/Pet' } } } } },
        [at('common.json')]: { url: at('common.json'), document: { Id: { type: 'string' }, Back: { $ref: 'root.yaml#/components/schemas/Pet' } } },
      },
    });
    const link = await fetch(url);
    expect([link.headers.get('content-type'), await link.text()]).toEqual(['application/yaml; charset=utf-8', root]);
  });

  it.each([
    ['YAML as plain text', 'openapi: 3.0.0\ninfo: {title: A, version: "1"}\npaths: {}\n'],
    ['JSON with a byte-order mark', `\ufeff${JSON.stringify(smallSpec())}`],
    ['Swagger 2.0', '{"swagger":"2.0","info":{"title":"A","version":"1"},"paths":{},"definitions":{"A":{"$ref":"#/definitions/B"},"B":{"type":"object"}}}'],
    ['3.1 with null types', '{"openapi":"3.1.0","info":{"title":"A","version":"1"},"components":{"schemas":{"A":{"type":["string","null"],"default":null}}}}'],
    ['unknown extensions', '{"openapi":"3.0.0","paths":{},"x-any":{"a":null},"unknown":[1]}'],
    ['circles', '{"openapi":"3.0.0","paths":{},"components":{"schemas":{"A":{"properties":{"b":{"$ref":"#/components/schemas/B"}}},"B":{"properties":{"a":{"$ref":"#/components/schemas/A"}}}}}}'],
    ['numbers beyond the precision of others', '{"openapi":"3.0.0","paths":{},"x-max":9223372036854775807,"x-one":1.0}'],
  ])('takes %s, to the letter', async (_, text) => {
    site.paths.set('/spec', text);
    const { url } = await read('/spec');
    expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(Buffer.from(text))).toBe(true);
    const raw = await (await fetch(`${service.url}${specs}/pets/versions/latest/content`, { headers: await authorization() })).text();
    if (text.includes('x-max')) expect(raw).toContain('"x-max":9223372036854775807,"x-one":1.0');
  });

  it('gives a real interface back value by value', async () => {
    for (const [name, valueOf] of [
      ['@directus/specs/dist/openapi.json', (text: string): unknown => JSON.parse(text)],
      ['@scalar/galaxy/dist/latest.yaml', (text: string): unknown => parse(text)],
    ] as const) {
      const text = await readFile(new URL(`../../node_modules/${name}`, import.meta.url), 'utf8');
      site.paths.set(`/${name}`, text);
      const { filesystem } = await read(`/${name}`);
      expect(filesystem.files[filesystem.entrypoint].document).toEqual(valueOf(text));
    }
  });
});

async function authorization(): Promise<Record<string, string>> {
  const organizationId = specs.split('/')[3] ?? '';
  return { authorization: `Bearer ${(await service.make.user({ organizationId })).token}` };
}
