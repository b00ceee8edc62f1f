import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Config } from '../../src/kernel/config/config.js';
import { SiteStore } from '../../src/modules/sites/site-store.js';
import type { Answer, Client, Json } from '../support/client.js';
import { makeShareLink, shareKeyOf } from '../support/site-factories.js';
import { SiteStage } from '../support/site-stage.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;
let stranger: Client;
let stage: SiteStage;
let siteSpaces: Json[];

const search = (client: Client, body: object = {}, headers: Record<string, string> = {}, query = ''): Promise<Answer> => client.post(`${stage.path}/search${query}`, { query: 'needle', ...body }, { headers });
const found = async (...parameters: Parameters<typeof search>): Promise<string[]> => (await search(...parameters)).body.items.map(({ title }: Json) => title).sort();
const idOf = (title: string): string => siteSpaces.find((siteSpace) => siteSpace.title === title)?.['id'];

beforeAll(async () => {
  service = await startTestApp();
  stranger = service.as((await service.make.user()).token);
  stage = await SiteStage.make(service, { spaces: ['Guides', 'Reference', 'Beta'] });
  siteSpaces = await stage.siteSpaces();
  for (const { space, title } of siteSpaces) await service.make.page(space.id, { title: `Page of ${String(title)}`, markdown: '# Section\n\nA needle here.\n' });
  await service.make.page(await stage.space(), { markdown: 'A needle in a space that is not in the site.\n' });
  await stage.as.patch(`${stage.path}/site-spaces/${idOf('Beta')}`, { condition: 'visitor.claims.unsigned.isBeta' });
  await stage.as.patch(stage.path, { adaptiveContent: { enabled: true } });
  await stage.as.post(`${stage.path}/publish`);
});
afterAll(() => service.close());

const all = { scope: { mode: 'all' } };
const BETA = { 'X-Visitor-Unsigned-Claims': '{"isBeta":true}' };

describe('a search of a site', () => {
  it('is grouped by space, with the pages and sections that match', async () => {
    const { status, body } = await search(stranger, { scope: { mode: 'specific', siteSpaceIds: [idOf('Guides')] } });
    expect(status).toBe(200);
    const section = expect.objectContaining({ title: 'Section', path: 'page-of-guides#section' });
    expect(body).toEqual({ count: 1, items: [{ id: siteSpaces[0]?.['space'].id, title: 'Guides', pages: [expect.objectContaining({ title: 'Page of Guides', path: 'page-of-guides', sections: [section] })] }] });
    expect((await search(stranger, { query: 'nothing like it' })).body).toEqual({ count: 0, items: [] });
  });

  it('looks where the scope says, be it in the older words', async () => {
    expect(await found(stranger)).toEqual(['Guides']);
    expect(await found(stranger, { scope: { mode: 'default', currentSiteSpace: idOf('Reference') } })).toEqual(['Guides', 'Reference']);
    expect(await found(stranger, { mode: 'current', siteSpaceId: idOf('Reference') })).toEqual(['Guides', 'Reference']);
    expect(await found(stranger, { siteSpaceIds: [idOf('Reference'), 'nowhere'] })).toEqual(['Reference']);
    expect(await found(stranger, all)).toEqual(['Guides', 'Reference']);
    expect(await found(stranger, { mode: 'all' })).toEqual(['Guides', 'Reference']);
  });

  it('finds what conditions show the visitor, and nothing else by any scope', async () => {
    expect(await found(stranger, all, BETA)).toEqual(['Beta', 'Guides', 'Reference']);
    expect(await found(stranger, { scope: { mode: 'specific', siteSpaceIds: [idOf('Beta')] } })).toEqual([]);
    const url = `${service.app.get(Config).publicUrl}/sites/${stage.organizationId}/${stage.siteId}`;
    const tokenOf = async (isBeta: boolean): Promise<string> => (await stranger.post('/v1/urls/published', { url, visitor: { unsignedClaims: { isBeta } } })).body.apiToken;
    expect(await found(service.as(await tokenOf(true)), all)).toEqual(['Beta', 'Guides', 'Reference']);
    // What the token was issued for counts, not what its holder says.
    expect(await found(service.as(await tokenOf(false)), all, BETA)).toEqual(['Guides', 'Reference']);
  });

  it('is paged, with cursors that belong to it', async () => {
    const first = (await search(stranger, all, {}, '?limit=1')).body;
    expect(first).toMatchObject({ count: 2, items: [{}] });
    const second = (await search(stranger, all, {}, `?limit=1&page=${String(first.next.page)}`)).body;
    expect([...first.items, ...second.items].map(({ title }: Json) => title).sort()).toEqual(['Guides', 'Reference']);
    expect(second).not.toHaveProperty('next');
    expect((await search(stranger, {}, {}, `?limit=1&page=${String(first.next.page)}`)).status).toBe(400);
  });

  it.each([[{ query: '' }], [{ query: 'x'.repeat(513) }], [{ scope: { mode: 'some' } }], [{ scope: { mode: 'specific', siteSpaceIds: [] } }], [{ scope: { mode: 'all' }, mode: 'all' }], [{ mode: 'current' }], [{ siteSpaceId: 'x' }]])('is refused with %j', async (body) => {
    expect((await search(stranger, body)).status).toBe(400);
  });

  it('is for whoever reads the site', async () => {
    const key = shareKeyOf(await makeShareLink(service, await service.app.get(SiteStore).get(stage.organizationId, stage.siteId)));
    await stage.as.patch(stage.path, { visibility: 'share-link' });
    expect((await search(stranger, all)).status).toBe(404);
    expect(await found(stranger, all, {}, `?shareKey=${key}`)).toEqual(['Guides', 'Reference']);
    expect((await search(service.as(), all)).status).toBe(401);
    await stage.as.post(`${stage.path}/unpublish`);
    expect((await search(stranger, all, {}, `?shareKey=${key}`)).status).toBe(404);
    // Members search what they read by their own role.
    const guides = String(siteSpaces[0]?.['space'].id);
    await service.make.db.query('UPDATE targets SET inherits = false, fixed_level = NULL, default_fixed = true, default_level = NULL WHERE id = $1', [guides]);
    expect(await found(service.as((await service.make.user({ organizationId: stage.organizationId, role: 'read' })).token), all)).toEqual(['Reference']);
  });
});
