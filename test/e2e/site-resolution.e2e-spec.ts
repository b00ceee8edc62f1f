import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { Config } from '../../src/kernel/config/config.js';
import { ProxiesInSmallLetters1790000032001 } from '../../src/kernel/database/migrations/1790000032001-proxies-in-small-letters.js';
import { SiteStore } from '../../src/modules/sites/site-store.js';
import type { SiteVisibility } from '../../src/modules/sites/site.entity.js';
import type { Client, Json } from '../support/client.js';
import { makeShareLink, makeSite, resolveAddress, shareKeyOf, sitePath } from '../support/site-factories.js';
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

describe('an address of a site', () => {
  it('resolves to the site space that it names, or to the default one, and to the path of a page', async () => {
    const stage = await SiteStage.makePublished(service);
    const [guides, reference] = await stage.siteSpaces();
    const base = stage.address;
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
    for (const [path, answer] of answers) expect(await resolveAddress(stranger, `${publicUrl}${base}${path}`)).toMatchObject({ status: 200, body: answer });
    const read = await stranger.get(`/v1/urls/published?url=${encodeURIComponent(`${publicUrl}${base}/reference`)}`);
    expect(read).toMatchObject({ status: 200, body: expected(reference, `${base}/reference/`, '/', true) });
  });

  it('names sections before their site spaces', async () => {
    const stage = await SiteStage.makePublished(service);
    const section = await stage.section('Interface');
    const siteSpace = await stage.siteSpace('Second', section.id);
    const { body } = await resolveAddress(stranger, `${String(siteSpace.urls.published)}/start`);
    expect(body).toMatchObject({ siteSection: section.id, siteSpace: siteSpace.id, basePath: `${stage.address}/interface/second/`, pathname: '/start', complete: true });
    expect((await resolveAddress(stranger, section.urls.published)).body).toMatchObject({ siteSection: section.id, complete: false });
  });

  it('is the same with its letters composed or not', async () => {
    const stage = await SiteStage.makePublished(service);
    await stage.as.patch(stage.path, { basename: `caf\u00e9-${stage.siteId}` });
    const section = await stage.section('\u00dcber uns');
    const address = decodeURI(String((await stage.as.get(`${stage.path}/sections`)).body.items.find(({ id }: Json) => id === section.id).urls.published));
    for (const form of ['NFC', 'NFD'] as const) {
      expect(await resolveAddress(stranger, encodeURI(address.normalize(form)))).toMatchObject({ status: 200, body: { siteSection: section.id } });
    }
  });

  it('is one of its names, its own host or its proxy', async () => {
    const stage = await SiteStage.makePublished(service);
    await stage.as.patch(stage.path, { basename: 'handbook', proxy: 'www.example.com/docs/all' });
    await service.app.get(SiteStore).update(await service.app.get(SiteStore).get(stage.organizationId, stage.siteId), { hostname: 'docs.acme-of-tests.com' });
    const site = { site: stage.siteId };
    expect((await resolveAddress(stranger, `${publicUrl}/sites/${stage.organizationId}/handbook/reference`)).body).toMatchObject(site);
    expect((await resolveAddress(stranger, 'https://docs.acme-of-tests.com/reference/start')).body).toMatchObject({ ...site, siteBasePath: '/', basePath: '/reference/', pathname: '/start' });
    expect((await resolveAddress(stranger, 'https://www.example.com/docs/all/reference')).body).toMatchObject({
      ...site,
      siteBasePath: '/docs/all/',
      basePath: '/docs/all/reference/',
      canonicalUrl: 'https://www.example.com/docs/all/reference',
    });
    expect((await resolveAddress(stranger, 'https://www.example.com/docs')).status).toBe(404);
  });

  it('is at a host of one organization alone, which no longer or equal proxy of another takes', async () => {
    const [victim, other] = [await SiteStage.makePublished(service), await SiteStage.makePublished(service)];
    expect((await victim.as.patch(victim.path, { proxy: 'shop.of-victims.com/docs' })).status).toBe(200);
    await service.app.get(SiteStore).update(await service.app.get(SiteStore).get(victim.organizationId, victim.siteId), { hostname: 'docs.of-victims.com' });
    for (const proxy of ['shop.of-victims.com/docs', 'shop.of-victims.com/docs/reference', 'SHOP.of-victims.com/x', 'docs.of-victims.com/x']) {
      expect(await other.as.patch(other.path, { proxy, title: 'Taken over' })).toMatchObject({ status: 409, body: { error: { message: expect.stringContaining('.of-victims.com') } } });
    }
    expect((await other.as.get(other.path)).body).not.toMatchObject({ title: 'Taken over' });
    expect((await resolveAddress(stranger, 'https://shop.of-victims.com/docs/reference/start')).body).toMatchObject({ site: victim.siteId, pathname: '/start' });
    const second = await makeSite(service, { organizationId: victim.organizationId });
    for (const proxy of ['shop.of-victims.com/docs/second', 'docs.of-victims.com/second']) expect((await victim.as.patch(sitePath(second), { proxy })).status).toBe(200);
    const mine = { hostname: 'shop.of-victims.com' };
    await expect(service.app.get(SiteStore).update(await service.app.get(SiteStore).get(other.organizationId, other.siteId), mine)).rejects.toThrow('Another organization has a site at shop.of-victims.com');
    for (const proxy of ['shop.of-victims.com.example.com/docs', 'xshop.of-victims.com/docs']) expect((await other.as.patch(other.path, { proxy })).status).toBe(200);
  });

  it('is of one site: the one whose proxy says most of it, before the one with that host', async () => {
    const stage = await SiteStage.makePublished(service);
    const store = service.app.get(SiteStore);
    await store.update(await store.get(stage.organizationId, stage.siteId), { hostname: 'docs.of-two-sites.com' });
    const { body: second } = await stage.as.post(`/v1/orgs/${stage.organizationId}/sites`, { spaces: [await stage.space()] });
    const path = `/v1/orgs/${stage.organizationId}/sites/${String(second.id)}`;
    await stage.as.post(`${path}/publish`);
    const { body } = await stage.as.patch(path, { proxy: 'docs.of-two-sites.com/second' });
    expect(body.urls.published).toBe('https://docs.of-two-sites.com/second');
    expect((await resolveAddress(stranger, 'https://docs.of-two-sites.com/second/start')).body).toMatchObject({ site: second.id, siteBasePath: '/second/', pathname: '/start' });
    expect((await resolveAddress(stranger, 'https://docs.of-two-sites.com/reference/start')).body).toMatchObject({ site: stage.siteId, pathname: '/start' });
    await stage.as.post(`${path}/unpublish`);
    expect((await resolveAddress(stranger, 'https://docs.of-two-sites.com/second/start')).body).toMatchObject({ site: stage.siteId, pathname: '/second/start' });
  });

  it('by a proxy is of one site of the organization', async () => {
    const stage = await SiteStage.makePublished(service);
    const second = sitePath(await makeSite(service, { organizationId: stage.organizationId }));
    for (const proxy of ['www.of-one-site.com/docs', 'www.of-one-site.com/docs']) expect((await stage.as.patch(stage.path, { proxy, title: 'Its own' })).status).toBe(200);
    const { status, body } = await stage.as.patch(second, { proxy: 'WWW.of-one-site.com/docs', title: 'Taken over' });
    expect([status, body.error.message]).toEqual([409, 'Another site of this organization has this proxy.']);
    expect((await stage.as.get(second)).body).not.toHaveProperty('proxy');
    const answers = await Promise.all([stage.path, second].map((path) => stage.as.patch(path, { proxy: 'www.of-one-site.com/new' })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    for (const [path, proxy] of [[stage.path, null], [second, 'www.of-one-site.com/new']] as const) expect((await stage.as.patch(path, { proxy })).status).toBe(200);
  });

  it('is at a host of one of the organizations that want it at once', async () => {
    const stages = await Promise.all(Array.from({ length: 6 }, () => SiteStage.make(service)));
    const answers = await Promise.all(stages.map(({ as, path }, index) => as.patch(path, { proxy: `www.wanted-by-all.com/docs/${String(index)}` })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  });

  it('under the address of the service is of the site that it names, whatever proxy another one has', async () => {
    const [victim, other] = [await SiteStage.makePublished(service), await SiteStage.makePublished(service)];
    const { host } = new URL(publicUrl);
    await service.make.db.query('UPDATE sites SET proxy = $2 WHERE id = $1', [other.siteId, `${host}${victim.address}`]);
    expect((await resolveAddress(stranger, `${publicUrl}${victim.address}/reference`)).body).toMatchObject({ site: victim.siteId });
  });

  it('that everybody may read is there for a member whom single sign-on keeps from the rest', async () => {
    const stage = await SiteStage.makePublished(service);
    const member = await service.make.user({ organizationId: stage.organizationId, role: 'create' });
    const admin = service.as((await service.make.user({ organizationId: stage.organizationId, role: 'admin' })).token);
    await admin.patch(`/v1/orgs/${stage.organizationId}`, { sso: true });
    const kept = service.as(member.token);
    const { status, body } = await resolveAddress(kept, `${publicUrl}${stage.address}/reference`);
    expect([status, body.site]).toEqual([200, stage.siteId]);
    expect((await service.as(body.apiToken).get(`/v1/spaces/${String(body.space)}`)).status).toBe(200);
    const profile = await kept.get(`${stage.path}/published`);
    expect([profile.status, profile.body]).toEqual([200, (await stranger.get(`${stage.path}/published`)).body]);
    for (const path of [stage.path, `/v1/spaces/${String(body.space)}`, `${stage.path}/publishing/preview`]) expect((await kept.get(path)).status).toBe(403);
    await admin.patch(stage.path, { visibility: 'share-link' });
    expect([(await resolveAddress(kept, `${publicUrl}${stage.address}`)).status, (await kept.get(`${stage.path}/published`)).status]).toEqual([403, 403]);
    expect((await resolveAddress(stranger, `${publicUrl}${stage.address}`)).status).toBe(404);
  });

  it('has a host without case, as the proxy has', async () => {
    const stage = await SiteStage.makePublished(service);
    const { body } = await stage.as.patch(stage.path, { proxy: 'W.Example-Of-Case.com/Docs' });
    expect([body.proxy.origin, body.urls.published]).toEqual(['w.example-of-case.com/Docs', 'https://w.example-of-case.com/Docs']);
    for (const url of [body.urls.published, 'https://W.Example-Of-Case.com/Docs/', 'HTTPS://W.EXAMPLE-OF-CASE.COM/Docs/reference']) expect((await resolveAddress(stranger, url)).body).toMatchObject({ site: stage.siteId });
    expect((await resolveAddress(stranger, 'https://w.example-of-case.com/docs')).status).toBe(404);
  });

  it('with a proxy from before is found since a migration', async () => {
    const stage = await SiteStage.makePublished(service);
    await service.make.db.query(`UPDATE sites SET proxy = 'Old.Example-Of-Case.com/Docs/All' WHERE id = $1`, [stage.siteId]);
    const dataSource = await new DataSource({ type: 'postgres', url: service.databaseUrl }).initialize();
    await new ProxiesInSmallLetters1790000032001().up(dataSource.createQueryRunner()).finally(() => dataSource.destroy());
    expect((await resolveAddress(stranger, 'https://Old.Example-Of-Case.com/Docs/All')).body).toMatchObject({ site: stage.siteId });
    expect((await stage.as.get(stage.path)).body.proxy.origin).toBe('old.example-of-case.com/Docs/All');
  });

  it('of the organization alone leads to its default site, and one of the application there', async () => {
    const stage = await SiteStage.makePublished(service);
    const admin = service.as((await service.make.user({ organizationId: stage.organizationId, role: 'admin' })).token);
    expect((await resolveAddress(stranger, `${publicUrl}/sites/${stage.organizationId}`)).status).toBe(404);
    await admin.patch(`/v1/orgs/${stage.organizationId}`, { defaultContent: { type: 'site', site: stage.siteId } });
    expect((await resolveAddress(stranger, `${publicUrl}/sites/${stage.organizationId}`)).body).toEqual({ target: 'content', redirect: `${publicUrl}${stage.address}` });
    const app = `${service.app.get(Config).appUrl}/o/${stage.organizationId}`;
    expect((await resolveAddress(stranger, app)).body).toEqual({ target: 'application', redirect: app });
  });

  it.each(['https://nowhere.example.com/', 'http://127.0.0.1:1/sites/x/y', 'https://nowhere.example.com/%ff', 'https://nowhere.example.com/%00'])('%s is none', async (url) => {
    expect((await resolveAddress(stranger, url)).status).toBe(404);
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
    expect((await resolveAddress(service.as(), url)).status).toBe(401);
    expect((await resolveAddress(member, url)).status).toBe(200);
    expect((await resolveAddress(stranger, url)).status).toBe(answer(expected.stranger));
    expect((await resolveAddress(stranger, `${url}/${key}`)).status).toBe(answer(expected.withKey));
    expect((await resolveAddress(stranger, url, { visitor: { jwtToken } })).status).toBe(answer(expected.withToken));
    expect((await stranger.get(`/v1/urls/published?url=${url}&visitorAuthToken=${jwtToken}`)).status).toBe(answer(expected.withToken));
  });

  it('a share key is part of the address where the site asks for one, and leads on where it does not', async () => {
    const stage = await SiteStage.makePublished(service);
    const site = await service.app.get(SiteStore).get(stage.organizationId, stage.siteId);
    const key = shareKeyOf(await makeShareLink(service, site));
    const url = `${publicUrl}${stage.address}/${key}/reference`;
    expect((await resolveAddress(stranger, url)).body).toEqual({ target: 'content', redirect: `${publicUrl}${stage.address}/reference` });
    await stage.as.patch(stage.path, { visibility: 'share-link' });
    expect((await resolveAddress(stranger, url)).body).toMatchObject({ shareKey: key, siteBasePath: `${stage.address}/${key}/`, basePath: `${stage.address}/${key}/reference/`, canonicalUrl: url });
  });

  it('visitors who are not signed in are led to where they sign in', async () => {
    const stage = await SiteStage.makePublished(service);
    await stage.as.patch(stage.path, { visibility: 'visitor-auth' });
    const url = `${publicUrl}${stage.address}`;
    const fallback = { target: 'external', redirect: 'https://sign-in.example.com/' };
    expect((await resolveAddress(stranger, url)).status).toBe(404);
    const auth = `${stage.path}/publishing/auth`;
    expect((await stage.as.patch(auth, { fallbackURL: fallback.redirect })).body).toMatchObject({ backend: 'custom', fallbackURL: fallback.redirect });
    expect((await stage.as.get(auth)).body).toMatchObject({ fallbackURL: fallback.redirect });
    expect((await resolveAddress(stranger, url)).body).toEqual(fallback);
    expect((await resolveAddress(stranger, url, { visitor: { jwtToken: 'none' } })).status).toBe(404);
    expect((await resolveAddress(stranger, url, { visitor: { jwtToken: 'none' }, redirectOnError: true })).body).toEqual(fallback);
    await stage.as.patch(auth, { fallbackURL: null });
    expect((await stage.as.get(auth)).body).not.toHaveProperty('fallbackURL');
    expect((await resolveAddress(stranger, url)).status).toBe(404);
  });

  it('see what the conditions show them', async () => {
    const stage = await SiteStage.makePublished(service);
    const [, reference] = await stage.siteSpaces();
    await stage.as.patch(`${stage.path}/site-spaces/${String(reference?.['id'])}`, { condition: 'visitor.claims.unsigned.isBeta' });
    await stage.as.patch(stage.path, { adaptiveContent: { enabled: true } });
    const url = `${publicUrl}${stage.address}/reference`;
    expect((await resolveAddress(stranger, url)).body.siteSpace).not.toBe(reference?.['id']);
    const { body } = await resolveAddress(stranger, url, { visitor: { unsignedClaims: { isBeta: true, other: 'x'.repeat(5_000) } } });
    expect(body.siteSpace).toBe(reference?.['id']);
    const space = `/v1/spaces/${String(reference?.['space'].id)}/content/pages`;
    expect((await service.as(body.apiToken).get(space)).status).toBe(200);
    expect((await service.as((await resolveAddress(stranger, url)).body.apiToken).get(space)).status).toBe(404);
    expect((await resolveAddress(stranger, url, { visitor: { unsignedClaims: { isBeta: 'x'.repeat(3_000) } } })).status).toBe(400);
  });

  it('who is signed in gets another context with other claims', async () => {
    const stage = await SiteStage.makePublished(service);
    const [, reference] = await stage.siteSpaces();
    await stage.as.patch(`${stage.path}/site-spaces/${String(reference?.['id'])}`, { condition: 'visitor.claims.isBeta' });
    await stage.as.patch(stage.path, { adaptiveContent: { enabled: true } });
    const key = await visitorKey(service, { id: stage.siteId });
    const contextOf = async (claims: Record<string, unknown>): Promise<string> => (await resolveAddress(stranger, `${publicUrl}${stage.address}`, { visitor: { jwtToken: await visitorToken(key, claims) } })).body.contextId;
    expect(await contextOf({ isBeta: true })).not.toBe(await contextOf({ isBeta: false }));
    expect(await contextOf({ isBeta: true, other: 1 })).toBe(await contextOf({ isBeta: true }));
    expect((await resolveAddress(stranger, `${publicUrl}${stage.address}`)).body).not.toHaveProperty('contextId');
  });
});
