import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/ids/id.js';
import { SiteStage } from '../support/site-stage.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

const stage = (options?: { title?: string; spaces?: readonly string[] }): Promise<SiteStage> => SiteStage.make(service, options);

describe('adding a section', () => {
  it('answers the section with the space in it, and where it is', async () => {
    const site = await stage();
    const spaceId = await site.space('User Guide');
    const made = await site.as.post(`${site.path}/sections`, { spaceId, icon: 'gear' });
    expect(made).toMatchObject({
      status: 201,
      body: {
        object: 'site-section',
        title: 'User Guide',
        path: 'user-guide',
        default: true,
        icon: 'gear',
        siteSpaces: [{ object: 'site-space', title: 'User Guide', path: 'user-guide', default: true, section: made.body.id, space: { object: 'space', id: spaceId, permissions: { view: true } }, urls: {} }],
        urls: {},
      },
    });
    for (const absent of ['description', 'condition', 'sectionGroup']) expect(made.body).not.toHaveProperty(absent);
    expect(made.headers.get('location')).toBe(`${service.url}${site.path}/sections/${String(made.body.id)}`);
    expect((await site.as.get(`${site.path}/sections`)).body).toEqual({ count: 1, items: [made.body] });
    expect((await site.as.get(site.path)).body.siteSpaces).toBe(1);
  });

  it('takes a title of its own, or null for that of the space', async () => {
    const site = await stage();
    const spaceId = await site.space('A');
    const add = async (title?: string | null): Promise<unknown> => {
      const { body } = await site.as.post(`${site.path}/sections`, { spaceId, title });
      return [body.title, body.path];
    };
    expect(await add('Guide')).toEqual(['Guide', 'guide']);
    expect(await add('Guide')).toEqual(['Guide', 'guide-1']);
    expect(await add('GUIDE!')).toEqual(['GUIDE!', 'guide-2']);
    expect(await add('設計 ノート')).toEqual(['設計 ノート', '設計-ノート']);
    expect(await add('??')).toEqual(['??', 'page']);
    // Shorter than a section's title may be.
    expect(await add(null)).toEqual(['Untitled section', 'untitled-section']);
    expect(await add(undefined)).toEqual(['Untitled section', 'untitled-section-1']);
    expect((await site.as.post(`${site.path}/sections`, { spaceId: await site.space('Named'), title: null })).body.title).toBe('Named');
    expect((await site.sections()).map((section) => section.default)).toEqual([true, false, false, false, false, false, false, false]);
  });

  it('puts what stands at the root into a section of its own before it', async () => {
    const site = await stage({ title: 'Product Docs', spaces: ['One', 'Two'] });
    const before = await site.siteSpaces();
    const made = await site.section('News');
    const sections = await site.sections();
    expect(sections).toMatchObject([
      { title: 'Product Docs', path: 'product-docs', default: true, siteSpaces: [{ title: 'One', default: true }, { title: 'Two', default: false }] },
      { id: made.id, title: 'News', default: false, siteSpaces: [{ title: 'News', default: true }] },
    ]);
    expect(sections[0].siteSpaces.map(({ id }: { id: string }) => id)).toEqual(before.map(({ id }) => id));
    expect((await site.siteSpaces()).map(({ section }) => section)).toEqual([sections[0].id, sections[0].id, made.id]);
  });

  it('does so once for several who make the first one at once', async () => {
    const site = await stage({ title: 'Root', spaces: ['One', 'Two'] });
    const spaces = await Promise.all(['A', 'B', 'C', 'D', 'E'].map((title) => site.space(`Space ${title}`)));
    const answers = await Promise.all(spaces.map((spaceId) => site.as.post(`${site.path}/sections`, { spaceId, title: 'Same' })));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    const sections = await site.sections();
    expect(sections.map(({ path }) => path)).toEqual(['root', 'same', 'same-1', 'same-2', 'same-3', 'same-4']);
    expect(sections.map((section) => section.default)).toEqual([true, false, false, false, false, false]);
    expect(sections.map(({ siteSpaces }) => siteSpaces.length)).toEqual([2, 1, 1, 1, 1, 1]);
  });

  it('refuses spaces that the caller may not put there', async () => {
    const site = await stage();
    const elsewhere = await service.make.space();
    const hidden = await site.space('Hidden');
    await service.make.db.query("UPDATE targets SET inherits = false, fixed_level = NULL, default_fixed = true WHERE id = $1", [hidden]);
    const read = await site.space('Read only');
    await service.make.db.query("UPDATE targets SET inherits = false, fixed_level = 'read', default_fixed = true, default_level = 'read' WHERE id = $1", [read]);
    const version = await site.version();
    for (const spaceId of [elsewhere.id, hidden, newId(), 'no id', '__proto__']) {
      expect(await site.as.post(`${site.path}/sections`, { spaceId })).toMatchObject({ status: 400, body: { error: { details: [{ field: 'spaceId' }] } } });
    }
    expect(await site.as.post(`${site.path}/sections`, { spaceId: read })).toMatchObject({ status: 403, body: { error: { message: expect.stringContaining('"create"') } } });
    for (const body of [undefined, {}, { spaceId: null }, { spaceId: 1 }, { spaceId: read, title: 'x' }, { spaceId: read, title: 'x'.repeat(129) }, { spaceId: read, icon: 'x'.repeat(51) }, { spaceId: read, path: 'x' }]) {
      expect((await site.as.post(`${site.path}/sections`, body)).status).toBe(400);
    }
    expect(await site.sections()).toEqual([]);
    expect(await site.version()).toBe(version);
  });
});

