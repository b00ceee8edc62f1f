import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/ids/id.js';
import type { Client } from '../support/client.js';
import { makeSite, sitePath } from '../support/site-factories.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

interface Stage {
  organizationId: string;
  sites: string;
  creator: Client;
  reader: Client;
}

async function makeStage(): Promise<Stage> {
  const { id: organizationId } = await service.make.organization();
  const [creator, reader] = await Promise.all([service.make.user({ organizationId, role: 'create' }), service.make.user({ organizationId, role: 'read' })]);
  return { organizationId, sites: `/v1/orgs/${organizationId}/sites`, creator: service.as(creator.token), reader: service.as(reader.token) };
}

describe('creating a site', () => {
  it('without a body makes an unpublished one with every default', async () => {
    const { organizationId, sites, creator, reader } = await makeStage();
    const made = await creator.post(sites);
    const location = `${service.url}${sites}/${String(made.body.id)}`;
    expect(made).toMatchObject({ status: 201 });
    expect(made.body).toEqual({
      object: 'site',
      id: made.body.id,
      type: 'basic',
      title: 'Untitled site',
      visibility: 'public',
      published: false,
      siteSpaces: 0,
      createdAt: expect.any(String),
      adaptiveContent: { enabled: false },
      agentsContext: 'included',
      features: [],
      urls: { location, app: `${service.url}/o/${organizationId}/sites/${String(made.body.id)}` },
    });
    expect(made.headers.get('location')).toBe(location);
    expect((await reader.get(`${sites}/${String(made.body.id)}`)).body).toEqual(made.body);
  });

  it('shows spaces in their order, the first by default', async () => {
    const { organizationId, sites, creator } = await makeStage();
    const spaces = [await service.make.space({ organizationId, title: 'Über uns' }), await service.make.space({ organizationId, title: 'Über uns' }), await service.make.space({ organizationId, title: '' })];
    const made = await creator.post(sites, { type: 'premium', title: 'Docs', visibility: 'unlisted', spaces: spaces.map(({ id }) => id) });
    expect(made).toMatchObject({ status: 201, body: { type: 'premium', title: 'Docs', visibility: 'unlisted', siteSpaces: 3 } });
    expect(await shown(made.body.id)).toEqual([
      { spaceId: spaces[0]?.id, path: 'über-uns', isDefault: true },
      { spaceId: spaces[1]?.id, path: 'über-uns-1', isDefault: false },
      { spaceId: spaces[2]?.id, path: 'page', isDefault: false },
    ]);
  });

  it.each(['sample', 'empty'])('makes a space of its own: %s', async (spaces) => {
    const { organizationId, sites, creator } = await makeStage();
    const title = 'A handbook for everybody who works with us, near and far';
    const made = await creator.post(sites, { title, spaces });
    expect(made).toMatchObject({ status: 201, body: { siteSpaces: 1 } });
    const [siteSpace] = await shown(made.body.id);
    expect(siteSpace).toMatchObject({ isDefault: true });
    const [space] = await service.make.db.query('SELECT s.title, t.organization_id, t.parent_id, t.inherits FROM spaces s JOIN targets t ON t.id = s.id WHERE s.id = $1', [siteSpace?.spaceId]);
    expect(space).toEqual({ title: spaces === 'empty' ? title.slice(0, 50) : 'Welcome to Docspine', organization_id: organizationId, parent_id: null, inherits: true });
    const pages = await creator.get(`/v1/spaces/${String(siteSpace?.spaceId)}/content/pages`);
    expect(pages.status).toBe(200);
    expect(pages.body.pages.length > 0).toBe(spaces === 'sample');
  });

  it('refuses what it can not use, naming the field, and makes nothing', async () => {
    const { organizationId, sites, creator } = await makeStage();
    const [own, foreign] = [await service.make.space({ organizationId }), await service.make.space()];
    const faults: [object, string][] = [
      [{ title: 'x' }, 'title'],
      [{ title: 'x'.repeat(129) }, 'title'],
      [{ title: null }, 'title'],
      [{ type: 'huge' }, 'type'],
      [{ visibility: 'private' }, 'visibility'],
      [{ spaces: 'big' }, 'spaces'],
      [{ spaces: { id: own.id } }, 'spaces'],
      [{ spaces: null }, 'spaces'],
      [{ spaces: [own.id, 1] }, 'spaces.1'],
      [{ spaces: [own.id, own.id] }, 'spaces.1'],
      [{ spaces: [own.id, foreign.id] }, 'spaces.1'],
      [{ spaces: [newId()] }, 'spaces.0'],
      [{ spaces: ['sample'] }, 'spaces.0'],
      [{ published: true }, 'published'],
    ];
    for (const [body, field] of faults) {
      const answer = await creator.post(sites, body);
      expect(answer).toMatchObject({ status: 400, body: { error: { code: 400, details: [{ field }] } } });
    }
    expect((await creator.get(sites)).body.count).toBe(0);
  });

  it('needs the right to create in the organization and in each space', async () => {
    const { organizationId, sites, creator, reader } = await makeStage();
    expect((await reader.post(sites)).status).toBe(403);
    const { id: parentId } = await service.make.collection({ organizationId });
    await service.make.db.query(`UPDATE targets SET inherits = false, fixed_level = 'edit', default_fixed = true, default_level = 'edit' WHERE id = $1`, [parentId]);
    const space = await service.make.space({ organizationId, parentId });
    const refused = await creator.post(sites, { spaces: [space.id] });
    expect(refused).toMatchObject({ status: 403, body: { error: { message: expect.stringContaining('"create"') } } });
    expect((await creator.get(sites)).body.count).toBe(0);
  });
});

