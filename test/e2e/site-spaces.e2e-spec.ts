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

const stage = (options?: { spaces?: readonly string[] }): Promise<SiteStage> => SiteStage.make(service, options);
const idsOf = (items: readonly Json[]): string[] => items.map(({ id }) => id);
const shown = (items: readonly Json[]): unknown[] => items.map((item) => [item.path, item.default]);

describe('adding a site space', () => {
  it('answers it with its space; the first is the default of the root', async () => {
    const site = await stage();
    const spaceId = await site.space('Version 2.0');
    const made = await site.as.post(`${site.path}/site-spaces`, { spaceId });
    expect(made).toMatchObject({
      status: 201,
      body: { object: 'site-space', path: 'version-2.0', title: 'Version 2.0', default: true, space: { id: spaceId, title: 'Version 2.0', permissions: { view: true, admin: false } }, urls: {} },
    });
    for (const absent of ['section', 'condition']) expect(made.body).not.toHaveProperty(absent);
    expect(made.headers.get('location')).toBe(`${service.url}${site.path}/site-spaces/${String(made.body.id)}`);
    expect((await site.as.get(`${site.path}/site-spaces`)).body).toEqual({ count: 1, items: [made.body] });
    for (const title of ['version 2.0', '???', '!']) await site.siteSpace(title);
    expect(shown(await site.siteSpaces())).toEqual([['version-2.0', true], ['version-2.0-1', false], ['page', false], ['page-1', false]]);
    expect((await site.as.get(site.path)).body.siteSpaces).toBe(4);
  });

  it('goes into the default section unless another one is named', async () => {
    const site = await stage();
    const [first, second] = [await site.section('First'), await site.section('Second')];
    expect(await site.siteSpace('Into the default')).toMatchObject({ section: first.id, default: false });
    expect(await site.siteSpace('Into another', second.id)).toMatchObject({ section: second.id, default: false });
    await site.as.patch(site.path, { defaultSiteSection: second.id });
    expect(await site.siteSpace('Into the new default')).toMatchObject({ section: second.id });
    // Paths are of one section each.
    expect(await site.siteSpace('First', second.id)).toMatchObject({ path: 'first' });
    expect(await site.siteSpace('First', first.id)).toMatchObject({ path: 'first-1' });
    await site.as.delete(`${site.path}/site-spaces/${String(first.siteSpaces[0].id)}`);
    expect(shown((await site.sections())[0].siteSpaces)).toEqual([['into-the-default', true], ['first-1', false]]);
  });

  it('refuses spaces and sections that are not the organization\'s and the site\'s', async () => {
    const site = await stage();
    const other = await stage();
    const spaceId = await site.space();
    const foreign = await other.section('Elsewhere');
    for (const id of [foreign.siteSpaces[0].space.id, newId(), 'no id']) {
      expect(await site.as.post(`${site.path}/site-spaces`, { spaceId: id })).toMatchObject({ status: 400, body: { error: { details: [{ field: 'spaceId' }] } } });
    }
    for (const sectionId of [foreign.id, newId(), 'no id']) {
      expect(await site.as.post(`${site.path}/site-spaces`, { spaceId, sectionId })).toMatchObject({ status: 400, body: { error: { details: [{ field: 'sectionId' }] } } });
    }
    for (const body of [undefined, {}, { spaceId: null }, { spaceId: [] }, { spaceId, sectionId: null }, { spaceId, path: 'x' }]) expect((await site.as.post(`${site.path}/site-spaces`, body)).status).toBe(400);
    expect(await site.siteSpaces()).toEqual([]);
  });

  it('gives one of several made at once the default, and each a path of its own', async () => {
    const site = await stage();
    const spaceId = await site.space('Same');
    const answers = await Promise.all(Array.from({ length: 8 }, () => site.as.post(`${site.path}/site-spaces`, { spaceId })));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect(shown(await site.siteSpaces())).toEqual([['same', true], ...Array.from({ length: 7 }, (_, index) => [`same-${String(index + 1)}`, false])]);
  });
});

