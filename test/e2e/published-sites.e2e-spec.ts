import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/ids/id.js';
import type { SiteVisibility } from '../../src/modules/sites/site.entity.js';
import type { Client, Json } from '../support/client.js';
import { makeShareLink, makeSite, shareKeyOf, sitePath } from '../support/site-factories.js';
import { SiteStage } from '../support/site-stage.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { visitorKey, visitorToken } from '../support/visitors.js';

let service: TestApp;
let stranger: Client;

beforeAll(async () => {
  service = await startTestApp();
  stranger = service.as((await service.make.user()).token);
});
afterAll(() => service.close());

const published = (site: { organizationId: string; id: string }, query = ''): string => sitePath(site, `/published${query}`);

describe('the profile', () => {
  it('of a site without sections has one section, made up for its root', async () => {
    const stage = await SiteStage.make(service, { title: 'Handbook of all', spaces: ['Guides', 'Reference'] });
    await stage.as.post(`${stage.path}/publish`);
    const { status, body } = await stage.as.get(`${stage.path}/published`);
    expect(status).toBe(200);
    const site = (await stage.as.get(stage.path)).body;
    const siteSpaces = await stage.siteSpaces();
    expect(body).toEqual({
      object: 'published-content-site',
      site,
      structure: {
        type: 'sections',
        structure: [
          { object: 'site-section', id: stage.siteId, title: 'Handbook of all', default: true, path: 'handbook-of-all', siteSpaces, urls: { published: site.urls.published } },
        ],
      },
      customizations: { site: expect.objectContaining({ title: 'Handbook of all' }), siteSpaces: {} },
      scripts: [],
    });
    expect(siteSpaces.map(({ urls }) => urls.published)).toEqual([`${String(site.urls.published)}/guides`, `${String(site.urls.published)}/reference`]);
  });

  it('of a site with sections has them flat and in order, each naming its group', async () => {
    const stage = await SiteStage.make(service);
    const [first, second, third] = [await stage.section('First'), await stage.section('Second'), await stage.section('Third')];
    const group = await stage.group('Group', [third.id, first.id]);
    await stage.siteSpace('Other', second.id);
    const { body } = await stage.as.get(`${stage.path}/published`);
    expect(body.structure.structure).toEqual(await stage.sections());
    expect(body.structure.structure.map(({ title, sectionGroup }: Json) => [title, sectionGroup])).toEqual([
      ['Second', undefined],
      ['Third', group.id],
      ['First', group.id],
    ]);
  });

  it('of a site with nothing in it has a section with nothing in it; of one whose sections are all hidden, none', async () => {
    const site = await makeSite(service, { published: true });
    expect((await stranger.get(published(site))).body.structure).toMatchObject({ type: 'sections', structure: [{ id: site.id, title: site.title, default: true, siteSpaces: [] }] });
    const stage = await SiteStage.make(service);
    const { id } = await stage.section('Hidden');
    await stage.as.patch(`${stage.path}/sections/${String(id)}`, { condition: 'visitor.claims.isBeta' });
    expect((await stage.as.get(`${stage.path}/published`)).body.structure).toEqual({ type: 'sections', structure: [] });
  });

  it('has a look that front ends can use', async () => {
    const site = await makeSite(service, { published: true });
    const { site: look } = (await stranger.get(published(site))).body.customizations;
    expect(Object.keys(look).sort()).toEqual(
      ['title', 'styling', 'internationalization', 'favicon', 'header', 'footer', 'themes', 'pdf', 'feedback', 'advancedCustomization', 'pagination', 'trademark', 'ai', 'git', 'pageActions', 'externalLinks', 'privacyPolicy', 'socialPreview', 'insights'].sort(),
    );
    const { primaryColor, infoColor, successColor, warningColor, dangerColor } = look.styling;
    for (const { light, dark } of [primaryColor, infoColor, successColor, warningColor, dangerColor]) for (const color of [light, dark]) expect(color).toMatch(/^#(?:[0-9a-fA-F]{3}){1,2}$/);
  });

  it('tells each reader what they may do with the spaces', async () => {
    const stage = await SiteStage.make(service, { spaces: ['Guides'] });
    await stage.as.post(`${stage.path}/publish`);
    const [reader, guest] = [await service.make.user({ organizationId: stage.organizationId, role: 'read' }), await service.make.user({ organizationId: stage.organizationId, role: null })];
    const permissions = async (client: Client): Promise<Json> => (await client.get(`${stage.path}/published`)).body.structure.structure[0].siteSpaces[0].space.permissions;
    expect(await permissions(stage.as)).toMatchObject({ view: true, edit: true, merge: true, admin: false });
    expect(await permissions(service.as(reader.token))).toMatchObject({ view: true, edit: false });
    for (const client of [stranger, service.as(guest.token)]) expect(await permissions(client)).toMatchObject({ view: false, edit: false });
    expect(await permissions(stage.as)).toMatchObject({ edit: true });
    // A change of rights counts at once.
    const [siteSpace] = await stage.siteSpaces();
    await service.make.grant(siteSpace?.['space'].id, reader.id, 'admin');
    expect(await permissions(service.as(reader.token))).toMatchObject({ admin: true });
  });
});

describe('who reads it', () => {
  it.each<[SiteVisibility, boolean, { stranger: boolean; withKey: boolean; withToken: boolean }]>([
    ['public', true, { stranger: true, withKey: true, withToken: true }],
    ['unlisted', true, { stranger: true, withKey: true, withToken: true }],
    ['share-link', true, { stranger: false, withKey: true, withToken: false }],
    ['visitor-auth', true, { stranger: false, withKey: false, withToken: true }],
    ['public', false, { stranger: false, withKey: false, withToken: false }],
    ['unlisted', false, { stranger: false, withKey: false, withToken: false }],
    ['share-link', false, { stranger: false, withKey: false, withToken: false }],
    ['visitor-auth', false, { stranger: false, withKey: false, withToken: false }],
  ])('%s, published %s', async (visibility, isPublished, expected) => {
    const site = await makeSite(service, { visibility, published: isPublished });
    const { organizationId } = site;
    const [member, guest, other] = [await service.make.user({ organizationId, role: 'read' }), await service.make.user({ organizationId, role: null }), await makeSite(service, { visibility, published: true })];
    const key = shareKeyOf(await makeShareLink(service, site));
    const token = await visitorToken(await visitorKey(service, site));
    const foreign = await visitorToken(await visitorKey(service, other));
    const foreignKey = shareKeyOf(await makeShareLink(service, other));
    const status = async (client: Client, query = '', headers: Record<string, string> = {}): Promise<number> => (await client.get(published(site, query), { headers })).status;
    const answer = (admitted: boolean): number => (admitted ? 200 : 404);
    expect(await status(service.as(member.token))).toBe(200);
    expect(await status(service.as())).toBe(401);
    for (const outsider of [stranger, service.as(guest.token)]) {
      expect(await status(outsider)).toBe(answer(expected.stranger));
      expect(await status(outsider, `?shareKey=${key}`)).toBe(answer(expected.withKey));
      expect(await status(outsider, `?shareKey=${foreignKey}`)).toBe(answer(expected.stranger));
      expect(await status(outsider, `?shareKey=${key.toUpperCase()}`)).toBe(answer(expected.stranger));
      expect(await status(outsider, '', { 'X-Visitor-Token': token })).toBe(answer(expected.withToken));
      expect(await status(outsider, '', { 'X-Visitor-Token': foreign })).toBe(answer(expected.stranger));
    }
  });

  it('nobody reads what is not there', async () => {
    const site = await makeSite(service, { published: true });
    const { organizationId } = await makeSite(service);
    for (const path of [published({ ...site, id: newId() }), published({ id: site.id, organizationId }), published({ ...site, id: 'x.y' })]) {
      expect((await stranger.get(path)).status).toBe(404);
    }
  });

  it('a visitor token must be signed with HS256 by this site, and end', async () => {
    const site = await makeSite(service, { visibility: 'visitor-auth', published: true });
    const key = await visitorKey(service, site);
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"exp":9999999999}').toString('base64url')}.`;
    const tokens = [
      await visitorToken(`${key}x`),
      await visitorToken(key, {}, null),
      await visitorToken(key, {}, '-1m'),
      await visitorToken(key.padEnd(64, 'x'), {}, '1h', 'HS512'),
      unsigned,
      'no token',
      '',
      `${await visitorToken(key)}x`,
    ];
    for (const token of tokens) expect((await stranger.get(published(site), { headers: { 'X-Visitor-Token': token } })).status).toBe(404);
    expect((await stranger.get(published(site), { headers: { 'X-Visitor-Token': await visitorToken(key) } })).status).toBe(200);
  });
});