describe('the list of sections', () => {
  it('comes page by page, in order, also as sections are moved and go', async () => {
    const site = await stage();
    const ids: string[] = [];
    for (let index = 0; index < 7; index += 1) ids.push((await site.section(`Section ${String(index)}`)).id);
    expect((await site.as.all(`${site.path}/sections?limit=2`)).map(({ id }) => id)).toEqual(ids);
    const first = await site.as.get(`${site.path}/sections?limit=3`);
    expect(first.body).toMatchObject({ count: 7, next: { page: expect.any(String) } });
    await site.as.delete(`${site.path}/sections/${String(ids[2])}`);
    const second = await site.as.get(`${site.path}/sections?limit=3&page=${String(first.body.next.page)}`);
    expect(second.body).toMatchObject({ count: 6, items: [{ id: ids[3] }, { id: ids[4] }, { id: ids[5] }] });
    const other = await stage();
    for (const query of ['page=x', 'limit=0', 'limit=1001', 'shareKey=a&shareKey=b', `page=${String(first.body.next.page)}&shareKey=x`]) {
      expect((await site.as.get(`${site.path}/sections?${query}`)).status).toBe(400);
    }
    expect((await other.as.get(`${other.path}/sections?page=${String(first.body.next.page)}`)).status).toBe(400);
  });
});

