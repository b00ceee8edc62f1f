import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/ids/id.js';
import type { Json } from '../support/client.js';
import { SiteStage } from '../support/site-stage.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

const idsOf = (items: readonly Json[]): string[] => items.map(({ id }) => id);

/** A site with sections of these titles, in order. */
async function stage(...titles: string[]): Promise<{ site: SiteStage; ids: string[] }> {
  const site = await SiteStage.make(service);
  const ids: string[] = [];
  for (const title of titles) ids.push((await site.section(title)).id);
  return { site, ids };
}

describe('adding a group', () => {
  it('answers the group with its sections in the order given, where the first of them stood', async () => {
    const { site, ids } = await stage('Alpha', 'Beta', 'Gamma', 'Delta');
    const [alpha, beta, gamma, delta] = ids;
    const made = await site.as.post(`${site.path}/section-groups`, { title: 'Guides', icon: 'book', sections: [gamma, beta] });
    expect(made).toMatchObject({
      status: 201,
      body: { object: 'site-section-group', title: 'Guides', icon: 'book', sections: [{ id: gamma, sectionGroup: made.body.id, siteSpaces: [{ title: 'Gamma' }] }, { id: beta, sectionGroup: made.body.id }] },
    });
    expect(made.headers.get('location')).toBe(`${service.url}${site.path}/section-groups/${String(made.body.id)}`);
    expect((await site.as.get(`${site.path}/section-groups`)).body).toEqual({ count: 1, items: [made.body] });
    expect(idsOf(await site.sections())).toEqual([alpha, gamma, beta, delta]);
    expect((await site.sections()).map((section) => section.default)).toEqual([true, false, false, false]);
  });

  it('may have no sections, and takes sections out of other groups', async () => {
    const { site, ids } = await stage('Alpha', 'Beta');
    const empty = await site.group('Empty');
    expect(empty).toEqual({ object: 'site-section-group', id: empty.id, title: 'Empty', sections: [] });
    const first = await site.group('First', ids);
    const second = await site.group('Second', [ids[1] ?? '']);
    expect(await site.groups()).toMatchObject([{ id: first.id, sections: [{ id: ids[0] }] }, { id: empty.id }, { id: second.id, sections: [{ id: ids[1] }] }]);
  });

  it('refuses what is no section of the site, and titles out of bounds', async () => {
    const { site, ids } = await stage('Alpha');
    const { ids: foreign } = await stage('Elsewhere');
    for (const sections of [foreign, [ids[0], newId()], ['no id'], [ids[0], ids[0]]]) {
      expect(await site.as.post(`${site.path}/section-groups`, { title: 'Guides', sections })).toMatchObject({ status: 400, body: { error: { details: [{ field: expect.stringContaining('sections.') }] } } });
    }
    for (const body of [undefined, {}, { title: '' }, { title: null }, { title: 'x'.repeat(101) }, { title: 'x', icon: 'x'.repeat(51) }, { title: 'x', sections: null }, { title: 'x', sections: 'a' }, { title: 'x', parent: 'a' }]) {
      expect((await site.as.post(`${site.path}/section-groups`, body)).status).toBe(400);
    }
    expect(await site.groups()).toEqual([]);
    expect(await site.as.post(`${site.path}/section-groups`, { title: 'x', icon: null })).toMatchObject({ status: 201, body: { title: 'x' } });
  });
});

describe('the list of groups', () => {
  it('comes page by page, in order', async () => {
    const { site } = await stage();
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) ids.push((await site.group(`Group ${String(index)}`)).id);
    expect(idsOf(await site.as.all(`${site.path}/section-groups?limit=2`))).toEqual(ids);
    expect((await site.as.get(`${site.path}/section-groups?limit=2`)).body.count).toBe(5);
    for (const query of ['page=x', 'limit=0', 'limit=1001']) expect((await site.as.get(`${site.path}/section-groups?${query}`)).status).toBe(400);
  });
});

describe('changing a group', () => {
  it('writes what is sent, and nothing that is the same', async () => {
    const { site, ids } = await stage('Alpha');
    const { id } = await site.group('Guides', ids);
    const group = `${site.path}/section-groups/${String(id)}`;
    const changed = await site.as.patch(group, { title: 'Manuals', icon: 'gear' });
    expect(changed).toMatchObject({ status: 200, body: { id, title: 'Manuals', icon: 'gear', sections: [{ id: ids[0] }] } });
    const version = await site.version();
    for (const body of [{}, undefined, { title: 'Manuals', icon: 'gear' }]) expect((await site.as.patch(group, body)).body).toEqual(changed.body);
    expect(await site.version()).toBe(version);
    const cleared = await site.as.patch(group, { icon: null });
    expect(cleared.body).not.toHaveProperty('icon');
    expect(cleared.body.title).toBe('Manuals');
    for (const body of [{ title: null }, { title: '' }, { title: 'x'.repeat(101) }, { icon: 'x'.repeat(51) }, { sections: [] }]) expect((await site.as.patch(group, body)).status).toBe(400);
    expect(await site.groups()).toEqual([cleared.body]);
  });
});