describe('the key of visitors', () => {
  it('is there for whoever changes the site, and refuses what another one has signed', async () => {
    const stage = await SiteStage.make(service);
    await stage.as.patch(stage.path, { visibility: 'visitor-auth' });
    await stage.as.post(`${stage.path}/publish`);
    const { body } = await stage.as.get(`${stage.path}/publishing/auth`);
    expect(body).toEqual({ backend: 'custom', privateKey: await visitorKey(service, { id: stage.siteId }) });
    const headers = { 'X-Visitor-Token': await visitorToken(body.privateKey) };
    expect((await stranger.get(`${stage.path}/published`, { headers })).status).toBe(200);
    const other = await stage.as.post(`${stage.path}/publishing/auth/regenerate`);
    expect(other).toMatchObject({ status: 200, body: { backend: 'custom', privateKey: expect.stringMatching(/^dsh_[0-9A-Za-z]{49}$/) } });
    expect(other.body.privateKey).not.toBe(body.privateKey);
    expect((await stranger.get(`${stage.path}/published`, { headers })).status).toBe(404);
    expect((await stranger.get(`${stage.path}/published`, { headers: { 'X-Visitor-Token': await visitorToken(other.body.privateKey) } })).status).toBe(200);
    const reader = await service.make.user({ organizationId: stage.organizationId, role: 'read' });
    expect((await service.as(reader.token).get(`${stage.path}/publishing/auth`)).status).toBe(403);
  });
});

