import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { Config } from '../../src/kernel/config/config.js';
import { ComposedRedirects1790000033000 } from '../../src/kernel/database/migrations/1790000033000-composed-redirects.js';
import { newId } from '../../src/kernel/ids/id.js';
import { SiteStore } from '../../src/modules/sites/site-store.js';
import type { Answer, Client, Json } from '../support/client.js';
import { makeShareLink, shareKeyOf } from '../support/site-factories.js';
import { SiteStage } from '../support/site-stage.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;
let stage: SiteStage;
let stranger: Client;
let guides: Json;
let reference: Json;

beforeAll(async () => {
  service = await startTestApp();
  stranger = service.as((await service.make.user()).token);
  stage = await SiteStage.make(service, { spaces: ['Guides', 'Reference'] });
  await stage.as.post(`${stage.path}/publish`);
  [guides, reference] = await stage.siteSpaces();
});
afterAll(() => service.close());

const redirects = (id = ''): string => `${stage.path}/redirects${id === '' ? '' : `/${id}`}`;
const toSpace = (siteSpace: Json): Json => ({ kind: 'site-space', siteSpaceId: siteSpace.id });
const create = (source: string, destination: Json = toSpace(reference)): Promise<Answer> => stage.as.post(redirects(), { source, destination });
const address = (path = ''): string => `${service.app.get(Config).publicUrl}/sites/${stage.organizationId}/${stage.siteId}${path}`;
const resolve = async (path: string): Promise<Json> => (await stranger.post('/v1/urls/published', { url: address(path) })).body;
const bySource = (client: Client, source: string): Promise<Answer> => client.get(`${stage.path}/redirect?source=${encodeURIComponent(source)}`);