describe('the list of site spaces', () => {
  it('goes section by section, page by page, with only defaults or only others where asked', async () => {
    const site = await stage();
    const [first, second] = [await site.section('First'), await site.section('Second')];
    const [third, fourth] = [await site.siteSpace('Third', first.id), await site.siteSpace('Fourth', second.id)];
    const [one, two] = [first.siteSpaces[0].id, second.siteSpaces[0].id];
    expect(idsOf(await site.siteSpaces('?limit=1'))).toEqual([one, third.id, two, fourth.id]);
    expect(idsOf(await site.siteSpaces('?default=true&limit=1'))).toEqual([one, two]);
    expect(idsOf(await site.siteSpaces('?default=false&limit=1'))).toEqual([third.id, fourth.id]);
    expect((await site.as.get(`${site.path}/site-spaces?default=false&limit=1`)).body.count).toBe(2);
    await site.group('Group', [second.id]);
    await site.as.post(`${site.path}/sections/${String(first.id)}/move`);
    expect(idsOf(await site.siteSpaces())).toEqual([two, fourth.id, one, third.id]);
    const page = (await site.as.get(`${site.path}/site-spaces?limit=1`)).body.next.page;
    for (const query of ['default=yes', 'default=1', 'default=', 'default=true&default=true', 'limit=0', 'limit=1001', 'page=x', `page=${String(page)}&default=true`]) {
      expect((await site.as.get(`${site.path}/site-spaces?${query}`)).status).toBe(400);
    }
  });
});

