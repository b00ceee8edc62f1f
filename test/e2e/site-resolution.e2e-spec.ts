import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { Config } from '../../src/kernel/config/config.js';
import { ProxiesInSmallLetters1790000032001 } from '../../src/kernel/database/migrations/1790000032001-proxies-in-small-letters.js';
import { MembersService } from '../../src/modules/members/members.service.js';
import { SiteStore } from '../../src/modules/sites/site-store.js';
import type { SiteVisibility } from '../../src/modules/sites/site.entity.js';
import type { Answer, Client, Json } from '../support/client.js';
import { makeShareLink, makeSite, shareKeyOf, sitePath } from '../support/site-factories.js';
import { SiteStage } from '../support/site-stage.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { visitorKey, visitorToken } from '../support/visitors.js';

let service: TestApp;
let stranger: Client;
let publicUrl: string;

beforeAll(async () => {
  service = await startTestApp();
  stranger = service.as((await service.make.user()).token);
  ({ publicUrl } = service.app.get(Config));
});
afterAll(() => service.close());

const resolve = (client: Client, url: string, more: object = {}): Promise<Answer> => client.post('/v1/urls/published', { url, ...more });

async function publishedStage(): Promise<SiteStage> {
  const stage = await SiteStage.make(service, { spaces: ['Guides', 'Reference'] });
  await stage.as.post(`${stage.path}/publish`);
  return stage;
}

const own = ({ organizationId, siteId }: SiteStage): string => `/sites/${organizationId}/${siteId}`;

