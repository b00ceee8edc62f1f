import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Config } from '../../src/kernel/config/config.js';
import { MembersService } from '../../src/modules/members/members.service.js';
import { SiteStore } from '../../src/modules/sites/site-store.js';
import type { Client } from '../support/client.js';
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

describe('the token of a visit', () => {
  let stage: SiteStage;
  let spaceId: string;
  let pageId: string;
  let token: string;
  beforeAll(async () => {
    stage = await SiteStage.makePublished(service);
    spaceId = (await stage.siteSpaces())[0]?.['space'].id;
    pageId = await service.make.page(spaceId, { title: 'Start', markdown: 'Hello\n' });
    token = (await resolveAddress(stranger, `${publicUrl}${stage.address}`)).body.apiToken;
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
    const other = await SiteStage.makePublished(service);
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
      ['POST', '/v1/urls/published', { url: `${publicUrl}${stage.address}` }],
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
    const of = await SiteStage.makePublished(service);
    const { apiToken } = (await resolveAddress(stranger, `${publicUrl}${of.address}`)).body;
    await change(of);
    expect((await service.as(apiToken).get(`${of.path}/published`)).status).toBe(401);
  });

  it('ends with the share link, and with the key that signed the visitor in', async () => {
    const of = await SiteStage.makePublished(service);
    const site = await service.app.get(SiteStore).get(of.organizationId, of.siteId);
    const link = await makeShareLink(service, site);
    await of.as.patch(of.path, { visibility: 'share-link' });
    const shared = (await resolveAddress(stranger, `${publicUrl}${of.address}/${shareKeyOf(link)}`)).body.apiToken;
    expect((await of.as.delete(`${of.path}/share-links/${String(link.id)}`)).status).toBe(205);
    expect((await service.as(shared).get(`${of.path}/published`)).status).toBe(401);
    await of.as.patch(of.path, { visibility: 'visitor-auth' });
    const signedIn = (await resolveAddress(stranger, `${publicUrl}${of.address}`, { visitor: { jwtToken: await visitorToken(await visitorKey(service, site)) } })).body.apiToken;
    await of.as.post(`${of.path}/publishing/auth/regenerate`);
    expect((await service.as(signedIn).get(`${of.path}/published`)).status).toBe(401);
  });

  it('ends within an hour, whenever the token that signed the visitor in says it ends', async () => {
    const of = await SiteStage.makePublished(service);
    await of.as.patch(of.path, { visibility: 'visitor-auth' });
    const key = await visitorKey(service, { id: of.siteId });
    const now = Math.floor(Date.now() / 1_000);
    for (const [exp, longest] of [[now + 60.5, 61], [now * 1_000, 3_601], [1e15, 3_601], [Number.MAX_VALUE, 3_601]] as const) {
      const { status, body } = await resolveAddress(stranger, `${publicUrl}${of.address}`, { visitor: { jwtToken: await visitorToken(key, { exp }, null) } });
      expect({ exp, status }).toEqual({ exp, status: 200 });
      const { exp: end } = JSON.parse(Buffer.from(String(body.apiToken).split('.')[1] ?? '', 'base64url').toString());
      expect(end - now).toBeLessThanOrEqual(longest);
    }
  });

  it('is not for a visitor whose claims are nested too deep to be looked at', async () => {
    const of = await SiteStage.makePublished(service);
    await of.as.patch(of.path, { visibility: 'visitor-auth', adaptiveContent: { enabled: true } });
    await of.as.patch(`${of.path}/site-spaces/${String((await of.siteSpaces())[1]?.['id'])}`, { condition: 'visitor.claims.groups != null' });
    const key = await visitorKey(service, { id: of.siteId });
    const statusWith = async (depth: number): Promise<number> => {
      const jwtToken = await visitorToken(key, { groups: JSON.parse('['.repeat(depth) + ']'.repeat(depth)) });
      return (await resolveAddress(stranger, `${publicUrl}${of.address}`, { visitor: { jwtToken } })).status;
    };
    expect([await statusWith(63), await statusWith(64), await statusWith(2_000)]).toEqual([200, 404, 404]);
  });

  it('of a member before an unpublished site reads what the member reads, while they are one', async () => {
    const of = await SiteStage.make(service, { spaces: ['Open', 'Closed'] });
    const [open, closed] = (await of.siteSpaces()).map(({ space }) => String(space.id));
    const member = await service.make.user({ organizationId: of.organizationId, role: 'read' });
    await service.make.db.query("UPDATE targets SET inherits = false, fixed_level = NULL, default_fixed = true, default_level = NULL WHERE id = $1", [closed]);
    const { apiToken } = (await resolveAddress(service.as(member.token), `${publicUrl}${of.address}`)).body;
    expect((await service.as(apiToken).get(`/v1/spaces/${String(open)}/content/pages`)).status).toBe(200);
    expect((await service.as(apiToken).get(`/v1/spaces/${String(closed)}/content/pages`)).status).toBe(404);
    await service.app.get(MembersService).setDisabled(of.organizationId, member.id, true);
    expect((await service.as(apiToken).get(`/v1/spaces/${String(open)}/content/pages`)).status).toBe(401);
  });
});