describe('share keys', () => {
  it('are part of every address, for whoever came with one', async () => {
    const stage = await SiteStage.make(service);
    await stage.section('Guides');
    await stage.as.patch(stage.path, { visibility: 'share-link', basename: 'docs' });
    await stage.as.post(`${stage.path}/publish`);
    const { body: link } = await stage.as.post(`${stage.path}/share-links`, { name: 'x' });
    const key = shareKeyOf(link);
    const base = `${service.url}/sites/${stage.organizationId}/docs`;
    const addresses = ({ site, structure }: Json): string[] => [site, ...structure.structure, ...structure.structure.flatMap((section: Json) => section.siteSpaces)].map(({ urls }: Json) => urls.published);
    expect(addresses((await stranger.get(`${stage.path}/published?shareKey=${key}`)).body)).toEqual([`${base}/${key}`, `${base}/${key}/guides`, `${base}/${key}/guides/guides`]);
    expect(addresses((await stage.as.get(`${stage.path}/published?shareKey=${key}`)).body)).toEqual([`${base}/${key}`, `${base}/${key}/guides`, `${base}/${key}/guides/guides`]);
    expect(addresses((await stage.as.get(`${stage.path}/published?shareKey=dsk_unknown`)).body)).toEqual([base, `${base}/guides`, `${base}/guides/guides`]);
    expect((await stranger.get(`${stage.path}/published?shareKey=${key}&shareKey=${key}`)).status).toBe(400);
    const shown = async (): Promise<string[]> => {
      const { structure } = (await stranger.get(`${stage.path}/published?shareKey=${key}`)).body;
      return structure.structure.flatMap((section: Json) => section.siteSpaces).map(({ space }: Json) => space.urls.published);
    };
    expect(await shown()).toEqual([`${base}/${key}/guides/guides`]);
    // The same space in a site that is more open is found there, without a key of this one.
    const [{ space }] = (await stage.as.get(`${stage.path}/site-spaces`)).body.items;
    const open = await makeSite(service, { organizationId: stage.organizationId, spaces: [space], visibility: 'public', published: true });
    const found = await shown();
    expect(found).toEqual([expect.stringContaining(`/${open.id}`)]);
    expect(found[0]).not.toContain(key);
    await stage.as.patch(stage.path, { visibility: 'public' });
    expect(addresses((await stranger.get(`${stage.path}/published?shareKey=${key}`)).body)).toEqual([base, `${base}/guides`, `${base}/guides/guides`]);
  });

  it('admit nobody once they are revoked or deleted, on any node at once', async () => {
    const second = await startTestApp({}, () => Promise.resolve(service.databaseUrl));
    try {
      const site = await makeSite(service, { visibility: 'share-link', published: true });
      const creator = service.as((await service.make.user({ organizationId: site.organizationId, role: 'create' })).token);
      const reader = await service.make.user();
      for (let round = 0; round < 10; round += 1) {
        const link = await makeShareLink(service, site);
        const one = `${sitePath(site)}/share-links/${String(link.id)}`;
        const path = published(site, `?shareKey=${shareKeyOf(link)}`);
        const statuses = async (): Promise<number[]> => [(await service.as(reader.token).get(path)).status, (await second.as(reader.token).get(path)).status];
        expect(await statuses()).toEqual([200, 200]);
        await creator.patch(one, { active: false });
        expect(await statuses()).toEqual([404, 404]);
        await creator.patch(one, { active: true });
        expect(await statuses()).toEqual([200, 200]);
        await creator.delete(one);
        expect(await statuses()).toEqual([404, 404]);
      }
    } finally {
      await second.close();
    }
  });
});