describe('an address of a site', () => {
  it('resolves to the site space that it names, or to the default one, and to the path of a page', async () => {
    const stage = await publishedStage();
    const [guides, reference] = await stage.siteSpaces();
    const base = own(stage);
    const expected = (siteSpace: Json, basePath: string, pathname: string, complete: boolean): Json => ({
      organization: stage.organizationId,
      site: stage.siteId,
      siteSpace: siteSpace.id,
      space: siteSpace.space.id,
      siteBasePath: `${base}/`,
      basePath,
      pathname,
      complete,
      apiToken: expect.stringMatching(/^dsv_/),
      canonicalUrl: `${String(siteSpace.urls.published)}${pathname === '/' ? '' : pathname}`,
    });
    const answers: [string, Json][] = [
      ['', expected(guides, `${base}/`, '/', false)],
      ['/', expected(guides, `${base}/`, '/', false)],
      ['/reference', expected(reference, `${base}/reference/`, '/', true)],
      ['/reference/a%20b/c?x=1#y', expected(reference, `${base}/reference/`, '/a%20b/c', true)],
      ['/start', expected(guides, `${base}/`, '/start', true)],
    ];
    for (const [path, answer] of answers) expect(await resolve(stranger, `${publicUrl}${base}${path}`)).toMatchObject({ status: 200, body: answer });
    const read = await stranger.get(`/v1/urls/published?url=${encodeURIComponent(`${publicUrl}${base}/reference`)}`);
    expect(read).toMatchObject({ status: 200, body: expected(reference, `${base}/reference/`, '/', true) });
  });

  it('names sections before their site spaces', async () => {
    const stage = await publishedStage();
    const section = await stage.section('Interface');
    const siteSpace = await stage.siteSpace('Second', section.id);
    const { body } = await resolve(stranger, `${String(siteSpace.urls.published)}/start`);
    expect(body).toMatchObject({ siteSection: section.id, siteSpace: siteSpace.id, basePath: `${own(stage)}/interface/second/`, pathname: '/start', complete: true });
    expect((await resolve(stranger, section.urls.published)).body).toMatchObject({ siteSection: section.id, complete: false });
  });

  it('is one of its names, its own host or its proxy', async () => {
    const stage = await publishedStage();
    await stage.as.patch(stage.path, { basename: 'handbook', proxy: 'www.example.com/docs/all' });
    await service.app.get(SiteStore).update(await service.app.get(SiteStore).get(stage.organizationId, stage.siteId), { hostname: 'docs.acme-of-tests.com' });
    const site = { site: stage.siteId };
    expect((await resolve(stranger, `${publicUrl}/sites/${stage.organizationId}/handbook/reference`)).body).toMatchObject(site);
    expect((await resolve(stranger, 'https://docs.acme-of-tests.com/reference/start')).body).toMatchObject({ ...site, siteBasePath: '/', basePath: '/reference/', pathname: '/start' });
    expect((await resolve(stranger, 'https://www.example.com/docs/all/reference')).body).toMatchObject({
      ...site,
      siteBasePath: '/docs/all/',
      basePath: '/docs/all/reference/',
      canonicalUrl: 'https://www.example.com/docs/all/reference',
    });
    expect((await resolve(stranger, 'https://www.example.com/docs')).status).toBe(404);
  });

  it('is at a host of one organization alone, which no longer or equal proxy of another takes', async () => {
    const [victim, other] = [await publishedStage(), await publishedStage()];
    expect((await victim.as.patch(victim.path, { proxy: 'shop.of-victims.com/docs' })).status).toBe(200);
    await service.app.get(SiteStore).update(await service.app.get(SiteStore).get(victim.organizationId, victim.siteId), { hostname: 'docs.of-victims.com' });
    for (const proxy of ['shop.of-victims.com/docs', 'shop.of-victims.com/docs/reference', 'SHOP.of-victims.com/x', 'docs.of-victims.com/x']) {
      expect(await other.as.patch(other.path, { proxy, title: 'Taken over' })).toMatchObject({ status: 409, body: { error: { message: expect.stringContaining('.of-victims.com') } } });
    }
    expect((await other.as.get(other.path)).body).not.toMatchObject({ title: 'Taken over' });
    expect((await resolve(stranger, 'https://shop.of-victims.com/docs/reference/start')).body).toMatchObject({ site: victim.siteId, pathname: '/start' });
    const second = await makeSite(service, { organizationId: victim.organizationId });
    for (const proxy of ['shop.of-victims.com/docs/second', 'docs.of-victims.com/second']) expect((await victim.as.patch(sitePath(second), { proxy })).status).toBe(200);
    const mine = { hostname: 'shop.of-victims.com' };
    await expect(service.app.get(SiteStore).update(await service.app.get(SiteStore).get(other.organizationId, other.siteId), mine)).rejects.toThrow('Another organization has a site at shop.of-victims.com');
    for (const proxy of ['shop.of-victims.com.example.com/docs', 'xshop.of-victims.com/docs']) expect((await other.as.patch(other.path, { proxy })).status).toBe(200);
  });

  it('is at a host of one of the organizations that want it at once', async () => {
    const stages = await Promise.all(Array.from({ length: 6 }, () => SiteStage.make(service)));
    const answers = await Promise.all(stages.map(({ as, path }, index) => as.patch(path, { proxy: `www.wanted-by-all.com/docs/${String(index)}` })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  });

  it('under the address of the service is of the site that it names, whatever proxy another one has', async () => {
    const [victim, other] = [await publishedStage(), await publishedStage()];
    const { host } = new URL(publicUrl);
    await service.make.db.query('UPDATE sites SET proxy = $2 WHERE id = $1', [other.siteId, `${host}${own(victim)}`]);
    expect((await resolve(stranger, `${publicUrl}${own(victim)}/reference`)).body).toMatchObject({ site: victim.siteId });
  });

  it('that everybody may read is there for a member whom single sign-on keeps from the rest', async () => {
    const stage = await publishedStage();
    const member = await service.make.user({ organizationId: stage.organizationId, role: 'create' });
    const admin = service.as((await service.make.user({ organizationId: stage.organizationId, role: 'admin' })).token);
    await admin.patch(`/v1/orgs/${stage.organizationId}`, { sso: true });
    const kept = service.as(member.token);
    const { status, body } = await resolve(kept, `${publicUrl}${own(stage)}/reference`);
    expect([status, body.site]).toEqual([200, stage.siteId]);
    expect((await service.as(body.apiToken).get(`/v1/spaces/${String(body.space)}`)).status).toBe(200);
    const profile = await kept.get(`${stage.path}/published`);
    expect([profile.status, profile.body]).toEqual([200, (await stranger.get(`${stage.path}/published`)).body]);
    for (const path of [stage.path, `/v1/spaces/${String(body.space)}`, `${stage.path}/publishing/preview`]) expect((await kept.get(path)).status).toBe(403);
    await admin.patch(stage.path, { visibility: 'share-link' });
    expect([(await resolve(kept, `${publicUrl}${own(stage)}`)).status, (await kept.get(`${stage.path}/published`)).status]).toEqual([403, 403]);
    expect((await resolve(stranger, `${publicUrl}${own(stage)}`)).status).toBe(404);
  });

  it('has a host without case, as the proxy has', async () => {
    const stage = await publishedStage();
    const { body } = await stage.as.patch(stage.path, { proxy: 'W.Example-Of-Case.com/Docs' });
    expect([body.proxy.origin, body.urls.published]).toEqual(['w.example-of-case.com/Docs', 'https://w.example-of-case.com/Docs']);
    for (const url of [body.urls.published, 'https://W.Example-Of-Case.com/Docs/', 'HTTPS://W.EXAMPLE-OF-CASE.COM/Docs/reference']) expect((await resolve(stranger, url)).body).toMatchObject({ site: stage.siteId });
    expect((await resolve(stranger, 'https://w.example-of-case.com/docs')).status).toBe(404);
  });

  it('with a proxy from before is found since a migration', async () => {
    const stage = await publishedStage();
    await service.make.db.query(`UPDATE sites SET proxy = 'Old.Example-Of-Case.com/Docs/All' WHERE id = $1`, [stage.siteId]);
    const dataSource = await new DataSource({ type: 'postgres', url: service.databaseUrl }).initialize();
    await new ProxiesInSmallLetters1790000032001().up(dataSource.createQueryRunner()).finally(() => dataSource.destroy());
    expect((await resolve(stranger, 'https://Old.Example-Of-Case.com/Docs/All')).body).toMatchObject({ site: stage.siteId });
    expect((await stage.as.get(stage.path)).body.proxy.origin).toBe('old.example-of-case.com/Docs/All');
  });

  it('of the organization alone leads to its default site, and one of the application there', async () => {
    const stage = await publishedStage();
    const admin = service.as((await service.make.user({ organizationId: stage.organizationId, role: 'admin' })).token);
    expect((await resolve(stranger, `${publicUrl}/sites/${stage.organizationId}`)).status).toBe(404);
    await admin.patch(`/v1/orgs/${stage.organizationId}`, { defaultContent: { type: 'site', site: stage.siteId } });
    expect((await resolve(stranger, `${publicUrl}/sites/${stage.organizationId}`)).body).toEqual({ target: 'content', redirect: `${publicUrl}${own(stage)}` });
    const app = `${service.app.get(Config).appUrl}/o/${stage.organizationId}`;
    expect((await resolve(stranger, app)).body).toEqual({ target: 'application', redirect: app });
  });

  it.each(['https://nowhere.example.com/', 'http://127.0.0.1:1/sites/x/y', 'https://nowhere.example.com/%ff', 'https://nowhere.example.com/%00'])('%s is none', async (url) => {
    expect((await resolve(stranger, url)).status).toBe(404);
  });

  it.each([[{}], [{ url: 'no address' }], [{ url: 'ftp://a/' }], [{ url: 'https://a/', visitor: { unsignedClaims: [] } }], [{ url: 'https://a/', visitor: { other: 1 } }]])('%j is refused', async (body) => {
    expect((await stranger.post('/v1/urls/published', body)).status).toBe(400);
  });

  it('is refused in a query too, unless it is one', async () => {
    for (const query of ['', '?url=', '?url=x', '?url=https://a/&redirectOnError=1', '?url=https://a/&url=https://b/']) expect((await stranger.get(`/v1/urls/published${query}`)).status).toBe(400);
  });
});

describe('who resolves it', () => {
  it.each<[SiteVisibility, boolean, { stranger: boolean; withKey: boolean; withToken: boolean }]>([
    ['public', true, { stranger: true, withKey: true, withToken: true }],
    ['unlisted', true, { stranger: true, withKey: true, withToken: true }],
    ['share-link', true, { stranger: false, withKey: true, withToken: false }],
    ['visitor-auth', true, { stranger: false, withKey: false, withToken: true }],
    ['public', false, { stranger: false, withKey: false, withToken: false }],
  ])('%s, published %s', async (visibility, isPublished, expected) => {
    const { id: organizationId } = await service.make.organization();
    const site = await makeSite(service, { organizationId, visibility, published: isPublished, spaces: [await service.make.space({ organizationId })] });
    const member = service.as((await service.make.user({ organizationId, role: 'read' })).token);
    const key = shareKeyOf(await makeShareLink(service, site));
    const jwtToken = await visitorToken(await visitorKey(service, site));
    const url = `${publicUrl}/sites/${organizationId}/${site.id}`;
    const answer = (admitted: boolean): number => (admitted ? 200 : 404);
    expect((await resolve(service.as(), url)).status).toBe(401);
    expect((await resolve(member, url)).status).toBe(200);
    expect((await resolve(stranger, url)).status).toBe(answer(expected.stranger));
    expect((await resolve(stranger, `${url}/${key}`)).status).toBe(answer(expected.withKey));
    expect((await resolve(stranger, url, { visitor: { jwtToken } })).status).toBe(answer(expected.withToken));
    expect((await stranger.get(`/v1/urls/published?url=${url}&visitorAuthToken=${jwtToken}`)).status).toBe(answer(expected.withToken));
  });

  it('a share key is part of the address where the site asks for one, and leads on where it does not', async () => {
    const stage = await publishedStage();
    const site = await service.app.get(SiteStore).get(stage.organizationId, stage.siteId);
    const key = shareKeyOf(await makeShareLink(service, site));
    const url = `${publicUrl}${own(stage)}/${key}/reference`;
    expect((await resolve(stranger, url)).body).toEqual({ target: 'content', redirect: `${publicUrl}${own(stage)}/reference` });
    await stage.as.patch(stage.path, { visibility: 'share-link' });
    expect((await resolve(stranger, url)).body).toMatchObject({ shareKey: key, siteBasePath: `${own(stage)}/${key}/`, basePath: `${own(stage)}/${key}/reference/`, canonicalUrl: url });
  });

  it('visitors who are not signed in are led to where they sign in', async () => {
    const stage = await publishedStage();
    await stage.as.patch(stage.path, { visibility: 'visitor-auth' });
    const url = `${publicUrl}${own(stage)}`;
    const fallback = { target: 'external', redirect: 'https://sign-in.example.com/' };
    expect((await resolve(stranger, url)).status).toBe(404);
    const auth = `${stage.path}/publishing/auth`;
    expect((await stage.as.patch(auth, { fallbackURL: fallback.redirect })).body).toMatchObject({ backend: 'custom', fallbackURL: fallback.redirect });
    expect((await stage.as.get(auth)).body).toMatchObject({ fallbackURL: fallback.redirect });
    expect((await resolve(stranger, url)).body).toEqual(fallback);
    expect((await resolve(stranger, url, { visitor: { jwtToken: 'none' } })).status).toBe(404);
    expect((await resolve(stranger, url, { visitor: { jwtToken: 'none' }, redirectOnError: true })).body).toEqual(fallback);
    await stage.as.patch(auth, { fallbackURL: null });
    expect((await stage.as.get(auth)).body).not.toHaveProperty('fallbackURL');
    expect((await resolve(stranger, url)).status).toBe(404);
  });

  it('see what the conditions show them', async () => {
    const stage = await publishedStage();
    const [, reference] = await stage.siteSpaces();
    await stage.as.patch(`${stage.path}/site-spaces/${String(reference?.['id'])}`, { condition: 'visitor.claims.unsigned.isBeta' });
    await stage.as.patch(stage.path, { adaptiveContent: { enabled: true } });
    const url = `${publicUrl}${own(stage)}/reference`;
    expect((await resolve(stranger, url)).body.siteSpace).not.toBe(reference?.['id']);
    const { body } = await resolve(stranger, url, { visitor: { unsignedClaims: { isBeta: true, other: 'x'.repeat(5_000) } } });
    expect(body.siteSpace).toBe(reference?.['id']);
    const space = `/v1/spaces/${String(reference?.['space'].id)}/content/pages`;
    expect((await service.as(body.apiToken).get(space)).status).toBe(200);
    expect((await service.as((await resolve(stranger, url)).body.apiToken).get(space)).status).toBe(404);
    expect((await resolve(stranger, url, { visitor: { unsignedClaims: { isBeta: 'x'.repeat(3_000) } } })).status).toBe(400);
  });

  it('who is signed in gets another context with other claims', async () => {
    const stage = await publishedStage();
    const [, reference] = await stage.siteSpaces();
    await stage.as.patch(`${stage.path}/site-spaces/${String(reference?.['id'])}`, { condition: 'visitor.claims.isBeta' });
    await stage.as.patch(stage.path, { adaptiveContent: { enabled: true } });
    const key = await visitorKey(service, { id: stage.siteId });
    const contextOf = async (claims: Record<string, unknown>): Promise<string> => (await resolve(stranger, `${publicUrl}${own(stage)}`, { visitor: { jwtToken: await visitorToken(key, claims) } })).body.contextId;
    expect(await contextOf({ isBeta: true })).not.toBe(await contextOf({ isBeta: false }));
    expect(await contextOf({ isBeta: true, other: 1 })).toBe(await contextOf({ isBeta: true }));
    expect((await resolve(stranger, `${publicUrl}${own(stage)}`)).body).not.toHaveProperty('contextId');
  });
});

describe('the token of a visit', () => {
  let stage: SiteStage;
  let spaceId: string;
  let pageId: string;
  let token: string;
  beforeAll(async () => {
    stage = await publishedStage();
    spaceId = (await stage.siteSpaces())[0]?.['space'].id;
    pageId = await service.make.page(spaceId, { title: 'Start', markdown: 'Hello\n' });
    token = (await resolve(stranger, `${publicUrl}${own(stage)}`)).body.apiToken;
  });

  it('reads the site and the content of its spaces', async () => {
    const visit = service.as(token);
    expect((await visit.get(`${stage.path}/published`)).body.site.id).toBe(stage.siteId);
    for (const path of ['', '/content', '/content/pages', `/content/page/${pageId}`, '/content/path/start', '/content/files', '/search?query=hello']) {
      expect({ path, status: (await visit.get(`/v1/spaces/${spaceId}${path}`)).status }).toEqual({ path, status: 200 });
    }
    expect((await visit.get(`/v1/spaces/${spaceId}`)).body.permissions).toMatchObject({ view: true, comment: false, edit: false, admin: false });
  });

  it('reads no other space and no other site, of whatever organization', async () => {
    const visit = service.as(token);
    const other = await publishedStage();
    const elsewhere = await makeSite(service, { organizationId: stage.organizationId, published: true });
    for (const id of [await stage.space(), await other.space(), (await other.siteSpaces())[0]?.['space'].id]) {
      for (const path of ['', '/content', '/content/pages', '/search?query=hello']) expect((await visit.get(`/v1/spaces/${String(id)}${path}`)).status).toBe(404);
    }
    for (const path of [sitePath(elsewhere, '/published'), `${other.path}/published`]) expect((await visit.get(path)).status).toBe(404);
  });

  it('does nothing else', async () => {
    const visit = service.as(token);
    const { organizationId } = stage;
    const gets = ['/v1/user', '/v1/orgs', `/v1/orgs/${organizationId}`, `/v1/orgs/${organizationId}/members`, `/v1/orgs/${organizationId}/search?query=x`, stage.path, `${stage.path}/share-links`, `${stage.path}/publishing/auth`, `/v1/spaces/${spaceId}/comments`, `/v1/spaces/${spaceId}/change-requests`];
    for (const path of gets) expect({ path, status: (await visit.get(path)).status }).toEqual({ path, status: 403 });
    const before = await stage.version();
    const writes: [string, string, object?][] = [
      ['POST', '/v1/orgs', { title: 'Mine' }],
      ['PATCH', stage.path, { title: 'Mine' }],
      ['DELETE', stage.path],
      ['POST', `${stage.path}/unpublish`],
      ['PATCH', `/v1/spaces/${spaceId}`, { title: 'Mine' }],
      ['DELETE', `/v1/spaces/${spaceId}`],
      ['POST', `/v1/spaces/${spaceId}/comments`, { body: { markdown: 'x' } }],
      ['POST', `/v1/spaces/${spaceId}/change-requests`],
      ['POST', '/v1/urls/published', { url: `${publicUrl}${own(stage)}` }],
    ];
    for (const [method, path, body] of writes) expect({ path, status: (await visit.send(method, path, body)).status }).toEqual({ path, status: 403 });
    expect(await stage.version()).toBe(before);
  });

  it('is refused when it was altered or has ended', async () => {
    const [header = '', payload = '', signature = ''] = token.slice('dsv_'.length).split('.');
    const facts = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const altered = Buffer.from(JSON.stringify({ ...facts, facts: { ...facts.facts, claims: { isAdmin: true } } })).toString('base64url');
    for (const text of [`dsv_${header}.${altered}.${signature}`, `dsv_${header}.${payload}.`, 'dsv_', `dsv_${payload}`]) expect((await service.as(text).get(`${stage.path}/published`)).status).toBe(401);
    expect(facts.exp * 1_000).toBeLessThanOrEqual(Date.now() + 3_600_000);
  });

  it.each<[string, (of: SiteStage) => Promise<unknown>]>([
    ['the site is published no longer', (of) => of.as.post(`${of.path}/unpublish`)],
    ['the site asks for another way in', (of) => of.as.patch(of.path, { visibility: 'visitor-auth' })],
    ['the site is gone', (of) => of.as.delete(of.path)],
  ])('ends when %s', async (_, change) => {
    const of = await publishedStage();
    const { apiToken } = (await resolve(stranger, `${publicUrl}${own(of)}`)).body;
    await change(of);
    expect((await service.as(apiToken).get(`${of.path}/published`)).status).toBe(401);
  });

  it('ends with the share link, and with the key that signed the visitor in', async () => {
    const of = await publishedStage();
    const site = await service.app.get(SiteStore).get(of.organizationId, of.siteId);
    const link = await makeShareLink(service, site);
    await of.as.patch(of.path, { visibility: 'share-link' });
    const shared = (await resolve(stranger, `${publicUrl}${own(of)}/${shareKeyOf(link)}`)).body.apiToken;
    expect((await of.as.delete(`${of.path}/share-links/${String(link.id)}`)).status).toBe(205);
    expect((await service.as(shared).get(`${of.path}/published`)).status).toBe(401);
    await of.as.patch(of.path, { visibility: 'visitor-auth' });
    const signedIn = (await resolve(stranger, `${publicUrl}${own(of)}`, { visitor: { jwtToken: await visitorToken(await visitorKey(service, site)) } })).body.apiToken;
    await of.as.post(`${of.path}/publishing/auth/regenerate`);
    expect((await service.as(signedIn).get(`${of.path}/published`)).status).toBe(401);
  });

  it('of a member before an unpublished site reads what the member reads, while they are one', async () => {
    const of = await SiteStage.make(service, { spaces: ['Open', 'Closed'] });
    const [open, closed] = (await of.siteSpaces()).map(({ space }) => String(space.id));
    const member = await service.make.user({ organizationId: of.organizationId, role: 'read' });
    await service.make.db.query("UPDATE targets SET inherits = false, fixed_level = NULL, default_fixed = true, default_level = NULL WHERE id = $1", [closed]);
    const { apiToken } = (await resolve(service.as(member.token), `${publicUrl}${own(of)}`)).body;
    expect((await service.as(apiToken).get(`/v1/spaces/${String(open)}/content/pages`)).status).toBe(200);
    expect((await service.as(apiToken).get(`/v1/spaces/${String(closed)}/content/pages`)).status).toBe(404);
    await service.app.get(MembersService).setDisabled(of.organizationId, member.id, true);
    expect((await service.as(apiToken).get(`/v1/spaces/${String(open)}/content/pages`)).status).toBe(401);
  });
});