describe('changing a section', () => {
  it('writes what is sent, clears what may be null, and leaves the rest', async () => {
    const site = await stage();
    const { id, siteSpaces } = await site.section('Guide');
    const second = await site.siteSpace('Second', id);
    const section = `${site.path}/sections/${String(id)}`;
    const changed = await site.as.patch(section, {
      title: 'Handbook',
      path: 'Hand-Buch',
      description: 'What to know',
      icon: 'book',
      condition: 'visitor.claims.isBeta == true',
      defaultSiteSpace: second.id,
    });
    expect(changed).toMatchObject({
      status: 200,
      body: {
        id,
        title: 'Handbook',
        path: 'Hand-Buch',
        description: 'What to know',
        icon: 'book',
        condition: 'visitor.claims.isBeta == true',
        siteSpaces: [{ id: siteSpaces[0].id, default: false }, { id: second.id, default: true }],
      },
    });
    expect(await site.sections()).toEqual([changed.body]);
    const version = await site.version();
    for (const body of [{}, undefined, { title: 'Handbook' }, { path: 'Hand-Buch', icon: 'book', defaultSiteSpace: second.id }]) {
      expect(await site.as.patch(section, body)).toMatchObject({ status: 200, body: changed.body });
    }
    expect(await site.version()).toBe(version);
    const cleared = await site.as.patch(section, { description: null, icon: null, condition: null });
    for (const field of ['description', 'icon', 'condition']) expect(cleared.body).not.toHaveProperty(field);
    expect(cleared.body).toMatchObject({ title: 'Handbook', path: 'Hand-Buch' });
    expect(await site.version()).not.toBe(version);
  });

  it('refuses what can not be, and changes nothing', async () => {
    const site = await stage();
    const guide = await site.section('Guide');
    const news = await site.section('News');
    const before = await site.sections();
    const section = `${site.path}/sections/${String(news.id)}`;
    expect(await site.as.patch(section, { title: 'Other', path: 'guide' })).toMatchObject({ status: 409, body: { error: { message: expect.stringContaining('path') } } });
    for (const defaultSiteSpace of [guide.siteSpaces[0].id, newId(), 'x y', guide.id]) {
      expect(await site.as.patch(section, { title: 'Other', defaultSiteSpace })).toMatchObject({ status: 400, body: { error: { details: [{ field: 'defaultSiteSpace' }] } } });
    }
    for (const condition of ['visitor.claims.isBeta ==', 'visitor', 'process.exit()', 'visitor.claims.isBeta = true', ' ']) {
      const refused = await site.as.patch(section, { title: 'Other', condition });
      expect(refused).toMatchObject({ status: 400, body: { error: { details: [{ field: 'condition', message: expect.stringMatching(/at (?:the end|character)/) }] } } });
    }
    const faults = [
      { title: null }, { title: 'x' }, { title: 'x'.repeat(129) }, { path: null }, { path: '' }, { path: 'x'.repeat(101) }, { path: '..' }, { path: '.' }, { path: 'a/b' },
      { path: 'a?b' }, { path: 'a#b' }, { path: 'a b' }, { path: 'a%b' }, { condition: '' }, { condition: 'x'.repeat(1025) }, { condition: 1 }, { icon: 'x'.repeat(51) }, { description: 'x'.repeat(257) },
      { defaultSiteSpace: null }, { siteSpaces: [] }, { default: true },
    ];
    for (const body of faults) expect((await site.as.patch(section, { title: 'Other', ...body })).status).toBe(400);
    expect(await site.sections()).toEqual(before);
  });

  it('lets one of two have a path that both want', async () => {
    const site = await stage();
    const ids = [(await site.section('One')).id, (await site.section('Two')).id, (await site.section('Three')).id];
    const answers = await Promise.all(ids.map((id) => site.as.patch(`${site.path}/sections/${String(id)}`, { path: 'wanted' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await site.sections()).filter(({ path }) => path === 'wanted')).toHaveLength(1);
  });
});

describe('deleting a section', () => {
  it('takes its site spaces along, not the spaces, and passes the default to the first in order', async () => {
    const site = await stage();
    const [first, second, third] = [await site.section('First'), await site.section('Second'), await site.section('Third')];
    await site.as.post(`${site.path}/sections/${String(third.id)}/move`, { position: { before: { type: 'site-section', siteSection: second.id } } });
    const gone = await site.as.delete(`${site.path}/sections/${String(first.id)}`);
    expect([gone.status, gone.body, gone.headers.get('content-length')]).toEqual([205, undefined, '0']);
    expect(await site.sections()).toMatchObject([{ id: third.id, default: true }, { id: second.id, default: false }]);
    expect((await site.siteSpaces()).map(({ title }) => title)).toEqual(['Third', 'Second']);
    expect((await site.as.get(`/v1/spaces/${String(first.siteSpaces[0].space.id)}/content`)).status).toBe(200);
    expect((await site.as.delete(`${site.path}/sections/${String(first.id)}`)).status).toBe(404);
    await site.as.delete(`${site.path}/sections/${String(second.id)}`);
    await site.as.delete(`${site.path}/sections/${String(third.id)}`);
    expect(await site.siteSpaces()).toEqual([]);
    expect(await site.siteSpace('Root again')).toMatchObject({ default: true });
  });

  it('leaves one default whatever goes at once', async () => {
    const site = await stage();
    const ids: string[] = [];
    for (let index = 0; index < 8; index += 1) ids.push((await site.section(`Section ${String(index)}`)).id);
    const answers = await Promise.all([...ids.slice(0, 6), ...ids.slice(0, 2)].map((id) => site.as.delete(`${site.path}/sections/${id}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([205, 205, 205, 205, 205, 205, 404, 404]);
    expect((await site.sections()).map((section) => [section.id, section.default])).toEqual([[ids[6], true], [ids[7], false]]);
  });
});

describe('a section that is not there', () => {
  it('is 404, also by way of another site', async () => {
    const [site, other] = [await stage(), await stage()];
    const { id } = await other.section('Elsewhere');
    for (const section of [id, newId(), 'no%20id']) {
      expect((await site.as.patch(`${site.path}/sections/${String(section)}`, { title: 'New' })).status).toBe(404);
      expect((await site.as.delete(`${site.path}/sections/${String(section)}`)).status).toBe(404);
      expect((await site.as.post(`${site.path}/sections/${String(section)}/move`, {})).status).toBe(404);
    }
    expect((await other.as.patch(`/v1/orgs/${site.organizationId}/sites/${other.siteId}/sections/${String(id)}`, { title: 'New' })).status).toBe(404);
    expect((await site.as.get(`/v1/orgs/${site.organizationId}/sites/${newId()}/sections`)).status).toBe(404);
  });
});
