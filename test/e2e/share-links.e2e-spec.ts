import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isMistyped } from '../../src/kernel/auth/generated-token.js';
import { newId } from '../../src/kernel/ids/id.js';
import type { ReadSite } from '../../src/modules/sites/read-site.js';
import type { Client, Json } from '../support/client.js';
import { killProcesses, SLOW, startService } from '../support/processes.js';
import { makeShareLink, makeSite, shareKeyOf, sitePath } from '../support/site-factories.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(async () => {
  killProcesses();
  await service.close();
});

interface Stage {
  site: ReadSite;
  links: string;
  creator: Client;
  reader: Client;
}

async function makeStage(): Promise<Stage> {
  const site = await makeSite(service, { visibility: 'share-link', published: true });
  const { organizationId } = site;
  const [creator, reader] = await Promise.all([service.make.user({ organizationId, role: 'create' }), service.make.user({ organizationId, role: 'read' })]);
  return { site, links: sitePath(site, '/share-links'), creator: service.as(creator.token), reader: service.as(reader.token) };
}

describe('share links', () => {
  it('are made active, each with a key of its own, and tell their address', async () => {
    const { site, links, creator, reader } = await makeStage();
    const made = await creator.post(links, { name: 'For customers' });
    expect(made.status).toBe(201);
    const key = shareKeyOf(made.body);
    expect(made.body).toEqual({
      object: 'share-link',
      id: made.body.id,
      name: 'For customers',
      active: true,
      createdAt: expect.any(String),
      urls: { published: `${service.url}/sites/${site.organizationId}/${site.id}/${key}` },
    });
    expect(made.headers.get('location')).toBe(`${service.url}${links}/${String(made.body.id)}`);
    expect(key).toMatch(/^dsk_[0-9A-Za-z]{36}$/);
    expect(isMistyped(key)).toBe(false);
    expect((await reader.get(links)).body).toEqual({ count: 1, items: [made.body] });
  });

  it('never share a key', async () => {
    const { links, creator } = await makeStage();
    const made = await Promise.all(Array.from({ length: 40 }, () => creator.post(links, { name: 'Same' })));
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 201));
    expect(new Set(made.map(({ body }) => shareKeyOf(body))).size).toBe(40);
    const listed = await creator.all(`${links}?limit=7`);
    expect(listed.map(({ id }: Json) => id).sort()).toEqual(made.map(({ body }) => body.id).sort());
  });

  it('show their address also while the site is not published', async () => {
    const site = await makeSite(service, { visibility: 'public' });
    const creator = service.as((await service.make.user({ organizationId: site.organizationId, role: 'create' })).token);
    const made = await creator.post(sitePath(site, '/share-links'), { name: '' });
    expect(made).toMatchObject({ status: 201, body: { name: '', urls: { published: expect.stringContaining(site.id) } } });
  });

  it('are renamed, revoked and put in force again; what is equal stays', async () => {
    const { site, links, creator } = await makeStage();
    const { body: link } = await creator.post(links, { name: 'Old' });
    const one = `${links}/${String(link.id)}`;
    expect((await creator.patch(one, { name: 'New' })).body).toEqual({ ...link, name: 'New' });
    expect((await creator.patch(one, { active: false })).body).toEqual({ ...link, name: 'New', active: false });
    const version = (): Promise<unknown> => service.make.db.query('SELECT version FROM sites WHERE id = $1', [site.id]);
    const before = await version();
    for (const body of [undefined, {}, { active: false, name: 'New' }]) expect((await creator.patch(one, body)).status).toBe(200);
    expect(await version()).toEqual(before);
    expect((await creator.patch(one, { active: true })).body).toEqual({ ...link, name: 'New' });
  });

  it('are deleted', async () => {
    const { links, creator } = await makeStage();
    const { body: link } = await creator.post(links, { name: 'Old' });
    expect(await creator.delete(`${links}/${String(link.id)}`)).toMatchObject({ status: 205, body: undefined });
    expect((await creator.delete(`${links}/${String(link.id)}`)).status).toBe(404);
    expect((await creator.get(links)).body).toEqual({ count: 0, items: [] });
  });

  it('refuse what can not be used', async () => {
    const { links, creator } = await makeStage();
    for (const body of [undefined, {}, { name: null }, { name: 1 }, { name: 'x'.repeat(51) }, { name: 'a\0' }, { name: 'x', active: false }, { name: 'x', key: 'mine' }]) {
      expect((await creator.post(links, body)).status).toBe(400);
    }
    expect((await creator.post(links, { name: '😀'.repeat(50) })).status).toBe(201);
    const { body: link } = await creator.post(links, { name: 'x' });
    for (const body of [{ active: null }, { active: 'true' }, { name: null }, { key: 'mine' }]) expect((await creator.patch(`${links}/${String(link.id)}`, body)).status).toBe(400);
  });

  it('belong to their site, and are changed by whoever may change it', async () => {
    const { site, links, creator, reader } = await makeStage();
    const { body: link } = await creator.post(links, { name: 'x' });
    expect((await reader.post(links, { name: 'x' })).status).toBe(403);
    expect((await reader.patch(`${links}/${String(link.id)}`, { active: false })).status).toBe(403);
    expect((await reader.delete(`${links}/${String(link.id)}`)).status).toBe(403);
    const sibling = await makeSite(service, { organizationId: site.organizationId });
    for (const path of [`${sitePath(sibling)}/share-links/${String(link.id)}`, `${links}/${newId()}`, `${links}/no.id`]) {
      expect((await creator.patch(path, { name: 'y' })).status).toBe(404);
      expect((await creator.delete(path)).status).toBe(404);
    }
    expect((await service.as((await service.make.user()).token).get(links)).status).toBe(404);
  });
});

describe('share keys', () => {
  it('are kept out of the log, wherever a client puts them', async () => {
    const { site, reader } = await makeStage();
    const { token } = await service.make.user();
    const key = shareKeyOf(await makeShareLink(service, site));
    expect((await reader.get(sitePath(site, `/published?shareKey=${key}`))).status).toBe(200);
    const node = await startService({ DATABASE_URL: service.databaseUrl, DATA_DIR: service.config.dataDirectory, LOG_LEVEL: 'trace' });
    const statuses: number[] = [];
    for (const path of [sitePath(site, `/published?shareKey=${key}`), `/sites/${site.organizationId}/${site.id}/${key}`, `/sites/${site.id}/${key}/guides`, sitePath(site, `/share-links/${key}`)]) {
      statuses.push((await fetch(node.url + path, { headers: { authorization: `Bearer ${token}` } })).status);
    }
    const { stdout, stderr } = await node.stop();
    expect(statuses).toEqual([200, 404, 404, 405]);
    expect(stdout.split('\n').filter((line) => line.includes('"path"') && !line.includes('/readyz'))).toHaveLength(4);
    expect(stdout + stderr).not.toContain(key.slice(4));
  }, SLOW);
});
