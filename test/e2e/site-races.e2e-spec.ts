import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeShareLink, makeSite, sitePath } from '../support/site-factories.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

describe('at the same time', () => {
  it('a space comes into a site or leaves the organization, never both', async () => {
    const outcomes = new Set<string>();
    const [{ id: organizationId }, { id: target }] = [await service.make.organization(), await service.make.organization()];
    const user = await service.make.user({ organizationId, role: 'admin' });
    await service.make.join(target, user.id, 'admin');
    const admin = service.as(user.token);
    for (let round = 0; round < 20; round += 1) {
      const collection = await service.make.collection({ organizationId });
      const space = await service.make.space({ organizationId, parentId: collection.id });
      const [made, transferred] = await Promise.all([
        admin.post(`/v1/orgs/${organizationId}/sites`, { spaces: [space.id] }),
        admin.post(`/v1/collections/${collection.id}/transfer`, { organization: target }),
      ]);
      outcomes.add(made.status === 201 ? 'shown' : 'gone');
      expect([made.status, transferred.status].filter((status) => status < 300)).toHaveLength(1);
      for (const { status } of [made, transferred]) expect([200, 201, 400, 409, 412]).toContain(status);
      const [row] = await service.make.db.query<{ strays: number }>(
        'SELECT count(*)::integer AS strays FROM site_spaces s JOIN targets t ON t.id = s.space_id WHERE t.organization_id <> s.organization_id',
      );
      expect(row?.strays).toBe(0);
    }
    expect(outcomes.size).toBeGreaterThan(0);
  });

  it('a site and a share link are deleted once, and changes of what is gone are refused', async () => {
    const site = await makeSite(service, { visibility: 'share-link', published: true });
    const creator = service.as((await service.make.user({ organizationId: site.organizationId, role: 'create' })).token);
    for (let round = 0; round < 10; round += 1) {
      const path = `${sitePath(site)}/share-links/${String((await makeShareLink(service, site)).id)}`;
      const answers = await Promise.all([creator.delete(path), creator.delete(path), creator.patch(path, { active: false }), creator.patch(path, { name: 'New' })]);
      expect(answers.slice(0, 2).map(({ status }) => status).sort()).toEqual([205, 404]);
      for (const { status } of answers.slice(2)) expect([200, 404]).toContain(status);
    }
    expect((await creator.get(`${sitePath(site)}/share-links`)).body).toEqual({ count: 0, items: [] });
    const answers = await Promise.all([creator.delete(sitePath(site)), creator.delete(sitePath(site)), creator.post(`${sitePath(site)}/share-links`, { name: 'x' }), creator.patch(sitePath(site), { title: 'New' })]);
    expect(answers.slice(0, 2).map(({ status }) => status).sort()).toEqual([205, 404]);
    for (const { status } of answers.slice(2)) expect([200, 201, 404]).toContain(status);
    expect(await service.make.db.query('SELECT 1 FROM site_share_links WHERE site_id = $1', [site.id])).toEqual([]);
  });

  it('a share link takes the last name or state that was sent, whole', async () => {
    const site = await makeSite(service);
    const creator = service.as((await service.make.user({ organizationId: site.organizationId, role: 'create' })).token);
    const link = await makeShareLink(service, site);
    const path = `${sitePath(site)}/share-links/${String(link.id)}`;
    for (let round = 0; round < 10; round += 1) {
      const name = `Name ${String(round)}`;
      const answers = await Promise.all([creator.patch(path, { name }), creator.patch(path, { active: round % 2 === 0 })]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect((await creator.get(`${sitePath(site)}/share-links`)).body.items).toEqual([{ ...link, name, active: round % 2 === 0 }]);
    }
  });

  it('publishing and unpublishing end in one of both', async () => {
    const site = await makeSite(service);
    const creator = service.as((await service.make.user({ organizationId: site.organizationId, role: 'create' })).token);
    const stranger = service.as((await service.make.user()).token);
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all(['publish', 'unpublish', 'publish'].map((verb) => creator.post(sitePath(site, `/${verb}`))));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      const { published } = (await creator.get(sitePath(site))).body;
      expect((await stranger.get(sitePath(site, '/published'))).status).toBe(published === true ? 200 : 404);
    }
  });
});

describe('a site that can not be made whole', () => {
  it('leaves nothing behind, not even its new space', async () => {
    const small = await startTestApp({ IMPORT_MAX_PAGES: '1' });
    try {
      const { id: organizationId } = await small.make.organization();
      const creator = small.as((await small.make.user({ organizationId, role: 'create' })).token);
      const sites = `/v1/orgs/${organizationId}/sites`;
      const refused = await creator.post(sites, { spaces: 'sample' });
      expect(refused.status).toBeGreaterThanOrEqual(400);
      expect(refused.status).toBeLessThan(500);
      expect((await creator.get(sites)).body.count).toBe(0);
      expect(await small.make.db.query('SELECT id FROM targets WHERE organization_id = $1', [organizationId])).toEqual([]);
      expect((await creator.post(sites, { spaces: 'empty' })).status).toBe(201);
    } finally {
      await small.close();
    }
  });
});