describe('listing sites', () => {
  it('goes through them oldest first, filtered by space, title and published', async () => {
    const { organizationId, sites, reader } = await makeStage();
    const space = await service.make.space({ organizationId });
    const first = await makeSite(service, { organizationId, title: 'Développeurs', spaces: [space] });
    const second = await makeSite(service, { organizationId, title: 'Help center', published: true });
    const third = await makeSite(service, { organizationId, title: 'developer blog', spaces: [space], published: true });
    await makeSite(service, { title: 'Developers of others', published: true });
    const ids = async (query = ''): Promise<string[]> => (await reader.all(`${sites}?limit=1${query}`)).map(({ id }) => id);
    expect(await ids()).toEqual([first.id, second.id, third.id]);
    expect(await ids('&title=DEVELOP')).toEqual([first.id, third.id]);
    expect(await ids('&title=éveloppe')).toEqual([first.id]);
    expect(await ids('&title=_')).toEqual([]);
    expect(await ids('&published=true')).toEqual([second.id, third.id]);
    expect(await ids('&published=false')).toEqual([first.id]);
    expect(await ids(`&space=${space.id}`)).toEqual([first.id, third.id]);
    expect(await ids(`&space=${space.id}&published=true&title=blog`)).toEqual([third.id]);
    expect(await ids(`&space=${newId()}`)).toEqual([]);
    expect((await reader.get(`${sites}?limit=1&published=true`)).body.count).toBe(2);
  });
});

describe('a site', () => {
  it('answers 304 to whoever has it, until it changes', async () => {
    const { organizationId, creator, reader } = await makeStage();
    const site = await makeSite(service, { organizationId });
    const tag = (await reader.get(sitePath(site))).headers.get('etag') ?? '';
    const unchanged = await reader.get(sitePath(site), { headers: { 'If-None-Match': tag } });
    expect(unchanged).toMatchObject({ status: 304, body: undefined });
    await creator.patch(sitePath(site), { title: 'Another' });
    expect(await reader.get(sitePath(site), { headers: { 'If-None-Match': tag } })).toMatchObject({ status: 200, body: { title: 'Another' } });
  });

  it('is there for members of its organization alone, and under it alone', async () => {
    const { organizationId, reader } = await makeStage();
    const site = await makeSite(service, { organizationId, published: true });
    const [stranger, guest] = [await service.make.user(), await service.make.user({ organizationId, role: null })];
    for (const client of [service.as(stranger.token), service.as(guest.token)]) expect((await client.get(sitePath(site))).status).toBe(404);
    const other = await makeSite(service);
    expect((await reader.get(sitePath({ organizationId, id: other.id }))).status).toBe(404);
  });

  it('is deleted with everything in it, and leaves its spaces', async () => {
    const { organizationId, creator } = await makeStage();
    const space = await service.make.space({ organizationId });
    const site = await makeSite(service, { organizationId, spaces: [space] });
    expect(await creator.delete(sitePath(site))).toMatchObject({ status: 205, body: undefined });
    expect((await creator.delete(sitePath(site))).status).toBe(404);
    expect(await shown(site.id)).toEqual([]);
    expect((await creator.get(`/v1/spaces/${space.id}/content/pages`)).status).toBe(200);
  });
});

