import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { SourcesWithoutCredentials1790000025000 } from '../../src/kernel/database/migrations/1790000025000-sources-without-credentials.js';
import { makeSpec, makeStage, processed, smallSpec } from '../support/openapi-specs.js';
import { until } from '../support/processes.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

const text = (title?: string): { text: string } => ({ text: JSON.stringify(smallSpec(title)) });

describe('creating a spec', () => {
  it('answers it as pending, with its address, and processes it', async () => {
    const { organizationId, specs, creator, reader } = await makeStage(service);
    const made = await creator.post(specs, { slug: 'pets', source: text() });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      object: 'openapi-spec',
      id: expect.any(String),
      createdAt: expect.any(String),
      updatedAt: made.body.createdAt,
      slug: 'pets',
      processingState: 'pending',
      permissions: { view: true, edit: true },
      urls: { location: `${service.url}${specs}/pets`, app: `${service.url}/o/${organizationId}/openapi/pets` },
    });
    expect(made.headers.get('location')).toBe(made.body.urls.location);
    const done = await processed(reader, `${specs}/pets`);
    expect(done).toMatchObject({ id: made.body.id, processingState: 'complete', lastVersion: expect.any(String), lastProcessedAt: expect.any(String), permissions: { view: true, edit: false } });
    expect(done).not.toHaveProperty('lastProcessErrorCode');
  });

  it('tells the address of a source, as it was sent', async () => {
    const { specs, creator } = await makeStage(service);
    const url = 'http://127.0.0.1:9/Open%20API.yaml?a=b#c';
    expect((await creator.post(specs, { slug: 'pets', source: { url } })).body.sourceURL).toBe(url);
    expect(await processed(creator, `${specs}/pets`)).toMatchObject({ lastProcessErrorCode: 'FETCH_ERROR', lastProcessedErrors: [{ code: 'FETCH_ERROR', message: expect.stringContaining('127.0.0.1:9') }] });
  });

  it('is 400 for an address with credentials, which every reader would see', async () => {
    const { specs, creator } = await makeStage(service);
    for (const [index, credentials] of ['somebody:pass-word', ':pass-word', 'somebody'].entries()) {
      const source = { url: `https://${credentials}@example.com/openapi.json` };
      for (const answer of [await creator.post(specs, { slug: `pets-${String(index)}`, source }), await creator.put(`${specs}/pets-${String(index)}`, { source })]) {
        expect(answer).toMatchObject({ status: 400, body: { error: { message: 'source.url: must not hold a user name or password' } } });
      }
    }
    expect(await creator.all(specs)).toEqual([]);
  });

  it('lost the credentials that its address had before', async () => {
    const { organizationId, specs, reader } = await makeStage(service);
    const { specSlug } = await makeSpec(service, organizationId, 'pets');
    const runner = service.app.get(DataSource).createQueryRunner();
    try {
      for (const [stored, shown] of [['HTTPS://user:pass@word@host/a@b?c=@d', 'HTTPS://host/a@b?c=@d'], ['http://host/@a', 'http://host/@a']]) {
        await runner.query('UPDATE openapi_specs SET source_url = $1', [stored]);
        await new SourcesWithoutCredentials1790000025000().up(runner);
        expect((await reader.get(`${specs}/${String(specSlug)}`)).body.sourceURL).toBe(shown);
      }
    } finally {
      await runner.release();
    }
  });

  it('is 409 for a taken slug, also at once, and changes nothing', async () => {
    const { specs, creator } = await makeStage(service);
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => creator.post(specs, { slug: 'pets', source: text(`Title ${String(index)}`) })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.error.message).toContain('"pets" is taken');
    await processed(creator, `${specs}/pets`);
    expect((await creator.get(`${specs}/pets/versions`)).body.count).toBe(1);
    const other = await makeStage(service);
    expect((await other.creator.post(other.specs, { slug: 'pets', source: text() })).status).toBe(201);
  });

  it.each([
    ['no body', undefined],
    ['no slug', { source: text() }],
    ['no source', { slug: 'pets' }],
    ['null as slug', { slug: null, source: text() }],
    ['an empty slug', { slug: '', source: text() }],
    ['a slug of 101 characters', { slug: 'a'.repeat(101), source: text() }],
    ['capitals', { slug: 'Pets', source: text() }],
    ['a space', { slug: 'my pets', source: text() }],
    ['an underscore', { slug: 'my_pets', source: text() }],
    ['two hyphens', { slug: 'my--pets', source: text() }],
    ['a hyphen at the end', { slug: 'pets-', source: text() }],
    ['a line end', { slug: 'pets\n', source: text() }],
    ['another script', { slug: 'tiere-ä', source: text() }],
    ['null as source', { slug: 'pets', source: null }],
    ['a text as source', { slug: 'pets', source: 'https://example.com' }],
    ['two sources', { slug: 'pets', source: { ...text(), url: 'https://example.com' } }],
    ['an address of another kind', { slug: 'pets', source: { url: 'ftp://example.com' } }],
    ['a long address', { slug: 'pets', source: { url: `https://example.com/${'a'.repeat(2_030)}` } }],
    ['an unknown field', { slug: 'pets', source: text(), visibility: 'public' }],
  ])('is refused with %s', async (_, body) => {
    const { specs, creator } = await makeStage(service);
    expect((await creator.post(specs, body)).status).toBe(400);
    expect((await creator.get(specs)).body).toEqual({ count: 0, items: [] });
  });

  it('takes slugs of 1 to 100 characters unaltered', async () => {
    const { specs, creator } = await makeStage(service);
    for (const slug of ['a', '0', 'a-b-1', 'a'.repeat(100)]) expect((await creator.post(specs, { slug, source: text() })).body.slug).toBe(slug);
  });
});

