import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/ids/id.js';
import { LANGUAGES } from '../../src/modules/translations/languages.js';
import { TranslationsService } from '../../src/modules/translations/translations.service.js';
import type { Client } from '../support/client.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

interface Stage {
  organizationId: string;
  translations: string;
  asEditor: Client;
}

async function makeStage(): Promise<Stage> {
  const { id: organizationId } = await service.make.organization();
  const { token } = await service.make.user({ organizationId, role: 'create' });
  return { organizationId, translations: `/v1/orgs/${organizationId}/translations`, asEditor: service.as(token) };
}

const BAD_BODIES = [
  undefined,
  {},
  { title: '' },
  { title: '😀'.repeat(101) },
  { title: 1 },
  { title: null },
  { title: 'a\0' },
  { title: 'x', name: 'y' },
  { title: 'x', languages: null },
  { title: 'x', languages: 'en' },
  { title: 'x', languages: [1] },
  { title: 'x', languages: ['EN'] },
  { title: 'x', languages: ['xx'] },
  { title: 'x', languages: ['en', 'de', 'en'] },
];

describe('creating translation settings', () => {
  it('answers them, with their address', async () => {
    const { translations, asEditor } = await makeStage();
    const made = await asEditor.post(translations, { title: 'Handbook', languages: ['pt-br', 'de'] });
    expect(made).toMatchObject({
      status: 201,
      body: { object: 'translation-settings', title: 'Handbook', languages: ['pt-br', 'de'], permissions: { view: true, edit: true } },
    });
    expect(made.body.updatedAt).toBe(made.body.createdAt);
    expect(made.body.urls.location).toBe(`${service.url}${translations}/${String(made.body.id)}`);
    expect(made.headers.get('location')).toBe(made.body.urls.location);
    expect((await asEditor.get(`${translations}/${String(made.body.id)}`)).body).toEqual(made.body);
  });

  it('takes titles of 1 to 100 characters, however many units those have, also twice, and every language', async () => {
    const { translations, asEditor } = await makeStage();
    for (let round = 0; round < 2; round += 1) {
      const { status, body } = await asEditor.post(translations, { title: '😀'.repeat(100), languages: LANGUAGES });
      expect([status, body.title, body.languages]).toEqual([201, '😀'.repeat(100), [...LANGUAGES]]);
    }
    expect((await asEditor.post(translations, { title: ' ' })).body.languages).toEqual([]);
    expect((await asEditor.get(translations)).body.count).toBe(3);
  });

  it.each(BAD_BODIES.map((body) => [JSON.stringify(body), body]))('refuses %s and makes nothing', async (_, body) => {
    const { translations, asEditor } = await makeStage();
    expect(await asEditor.post(translations, body)).toMatchObject({ status: 400, body: { error: { code: 400, details: expect.any(Array) } } });
    expect((await asEditor.get(translations)).body).toEqual({ count: 0, items: [] });
  });

  it('names the place of what is wrong', async () => {
    const { translations, asEditor } = await makeStage();
    const { body } = await asEditor.post(translations, { title: '', languages: ['en', 'xx', 'en'] });
    expect(body.error.details).toEqual([
      { field: 'title', message: 'must be 1 to 100 characters, is 0' },
      { field: 'languages.1', message: expect.stringMatching(/^must be one of en, fr, de/) },
      { field: 'languages.2', message: 'repeats languages.0' },
    ]);
  });
});