describe('adaptive content', () => {
  it('leaves out what a visitor with these claims is not to see', async () => {
    const stage = await SiteStage.make(service);
    const [beta, everybody] = [await stage.section('Beta'), await stage.section('Everybody')];
    const dark = await stage.siteSpace('Dark', everybody.id);
    await stage.as.patch(`${stage.path}/sections/${String(beta.id)}`, { condition: 'visitor.claims.isBeta == true' });
    await stage.as.patch(`${stage.path}/site-spaces/${String(dark.id)}`, { condition: 'visitor.claims.unsigned.isDark && !visitor.claims.isBeta' });
    await stage.as.post(`${stage.path}/publish`);
    const key = await visitorKey(service, { id: stage.siteId });
    const shown = async (claims?: Record<string, unknown>, unsigned?: object): Promise<string[]> => {
      const headers = { ...(claims === undefined ? {} : { 'X-Visitor-Token': await visitorToken(key, claims) }), ...(unsigned === undefined ? {} : { 'X-Visitor-Unsigned-Claims': JSON.stringify(unsigned) }) };
      const { body } = await stranger.get(`${stage.path}/published`, { headers });
      return body.structure.structure.flatMap(({ title, siteSpaces }: Json) => [title, ...siteSpaces.map((siteSpace: Json) => `- ${String(siteSpace.title)}`)]);
    };
    const nothing = ['Everybody', '- Everybody'];
    // Off at first: nobody has claims.
    expect(await shown({ isBeta: true })).toEqual(nothing);
    await stage.as.patch(stage.path, { adaptiveContent: { enabled: true } });
    expect(await shown()).toEqual(nothing);
    expect(await shown({ isBeta: true })).toEqual(['Beta', '- Beta', ...nothing]);
    expect(await shown({ isBeta: false }, { isDark: true })).toEqual([...nothing, '- Dark']);
    expect(await shown({ isBeta: true }, { isDark: true })).toEqual(['Beta', '- Beta', ...nothing]);
    // What is unsigned can't pass as signed, nor what is signed as unsigned.
    expect(await shown(undefined, { isBeta: true, isDark: true })).toEqual([...nothing, '- Dark']);
    expect(await shown({ unsigned: { isDark: true } })).toEqual(nothing);
    // Members see what a visitor without claims sees.
    expect((await stage.as.get(`${stage.path}/published`)).body.structure.structure.map(({ title }: Json) => title)).toEqual(['Everybody']);
  });

  it('refuses unsigned claims that are none', async () => {
    const site = await makeSite(service, { published: true });
    for (const claims of ['{', '[]', '1', 'null', '"x"', `{"x":${'['.repeat(64)}${']'.repeat(64)}}`]) {
      const answer = await stranger.get(published(site), { headers: { 'X-Visitor-Unsigned-Claims': claims } });
      expect(answer).toMatchObject({ status: 400, body: { error: { details: [{ field: 'X-Visitor-Unsigned-Claims' }] } } });
    }
  });
});