describe('setting a source', () => {
  it('makes the spec where there is none, with 200', async () => {
    const { specs, creator } = await makeStage(service);
    const made = await creator.put(`${specs}/pets`, { source: text() });
    expect(made).toMatchObject({ status: 200, body: { slug: 'pets', processingState: 'pending' } });
    expect((await creator.get(`${specs}/pets`)).body.id).toBe(made.body.id);
  });

  it('makes a new version with the whole content, and keeps the old one', async () => {
    const { specs, creator } = await makeStage(service);
    await creator.put(`${specs}/pets`, { source: { text: JSON.stringify({ ...smallSpec('Old'), tags: [{ name: 'old' }] }) } });
    const old = await processed(creator, `${specs}/pets`);
    const set = await creator.put(`${specs}/pets`, { source: text('New') });
    expect(set.body).toMatchObject({ id: old.id, createdAt: old.createdAt, processingState: 'pending', lastVersion: old.lastVersion });
    const done = await processed(creator, `${specs}/pets`);
    expect(done.lastVersion).not.toBe(old.lastVersion);
    expect(Date.parse(done.updatedAt)).toBeGreaterThan(Date.parse(old.updatedAt));
    const latest = await creator.get(`${specs}/pets/versions/latest/content`);
    expect(latest.body.filesystem.files['openapi.json'].document).toEqual(smallSpec('New'));
    const first = await creator.get(`${specs}/pets/versions/${String(old.lastVersion)}/content`);
    expect(first.body.filesystem.files['openapi.json'].document.tags).toEqual([{ name: 'old' }]);
  });

  it('leaves timestamps and versions alone where the content is the same', async () => {
    const { specs, creator } = await makeStage(service);
    await creator.put(`${specs}/pets`, { source: text() });
    const before = await processed(creator, `${specs}/pets`);
    await creator.put(`${specs}/pets`, { source: text() });
    const after = await processed(creator, `${specs}/pets`);
    expect(after).toEqual({ ...before, lastProcessedAt: expect.any(String) });
    expect((await creator.get(`${specs}/pets/versions`)).body.count).toBe(1);
  });

  it('keeps the last good version when the new source is bad, and tells why until one is good', async () => {
    const { specs, creator } = await makeStage(service);
    await creator.put(`${specs}/pets`, { source: text() });
    const good = await processed(creator, `${specs}/pets`);
    await creator.put(`${specs}/pets`, { source: { text: 'nothing of the kind' } });
    const bad = await processed(creator, `${specs}/pets`);
    expect(bad).toMatchObject({ lastVersion: good.lastVersion, lastProcessErrorCode: 'PARSE_ERROR', lastProcessedErrors: [{ code: 'PARSE_ERROR', message: expect.stringContaining('openapi.yaml') }] });
    expect((await creator.get(`${specs}/pets/versions/latest`)).body.id).toBe(good.lastVersion);
    await creator.put(`${specs}/pets`, { source: text('Mended') });
    const mended = await processed(creator, `${specs}/pets`);
    expect(mended).not.toHaveProperty('lastProcessErrorCode');
    expect(mended).not.toHaveProperty('lastProcessedErrors');
  });

  it('twenty times at once makes one spec and all versions in order, and the last one wins', async () => {
    const { specs, creator } = await makeStage(service);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => creator.put(`${specs}/pets`, { source: text(`Title ${String(index)}`) })));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    await creator.put(`${specs}/pets`, { source: text('Last') });
    const done = await processed(creator, `${specs}/pets`);
    await until(async () => (await creator.get(`${specs}/pets/versions?limit=1`)).body.count === 21);
    expect((await creator.get(specs)).body.count).toBe(1);
    const versions = await creator.all(`${specs}/pets/versions?limit=6`);
    expect(versions.map(({ id }) => id)).toEqual([...new Set(versions.map(({ id }) => id))]);
    expect(versions.map(({ createdAt }) => createdAt)).toEqual(versions.map(({ createdAt }) => createdAt).sort());
    expect((await creator.get(`${specs}/pets`)).body.lastVersion).toBe(versions.at(-1).id);
    expect(done.lastVersion).toBe(versions.at(-1).id);
    const titles = await Promise.all(versions.map(async ({ id }) => (await creator.get(`${specs}/pets/versions/${String(id)}/content`)).body.filesystem.files['openapi.json'].document.info.title));
    expect([...titles].sort()).toEqual([...Array.from({ length: 20 }, (_, index) => `Title ${String(index)}`), 'Last'].sort());
    expect(titles.at(-1)).toBe('Last');
  });

  it.each([
    ['no source', 'pets', {}],
    ['a field that only POST has', 'pets', { slug: 'pets', source: text() }],
    ['a slug that is none', 'My_Pets', { source: text() }],
    ['a long slug', 'a'.repeat(101), { source: text() }],
  ])('is refused with %s', async (_, slug, body) => {
    const { specs, creator } = await makeStage(service);
    expect((await creator.put(`${specs}/${slug}`, body)).status).toBe(400);
    expect((await creator.get(specs)).body.count).toBe(0);
  });

  it('tells tokens, organizations and rights apart', async () => {
    const [{ specs, reader }, stranger] = [await makeStage(service), await makeStage(service)];
    expect((await stranger.creator.put(`${specs}/pets`, { source: text() })).status).toBe(404);
    expect((await service.as('dsp_broken').put(`${specs}/pets`, { source: text() })).status).toBe(401);
    expect((await service.as().put(`${specs}/pets`, { source: text() })).status).toBe(401);
    const refused = await reader.put(`${specs}/pets`, { source: text() });
    expect(refused).toMatchObject({ status: 403, body: { error: { message: expect.stringContaining('"createOpenAPISpec"') } } });
  });
});