describe('changing translation settings', () => {
  async function makeSettings(stage: Stage): Promise<string> {
    const { id } = await service.app.get(TranslationsService).make(stage.organizationId, { title: 'Old', languages: ['en', 'fr'] });
    await service.make.db.query(`UPDATE translation_settings SET updated_at = '2026-01-01', created_at = '2026-01-01' WHERE id = $1`, [id]);
    return `${stage.translations}/${id}`;
  }

  it('writes what was sent, and leaves the languages alone when they were not', async () => {
    const stage = await makeStage();
    const path = await makeSettings(stage);
    const renamed = await stage.asEditor.put(path, { title: 'New' });
    expect(renamed).toMatchObject({ status: 200, body: { title: 'New', languages: ['en', 'fr'], createdAt: '2026-01-01T00:00:00.000Z' } });
    expect(renamed.body.updatedAt > renamed.body.createdAt).toBe(true);
    expect((await stage.asEditor.put(path, { title: 'New', languages: ['fr', 'en'] })).body.languages).toEqual(['fr', 'en']);
    expect((await stage.asEditor.put(path, { title: 'New', languages: [] })).body.languages).toEqual([]);
    expect((await stage.asEditor.get(path)).body).toMatchObject({ title: 'New', languages: [] });
  });

  it('changes no timestamp when nothing changes', async () => {
    const stage = await makeStage();
    const path = await makeSettings(stage);
    const { body } = await stage.asEditor.put(path, { title: 'Old', languages: ['en', 'fr'] });
    expect(body.updatedAt).toBe('2026-01-01T00:00:00.000Z');
    expect((await stage.asEditor.get(path)).body).toEqual(body);
  });

  it.each(BAD_BODIES.map((body) => [JSON.stringify(body), body]))('refuses %s and changes nothing', async (_, body) => {
    const stage = await makeStage();
    const path = await makeSettings(stage);
    const before = (await stage.asEditor.get(path)).body;
    expect((await stage.asEditor.put(path, body)).status).toBe(400);
    expect((await stage.asEditor.get(path)).body).toEqual(before);
  });
});

describe('deleting translation settings', () => {
  it('answers 205 without a body, once', async () => {
    const { organizationId, translations, asEditor } = await makeStage();
    const { id } = await service.app.get(TranslationsService).make(organizationId, { title: 'Docs' });
    const answers = await Promise.all(Array.from({ length: 5 }, () => asEditor.delete(`${translations}/${id}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([205, 404, 404, 404, 404]);
    const gone = answers.find(({ status }) => status === 205);
    expect([gone?.headers.get('content-length'), gone?.body]).toEqual(['0', undefined]);
    expect((await asEditor.get(`${translations}/${id}`)).status).toBe(404);
    expect((await asEditor.put(`${translations}/${id}`, { title: 'x' })).status).toBe(404);
    expect((await asEditor.get(translations)).body.count).toBe(0);
  });
});

describe('the list of translation settings', () => {
  it('has all 130 of an organization, oldest first, and none of another', async () => {
    const [{ organizationId, translations, asEditor }, other] = await Promise.all([makeStage(), makeStage()]);
    const made: string[] = [];
    for (let number = 0; number < 130; number += 1) made.push((await service.app.get(TranslationsService).make(organizationId, { title: `Docs ${String(number)}` })).id);
    await service.app.get(TranslationsService).make(other.organizationId, { title: 'Foreign' });
    expect((await asEditor.get(translations)).body).toMatchObject({ count: 130, next: { page: expect.any(String) }, items: { length: 50 } });
    expect((await asEditor.all(translations)).map(({ id }) => id)).toEqual(made);
    expect((await asEditor.all(`${translations}?limit=7`)).map(({ id }) => id)).toEqual(made);
  });

  it('goes on where it was when the row of its cursor is gone', async () => {
    const { organizationId, translations, asEditor } = await makeStage();
    for (const title of ['A', 'B', 'C']) await service.app.get(TranslationsService).make(organizationId, { title });
    const first = (await asEditor.get(`${translations}?limit=2`)).body;
    await asEditor.delete(`${translations}/${String(first.items[1].id)}`);
    expect((await asEditor.get(`${translations}?limit=2&page=${String(first.next.page)}`)).body).toMatchObject({ count: 2, items: [{ title: 'C' }] });
    const { translations: elsewhere, asEditor: asOther } = await makeStage();
    expect((await asOther.get(`${elsewhere}?page=${String(first.next.page)}`)).status).toBe(400);
  });

  it.each(['limit=0', 'limit=1001', 'limit=-1', 'limit=abc', 'limit=1.5', 'page=a', 'page=a&page=b'])('refuses %s', async (query) => {
    const { translations, asEditor } = await makeStage();
    expect((await asEditor.get(`${translations}?${query}`)).status).toBe(400);
  });

  it('names nothing by an id of another organization', async () => {
    const [{ organizationId }, { translations, asEditor }] = await Promise.all([makeStage(), makeStage()]);
    const { id } = await service.app.get(TranslationsService).make(organizationId, { title: 'Docs' });
    for (const unknown of [id, newId(), 'x'.repeat(65), '1', '__proto__', 'a%00']) expect([404, 400]).toContain((await asEditor.get(`${translations}/${unknown}`)).status);
    expect((await asEditor.delete(`${translations}/${id}`)).status).toBe(404);
  });
});