describe('changing a site', () => {
  it('writes what was sent', async () => {
    const { organizationId, creator } = await makeStage();
    const site = await makeSite(service, { organizationId });
    const body = { title: 'New title', visibility: 'share-link', basename: 'guides', agentsContext: 'excluded', proxy: 'example.com/docs', adaptiveContent: { enabled: true } };
    const target = `${service.url}/sites/${organizationId}/guides`;
    const expected = { ...body, proxy: { origin: 'example.com/docs', target } };
    expect(await creator.patch(sitePath(site), body)).toMatchObject({ status: 200, body: expected });
    expect((await creator.get(sitePath(site))).body).toMatchObject(expected);
    const { body: without } = await creator.patch(sitePath(site), { proxy: null });
    expect(without).not.toHaveProperty('proxy');
    expect(without).toMatchObject({ title: 'New title', basename: 'guides' });
  });

  it('leaves one that changes nothing as it was', async () => {
    const { organizationId, creator } = await makeStage();
    const site = await makeSite(service, { organizationId });
    const version = async (): Promise<unknown> => service.make.db.query('SELECT version FROM sites WHERE id = $1', [site.id]);
    const before = await version();
    for (const body of [undefined, {}, { title: site.title, visibility: 'public', proxy: null }]) expect((await creator.patch(sitePath(site), body)).status).toBe(200);
    expect(await version()).toEqual(before);
  });

  it('refuses what it can not use', async () => {
    const { organizationId, creator } = await makeStage();
    const site = await makeSite(service, { organizationId });
    const faults: [object, string][] = [
      [{ title: null }, 'title'],
      [{ basename: '' }, 'basename'],
      [{ basename: '..' }, 'basename'],
      [{ basename: 'a/b' }, 'basename'],
      [{ basename: null }, 'basename'],
      [{ proxy: 'example.com' }, 'proxy'],
      [{ proxy: 'https://example.com/docs' }, 'proxy'],
      [{ proxy: `example.com/${'x'.repeat(501)}` }, 'proxy'],
      [{ adaptiveContent: {} }, 'adaptiveContent.enabled'],
      [{ adaptiveContent: null }, 'adaptiveContent'],
      [{ agentsContext: 'some' }, 'agentsContext'],
      [{ defaultSiteSpace: newId() }, 'defaultSiteSpace'],
      [{ defaultSiteSection: newId() }, 'defaultSiteSection'],
      [{ hostname: 'docs.example.com' }, 'hostname'],
    ];
    for (const [body, field] of faults) expect(await creator.patch(sitePath(site), { visibility: 'unlisted', ...body })).toMatchObject({ status: 400, body: { error: { details: [{ field }] } } });
    expect((await creator.get(sitePath(site))).body).toMatchObject({ visibility: 'public' });
  });

  it('gives a base name to one site of an organization, also at once', async () => {
    const { organizationId, creator } = await makeStage();
    for (let round = 0; round < 10; round += 1) {
      const basename = `docs-${String(round)}`;
      const sites = await Promise.all(Array.from({ length: 4 }, () => makeSite(service, { organizationId })));
      const answers = await Promise.all(sites.map((site) => creator.patch(sitePath(site), { basename })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
      expect(answers.find(({ status }) => status === 409)?.body.error.message).toContain('basename');
    }
    const other = await makeStage();
    expect((await other.creator.patch(sitePath(await makeSite(service, { organizationId: other.organizationId })), { basename: 'docs-0' })).status).toBe(200);
  });

  it('gives no site the id of another one of its organization as a base name', async () => {
    const { organizationId, creator } = await makeStage();
    const [site, other] = [await makeSite(service, { organizationId }), await makeSite(service, { organizationId })];
    expect(await creator.patch(sitePath(site), { basename: other.id })).toMatchObject({ status: 409, body: { error: { message: expect.stringContaining('basename') } } });
    expect((await creator.get(sitePath(site))).body).not.toHaveProperty('basename');
    expect((await creator.patch(sitePath(site), { basename: site.id })).status).toBe(200);
  });

  it('chooses one default space at the root, also at once', async () => {
    const { organizationId, creator } = await makeStage();
    const spaces = await Promise.all(Array.from({ length: 4 }, () => service.make.space({ organizationId })));
    const site = await makeSite(service, { organizationId, spaces });
    const ids = (await service.make.db.query<{ id: string }>('SELECT id FROM site_spaces WHERE site_id = $1 ORDER BY position', [site.id])).map(({ id }) => id);
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all(ids.map((id) => creator.patch(sitePath(site), { defaultSiteSpace: id })));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect((await shown(site.id)).filter(({ isDefault }) => isDefault)).toHaveLength(1);
    }
    await creator.patch(sitePath(site), { defaultSiteSpace: ids[2] });
    expect((await shown(site.id)).map(({ isDefault }) => isDefault)).toEqual([false, false, true, false]);
  });
});

describe('publishing', () => {
  it('shows where readers find the site, until it ends', async () => {
    const { organizationId, creator, reader } = await makeStage();
    const site = await makeSite(service, { organizationId });
    const published = `${service.url}/sites/${organizationId}/${site.id}`;
    for (let time = 0; time < 2; time += 1) expect(await creator.post(sitePath(site, '/publish'))).toMatchObject({ status: 200, body: { published: true, urls: { published } } });
    expect((await reader.get(sitePath(site))).body.urls.published).toBe(published);
    await creator.patch(sitePath(site), { basename: 'über' });
    expect((await reader.get(sitePath(site))).body.urls.published).toBe(`${service.url}/sites/${organizationId}/%C3%BCber`);
    await creator.patch(sitePath(site), { proxy: 'example.com/docs' });
    expect((await reader.get(sitePath(site))).body.urls.published).toBe('https://example.com/docs');
    for (let time = 0; time < 2; time += 1) {
      const { status, body } = await creator.post(sitePath(site, '/unpublish'));
      expect({ status, published: body.published, urls: Object.keys(body.urls) }).toEqual({ status: 200, published: false, urls: ['location', 'app'] });
    }
    expect((await reader.post(sitePath(site, '/publish'))).status).toBe(403);
  });
});

/** What the site shows, in order. */
function shown(siteId: string): Promise<{ spaceId: string; path: string; isDefault: boolean }[]> {
  return service.make.db.query('SELECT space_id AS "spaceId", path, is_default AS "isDefault" FROM site_spaces WHERE site_id = $1 ORDER BY position, id', [siteId]);
}