describe('lists', () => {
  it('page through specs, oldest first', async () => {
    const { organizationId, specs, reader } = await makeStage(service);
    const other = await makeStage(service);
    await makeSpec(service, other.organizationId, 'foreign');
    const slugs = ['one', 'two', 'three', 'four', 'five'];
    for (const slug of slugs) await makeSpec(service, organizationId, slug);
    expect((await reader.all(`${specs}?limit=2`)).map(({ slug }) => slug)).toEqual(slugs);
    expect((await reader.get(`${specs}?limit=5`)).body).toMatchObject({ count: 5, items: slugs.map((slug) => ({ slug, permissions: { view: true, edit: false } })) });
    expect((await reader.get(`${specs}?limit=5`)).body).not.toHaveProperty('next');
  });

  it('of versions refuse the pages of another spec', async () => {
    const { organizationId, specs, reader } = await makeStage(service);
    for (const slug of ['one', 'two']) {
      for (const title of ['a', 'b', 'c']) await makeSpec(service, organizationId, slug, { 'openapi.json': smallSpec(title) });
    }
    const first = await reader.get(`${specs}/one/versions?limit=1`);
    expect(first.body.count).toBe(3);
    expect((await reader.get(`${specs}/two/versions?limit=1&page=${String(first.body.next.page)}`)).status).toBe(400);
  });
});

describe('deleting a spec', () => {
  it('takes its versions along, and their links', async () => {
    const { organizationId, specs, creator } = await makeStage(service);
    const { versionId } = await makeSpec(service, organizationId, 'pets');
    const { url } = (await creator.get(`${specs}/pets/versions/latest`)).body;
    const gone = await creator.delete(`${specs}/pets`);
    expect([gone.status, gone.body, gone.headers.get('content-length')]).toEqual([205, undefined, '0']);
    expect((await creator.get(`${specs}/pets`)).status).toBe(404);
    expect((await creator.get(`${specs}/pets/versions/${versionId}`)).status).toBe(404);
    expect((await fetch(url)).status).toBe(404);
    expect((await creator.delete(`${specs}/pets`)).status).toBe(404);
    expect(await service.make.db.query('SELECT 1 FROM openapi_documents WHERE version_id = $1', [versionId])).toEqual([]);
  });

  it('while it is processed leaves nothing behind', async () => {
    const { specs, creator } = await makeStage(service);
    for (let round = 0; round < 5; round += 1) {
      await creator.put(`${specs}/pets`, { source: text(`Round ${String(round)}`) });
      expect((await creator.delete(`${specs}/pets`)).status).toBe(205);
    }
    await creator.put(`${specs}/pets`, { source: text('Stays') });
    await processed(creator, `${specs}/pets`);
    expect((await creator.get(`${specs}/pets/versions`)).body.count).toBe(1);
  });
});
