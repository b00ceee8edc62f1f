import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeSite, sitePath } from '../support/site-factories.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

describe('what refers to a site', () => {
  it('may be the default content of its organization, which forgets it with the site', async () => {
    const { id: organizationId } = await service.make.organization();
    const admin = service.as((await service.make.user({ organizationId, role: 'admin' })).token);
    const [site, foreign] = [await makeSite(service, { organizationId }), await makeSite(service)];
    const organization = `/v1/orgs/${organizationId}`;
    expect(await admin.patch(organization, { defaultContent: { type: 'site', site: foreign.id } })).toMatchObject({ status: 400 });
    const defaultContent = { type: 'site', site: site.id };
    expect(await admin.patch(organization, { defaultContent })).toMatchObject({ status: 200, body: { defaultContent } });
    expect((await admin.delete(sitePath(site))).status).toBe(205);
    expect((await admin.get(organization)).body).not.toHaveProperty('defaultContent');
  });

  it('keeps a collection in its organization while the site shows a space inside', async () => {
    const { id: organizationId } = await service.make.organization();
    const user = await service.make.user({ organizationId, role: 'admin' });
    const { id: target } = await service.make.organization();
    await service.make.join(target, user.id, 'admin');
    const admin = service.as(user.token);
    const collection = await service.make.collection({ organizationId });
    const inner = await service.make.collection({ organizationId, parentId: collection.id });
    const site = await makeSite(service, { organizationId, spaces: [await service.make.space({ organizationId, parentId: inner.id })] });
    const transfer = `/v1/collections/${collection.id}/transfer`;
    const refused = await admin.post(transfer, { organization: target });
    expect(refused).toMatchObject({ status: 412, body: { error: { message: expect.stringContaining(site.id) } } });
    expect((await admin.get(`/v1/collections/${collection.id}`)).body.organization).toBe(organizationId);
    await admin.delete(sitePath(site));
    expect((await admin.post(transfer, { organization: target })).status).toBe(200);
  });
});