describe('deleting a group', () => {
  it('leaves its sections where it stood', async () => {
    const { site, ids } = await stage('Alpha', 'Beta', 'Gamma', 'Delta');
    const [alpha, beta, gamma, delta] = ids;
    const { id } = await site.group('Guides', [beta ?? '', gamma ?? '']);
    expect((await site.as.delete(`${site.path}/section-groups/${String(id)}`)).status).toBe(205);
    const sections = await site.sections();
    expect(idsOf(sections)).toEqual([alpha, beta, gamma, delta]);
    for (const section of sections) expect(section).not.toHaveProperty('sectionGroup');
    expect(await site.groups()).toEqual([]);
    expect((await site.as.delete(`${site.path}/section-groups/${String(id)}`)).status).toBe(404);
  });

  it('loses no section while others put sections into it', async () => {
    const { site, ids } = await stage('Alpha', 'Beta', 'Gamma', 'Delta');
    const { id } = await site.group('Guides', ids.slice(0, 1));
    const group = `${site.path}/section-groups/${String(id)}`;
    const answers = await Promise.all([
      ...ids.slice(1, 3).map((sectionId) => site.as.post(`${group}/sections`, { sectionId })),
      site.as.delete(group),
      ...ids.slice(3).map((sectionId) => site.as.post(`${group}/sections`, { sectionId })),
    ]);
    expect(answers.map(({ status }) => status).every((status) => [201, 205, 404].includes(status))).toBe(true);
    const sections = await site.sections();
    expect(idsOf(sections).sort()).toEqual([...ids].sort());
    for (const section of sections) expect(section).not.toHaveProperty('sectionGroup');
  });
});

describe('sections of a group', () => {
  it('come in at the end, from wherever they were, and go out behind the group', async () => {
    const { site, ids } = await stage('Alpha', 'Beta', 'Gamma', 'Delta');
    const [alpha, beta, gamma, delta] = ids;
    const { id } = await site.group('Guides', [beta ?? '']);
    const { id: other } = await site.group('Others', [delta ?? '']);
    const group = `${site.path}/section-groups/${String(id)}`;
    const added = await site.as.post(`${group}/sections`, { sectionId: alpha });
    expect(added).toMatchObject({ status: 201, body: { object: 'site-section-group', id, sections: [{ id: beta }, { id: alpha, sectionGroup: id, default: true }] } });
    expect(added.headers.get('location')).toBe(`${service.url}${group}`);
    await site.as.post(`${group}/sections`, { sectionId: delta });
    expect(await site.groups()).toMatchObject([{ id, sections: [{ id: beta }, { id: alpha }, { id: delta }] }, { id: other, sections: [] }]);
    const version = await site.version();
    expect((await site.as.post(`${group}/sections`, { sectionId: beta })).status).toBe(201);
    expect(await site.version()).toBe(version);
    expect(idsOf(await site.sections())).toEqual([beta, alpha, delta, gamma]);

    const removed = await site.as.delete(`${group}/sections/${String(beta)}`);
    expect([removed.status, removed.body]).toEqual([205, undefined]);
    expect(idsOf(await site.sections())).toEqual([alpha, delta, beta, gamma]);
    expect((await site.as.delete(`${group}/sections/${String(beta)}`)).status).toBe(404);
    expect((await site.as.delete(`${group}/sections/${newId()}`)).status).toBe(404);
    expect(idsOf(await site.sections())).toHaveLength(4);
  });

  it('are sections of the same site', async () => {
    const { site } = await stage();
    const { id } = await site.group('Guides');
    const { ids: foreign } = await stage('Elsewhere');
    for (const sectionId of [foreign[0], newId(), id, 'no id']) {
      expect(await site.as.post(`${site.path}/section-groups/${String(id)}/sections`, { sectionId })).toMatchObject({ status: 400, body: { error: { details: [{ field: 'sectionId' }] } } });
    }
    for (const body of [undefined, {}, { sectionId: null }, { sectionId: 1 }, { sections: [] }]) expect((await site.as.post(`${site.path}/section-groups/${String(id)}/sections`, body)).status).toBe(400);
  });
});

describe('a group that is not there', () => {
  it('is 404, also by way of another site', async () => {
    const { site, ids } = await stage('Alpha');
    const { site: other, ids: theirs } = await stage('Beta');
    const { id } = await other.group('Elsewhere', theirs);
    for (const missing of [id, newId(), 'no%20id']) {
      const group = `${site.path}/section-groups/${String(missing)}`;
      expect((await site.as.patch(group, { title: 'New' })).status).toBe(404);
      expect((await site.as.delete(group)).status).toBe(404);
      expect((await site.as.post(`${group}/sections`, { sectionId: ids[0] })).status).toBe(404);
      expect((await site.as.delete(`${group}/sections/${String(theirs[0])}`)).status).toBe(404);
      expect((await site.as.post(`${group}/move`, {})).status).toBe(404);
    }
  });
});