describe('changing a site space', () => {
  it('writes what is sent, and nothing that is the same', async () => {
    const site = await stage({ spaces: ['One', 'Two'] });
    const [one] = await site.siteSpaces();
    const siteSpace = `${site.path}/site-spaces/${String(one.id)}`;
    const spaceId = await site.space('Three');
    const changed = await site.as.patch(siteSpace, { path: 'v3', condition: 'visitor.claims.isBeta == true', spaceId });
    expect(changed).toMatchObject({ status: 200, body: { id: one.id, path: 'v3', title: 'Three', condition: 'visitor.claims.isBeta == true', space: { id: spaceId }, default: true } });
    const version = await site.version();
    for (const body of [{}, undefined, { path: 'v3', spaceId }]) expect((await site.as.patch(siteSpace, body)).body).toEqual(changed.body);
    expect(await site.version()).toBe(version);
    const cleared = await site.as.patch(siteSpace, { condition: null });
    expect(cleared.body).not.toHaveProperty('condition');
    expect((await site.siteSpaces())[0]).toEqual(cleared.body);
  });

  it('refuses what can not be, and changes nothing', async () => {
    const site = await stage({ spaces: ['One', 'Two'] });
    const before = await site.siteSpaces();
    const siteSpace = `${site.path}/site-spaces/${String(before[0].id)}`;
    expect(await site.as.patch(siteSpace, { path: 'two' })).toMatchObject({ status: 409, body: { error: { message: expect.stringContaining('path') } } });
    const readOnly = await site.space('Read only');
    await service.make.db.query("UPDATE targets SET inherits = false, fixed_level = 'read', default_fixed = true, default_level = 'read' WHERE id = $1", [readOnly]);
    expect((await site.as.patch(siteSpace, { path: 'new', spaceId: readOnly })).status).toBe(403);
    const foreign = (await service.make.space()).id;
    const faults = [
      { spaceId: foreign }, { spaceId: newId() }, { spaceId: null }, { path: null }, { path: '' }, { path: '..' }, { path: 'a/b' }, { path: 'x'.repeat(101) }, { condition: '' },
      { condition: 'visitor.claims.isBeta ==' }, { condition: 'x'.repeat(1025) }, { condition: 1 }, { title: 'x' }, { default: true }, { sectionId: 'x' },
    ];
    for (const body of faults) expect((await site.as.patch(siteSpace, { path: 'new', ...body })).status).toBe(400);
    expect(await site.siteSpaces()).toEqual(before);
  });

  it('takes conditions on what the adaptive schema knows of visitors', async () => {
    const site = await stage({ spaces: ['One'] });
    const [one] = (await site.siteSpaces()) as [Json];
    const siteSpace = `${site.path}/site-spaces/${String(one.id)}`;
    const jsonSchema = { type: 'object', properties: { isBeta: { type: 'boolean', description: 'Beta' } }, additionalProperties: false };
    expect((await site.as.put(`${site.path}/adaptive-schema`, { jsonSchema })).status).toBe(200);
    expect((await site.as.patch(siteSpace, { condition: 'visitor.claims.isBeta' })).status).toBe(200);
    expect(await site.as.patch(siteSpace, { condition: 'visitor.claims.isAlpha' })).toMatchObject({ status: 400, body: { error: { message: expect.stringContaining('isAlpha') } } });
    expect((await site.siteSpaces())[0].condition).toBe('visitor.claims.isBeta');
  });

  it('lets one of two have a path that both want', async () => {
    const site = await stage({ spaces: ['One', 'Two', 'Three'] });
    const ids = idsOf(await site.siteSpaces());
    const answers = await Promise.all(ids.map((id) => site.as.patch(`${site.path}/site-spaces/${id}`, { path: 'wanted' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });
});

describe('deleting a site space', () => {
  it('leaves the space, and passes the default to the first in order', async () => {
    const site = await stage({ spaces: ['One', 'Two', 'Three'] });
    const [one, two, three] = await site.siteSpaces();
    await site.as.post(`${site.path}/site-spaces/${String(three.id)}/move`, { position: { before: { type: 'site-space', siteSpace: two.id } } });
    const gone = await site.as.delete(`${site.path}/site-spaces/${String(one.id)}`);
    expect([gone.status, gone.body]).toEqual([205, undefined]);
    expect(shown(await site.siteSpaces())).toEqual([['three', true], ['two', false]]);
    expect((await site.as.get(`/v1/spaces/${String(one.space.id)}/content`)).status).toBe(200);
    expect((await site.as.delete(`${site.path}/site-spaces/${String(one.id)}`)).status).toBe(404);
    expect((await site.as.get(site.path)).body.siteSpaces).toBe(2);
  });

  it('leaves one default whatever goes and comes at once', async () => {
    const site = await stage({ spaces: ['A', 'B', 'C', 'D', 'E', 'F'] });
    const ids = idsOf(await site.siteSpaces());
    const spaceId = await site.space('New');
    await Promise.all([
      ...ids.slice(0, 4).map((id) => site.as.delete(`${site.path}/site-spaces/${id}`)),
      ...[1, 2].map(() => site.as.post(`${site.path}/site-spaces`, { spaceId })),
      site.as.patch(site.path, { defaultSiteSpace: ids[5] }),
    ]);
    const left = await site.siteSpaces();
    expect(left).toHaveLength(4);
    expect(left.filter((item) => item.default)).toHaveLength(1);
    expect(new Set(left.map(({ path }) => path)).size).toBe(4);
  });
});

describe('a space that is deleted', () => {
  it('is in no site, whoever is faster', async () => {
    const site = await stage({ spaces: ['One'] });
    const [one] = (await site.siteSpaces()) as [Json];
    const admin = service.as((await service.make.user({ organizationId: site.organizationId, role: 'admin' })).token);
    const outcomes = new Set<string>();
    for (let round = 0; round < 8; round += 1) {
      const [first, second] = await Promise.all([site.space('First'), site.space('Second')]);
      const answers = await Promise.all([
        site.as.post(`${site.path}/site-spaces`, { spaceId: first }),
        admin.delete(`/v1/spaces/${first}`),
        admin.delete(`/v1/spaces/${second}`),
        site.as.patch(`${site.path}/site-spaces/${String(one.id)}`, { spaceId: second }),
      ]);
      const [added, gone, goneToo, changed] = answers.map(({ status }) => status);
      outcomes.add([added, gone].join()).add([changed, goneToo].join());
      const shown = (await site.siteSpaces()).map(({ space }) => space.id);
      expect([shown.includes(first), shown.includes(second)]).toEqual([added === 201, changed === 200]);
    }
    for (const outcome of outcomes) expect(['201,412', '200,412', '400,204', '409,204']).toContain(outcome);
  });
});

describe('a site space that is not there', () => {
  it('is 404, also by way of another site', async () => {
    const [site, other] = [await stage(), await stage({ spaces: ['One'] })];
    const [{ id }] = (await other.siteSpaces()) as [Json];
    for (const missing of [id, newId(), 'no%20id']) {
      const siteSpace = `${site.path}/site-spaces/${String(missing)}`;
      expect((await site.as.patch(siteSpace, { path: 'new' })).status).toBe(404);
      expect((await site.as.delete(siteSpace)).status).toBe(404);
      expect((await site.as.post(`${siteSpace}/move`)).status).toBe(404);
    }
  });
});