describe('a redirect', () => {
  it('is made, changed, listed and deleted', async () => {
    const made = await create('/made');
    expect(made).toMatchObject({ status: 201, body: { object: 'site-redirect', source: '/made', destination: toSpace(reference) } });
    const { id } = made.body;
    expect(made.headers.get('location')).toMatch(new RegExp(`/redirects/${String(id)}$`));
    expect((await stage.as.patch(redirects(id), { source: '/changed' })).body).toEqual({ ...made.body, source: '/changed' });
    expect((await stage.as.patch(redirects(id), { destination: toSpace(guides) })).body).toEqual({ ...made.body, source: '/changed', destination: toSpace(guides) });
    expect((await stage.as.patch(redirects(id), {})).body).toEqual({ ...made.body, source: '/changed', destination: toSpace(guides) });
    expect(await stage.as.all(redirects())).toContainEqual({ ...made.body, source: '/changed', destination: toSpace(guides) });
    expect((await stage.as.delete(redirects(id))).status).toBe(205);
    expect((await stage.as.delete(redirects(id))).status).toBe(404);
    expect((await stage.as.patch(redirects(id), {})).status).toBe(404);
  });

  it('has a source of its own in the site, in whatever way it is escaped, also when two come at once', async () => {
    expect((await create('/one/way')).status).toBe(201);
    const { id } = (await create('/other/way')).body;
    for (const source of ['/one/way', '/one/%77ay']) expect((await create(source)).status).toBe(409);
    expect((await stage.as.patch(redirects(id), { source: '/%6fne/way' })).status).toBe(409);
    expect((await create('/caf%C3%A9')).status).toBe(201);
    expect((await create('/cafe%CC%81')).status).toBe(409);
    expect((await resolve('/cafe%CC%81')).redirect).toBe(address('/reference'));
    const both = await Promise.all([create('/at/once'), create('/at/once')]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('may have a source that is longer with its letters composed', async () => {
    const source = `/${'%E0%A5%98'.repeat(56)}`;
    expect((await create(source)).status).toBe(201);
    expect((await bySource(stage.as, source)).status).toBe(200);
  });

  it('from before letters were composed is found, unless another one has its path', async () => {
    const [lost, double, composed] = [await create('/e%CC%81t%C3%A9'), await create('/before'), await create('/n%C3%A9')].map(({ body }) => String(body.id));
    const runner = service.app.get(DataSource).createQueryRunner();
    try {
      await runner.query(`UPDATE site_redirects SET path = '/e%CC%81t%C3%A9' WHERE id = $1`, [lost]);
      await runner.query(`UPDATE site_redirects SET path = '/ne%CC%81' WHERE id = $1`, [double]);
      expect((await bySource(stage.as, '/%C3%A9t%C3%A9')).status).toBe(404);
      await new ComposedRedirects1790000033000().up(runner);
    } finally {
      await runner.release();
    }
    expect((await bySource(stage.as, '/%C3%A9te%CC%81')).body.redirect.id).toBe(lost);
    expect((await bySource(stage.as, '/ne%CC%81')).body.redirect.id).toBe(composed);
    expect((await stage.as.all(redirects())).map(({ id }) => String(id))).toContain(double);
  });

  it.each([
    [{ source: 'old' }, 'source'],
    [{ source: '/' }, 'source'],
    [{ source: '/old/' }, 'source'],
    [{ source: '/a b' }, 'source'],
    [{ source: '/old?x=1' }, 'source'],
    [{ source: '/%ff' }, 'source'],
    [{ source: '/%00' }, 'source'],
    [{ source: '/a/../b' }, 'source'],
    [{ source: '/a/%2E./b' }, 'source'],
    [{ source: '/a/.' }, 'source'],
    [{ source: `/${'x'.repeat(512)}` }, 'source'],
    [{ destination: { kind: 'url', url: 'https://example.com/' } }, 'destination.kind'],
    [{ destination: { kind: 'site-space' } }, 'destination.siteSpaceId'],
    [{ destination: { kind: 'site-space', siteSpaceId: newId() } }, 'destination.siteSpaceId'],
    [{ destination: { kind: 'site-section', siteSectionId: newId() } }, 'destination.siteSectionId'],
    [{ destination: { kind: 'site-space', siteSpaceId: 'x', pageId: 'x' } }, 'destination.pageId'],
  ])('is refused with %j', async (fault, field) => {
    const { status, body } = await stage.as.post(redirects(), { source: '/refused', destination: toSpace(guides), ...fault });
    expect({ status, fields: (body.error.details ?? []).map((detail: Json) => detail.field) }).toEqual({ status: 400, fields: [field] });
  });

  it('leads to no part of another site, and to no page of another space', async () => {
    const other = await SiteStage.make(service, { spaces: ['Other'] });
    const [foreign] = await other.siteSpaces();
    expect((await create('/foreign', toSpace(foreign))).status).toBe(400);
    const pageId = await service.make.page(String(guides.space.id), { title: 'Elsewhere' });
    expect((await create('/foreign', { kind: 'site-page', siteSpaceId: reference.id, pageId })).status).toBe(400);
  });

  it('goes with the site space that it leads to', async () => {
    const siteSpace = await stage.siteSpace('Passing');
    const { id } = (await create('/passing', toSpace(siteSpace))).body;
    await stage.as.delete(`${stage.path}/site-spaces/${String(siteSpace.id)}`);
    expect((await stage.as.delete(redirects(id))).status).toBe(404);
  });
});

describe('the list of redirects', () => {
  it('is in the order in which they were made, page by page, and searched literally', async () => {
    const own = await SiteStage.make(service, { spaces: ['Guides'] });
    const [siteSpace] = await own.siteSpaces();
    const sources = ['/Old/start', '/old/end', '/new_start', '/newxstart'];
    for (const source of sources) await own.as.post(`${own.path}/redirects`, { source, destination: toSpace(siteSpace) });
    const listed = async (query = ''): Promise<string[]> => (await own.as.all(`${own.path}/redirects${query}`)).map(({ source }) => source);
    expect(await listed()).toEqual(sources);
    expect(await listed('?limit=1')).toEqual(sources);
    expect(await listed('?search=old&limit=1')).toEqual(['/Old/start', '/old/end']);
    expect(await listed('?search=_start')).toEqual(['/new_start']);
    expect((await own.as.get(`${own.path}/redirects?limit=1`)).body.count).toBe(4);
    const cursor = (await own.as.get(`${own.path}/redirects?limit=1`)).body.next.page;
    expect((await own.as.get(`${own.path}/redirects?search=old&page=${String(cursor)}`)).status).toBe(400);
  });
});

describe('what redirects lead to', () => {
  it('is the address of the site space or of the page, wherever that has gone to', async () => {
    const pageId = await service.make.page(String(reference.space.id), { title: 'Target' });
    await create('/to/page', { kind: 'site-page', siteSpaceId: reference.id, pageId });
    await create('/to/space');
    expect(await resolve('/to/space')).toEqual({ target: 'content', redirect: address('/reference') });
    expect(await resolve('/to/page')).toEqual({ target: 'content', redirect: address('/reference/target') });
    expect(await resolve('/to/%70age/')).toEqual({ target: 'content', redirect: address('/reference/target') });
    expect((await bySource(stranger, '/to/page')).body).toMatchObject({ redirect: { source: '/to/page' }, target: address('/reference/target') });
    await stage.as.patch(`${stage.path}/site-spaces/${String(reference.id)}`, { path: 'interface' });
    expect(await resolve('/to/page')).toEqual({ target: 'content', redirect: address('/interface/target') });
    await stage.as.patch(`${stage.path}/site-spaces/${String(reference.id)}`, { path: 'reference' });
  });

  it('is a section in a site with sections', async () => {
    const own = await SiteStage.make(service, { spaces: ['Guides'] });
    await own.as.post(`${own.path}/publish`);
    const section = await own.section('Interface');
    await own.as.post(`${own.path}/redirects`, { source: '/api', destination: { kind: 'site-section', siteSectionId: section.id } });
    const { body } = await stranger.post('/v1/urls/published', { url: `${service.app.get(Config).publicUrl}/sites/${own.organizationId}/${own.siteId}/api` });
    expect(body).toEqual({ target: 'content', redirect: section.urls.published });
  });

  it('counts only where no page is', async () => {
    await create('/reference/start', toSpace(guides));
    expect(await resolve('/reference/start')).toEqual({ target: 'content', redirect: address('/guides') });
    await service.make.page(String(reference.space.id), { title: 'Start' });
    expect(await resolve('/reference/start')).toMatchObject({ siteSpace: reference.id, pathname: '/start' });
    await create('/reference', toSpace(guides));
    expect(await resolve('/reference')).toMatchObject({ siteSpace: reference.id, pathname: '/' });
  });

  it('keeps the share key of the reader', async () => {
    const own = await SiteStage.make(service, { spaces: ['Guides'] });
    await own.as.post(`${own.path}/publish`);
    await own.as.patch(own.path, { visibility: 'share-link' });
    const [siteSpace] = await own.siteSpaces();
    const key = shareKeyOf(await makeShareLink(service, await service.app.get(SiteStore).get(own.organizationId, own.siteId)));
    await own.as.post(`${own.path}/redirects`, { source: '/old', destination: toSpace(siteSpace) });
    const base = `${service.app.get(Config).publicUrl}/sites/${own.organizationId}/${own.siteId}/${key}`;
    expect((await stranger.post('/v1/urls/published', { url: `${base}/old` })).body).toEqual({ target: 'content', redirect: `${base}/guides` });
    expect((await stranger.get(`${own.path}/redirect?source=/old&shareKey=${key}`)).body.target).toBe(`${base}/guides`);
    expect((await stranger.get(`${own.path}/redirect?source=/old`)).status).toBe(404);
  });

  it('is told to the token of a visit, but not where a condition hides it', async () => {
    const { body } = await stranger.post('/v1/urls/published', { url: address() });
    await create('/told');
    expect((await bySource(service.as(body.apiToken), '/told')).status).toBe(200);
    expect((await bySource(stranger, '/untold')).status).toBe(404);
    await stage.as.patch(`${stage.path}/site-spaces/${String(reference.id)}`, { condition: 'visitor.claims.isBeta' });
    expect((await bySource(service.as(body.apiToken), '/told')).status).toBe(404);
    expect(await resolve('/told')).toMatchObject({ pathname: '/told' });
    await stage.as.patch(`${stage.path}/site-spaces/${String(reference.id)}`, { condition: null });
  });
});
