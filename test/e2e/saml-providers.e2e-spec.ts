import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/ids/id.js';
import { makeSigningKey } from '../support/certificates.js';
import type { Client } from '../support/client.js';
import { makeProvider } from '../support/saml.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

const { certificate, base64 } = makeSigningKey();
const pem = certificate.trimEnd();

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

interface Stage {
  organizationId: string;
  saml: string;
  asAdmin: Client;
}

async function makeStage(): Promise<Stage> {
  const { id: organizationId } = await service.make.organization();
  const { token } = await service.make.user({ organizationId, role: 'admin' });
  return { organizationId, saml: `/v1/orgs/${organizationId}/saml`, asAdmin: service.as(token) };
}

const WHOLE = { label: 'Okta', entityID: 'https://idp.example.com/metadata', ssoURL: 'https://idp.example.com/sso', certificate: pem };

const BAD_FIELDS: readonly (readonly [string, unknown])[] = [
  ['label', ''],
  ['label', '😀'.repeat(31)],
  ['label', null],
  ['label', 1],
  ['label', 'a\0'],
  ['entityID', 'x'.repeat(1025)],
  ['entityID', null],
  ['entityID', ['x']],
  ['ssoURL', ''],
  ['ssoURL', 'localhost'],
  ['ssoURL', 'javascript:alert(1)'],
  ['ssoURL', 'ftp://idp.example.com'],
  ['ssoURL', `https://idp.example.com/${'x'.repeat(2048)}`],
  ['ssoURL', null],
  ['certificate', ''],
  ['certificate', 'x'.repeat(10_001)],
  ['certificate', pem.replace('A', '!')],
  ['certificate', Buffer.from('nothing').toString('base64')],
  ['certificate', null],
  ['certificate', 1],
  ['defaultTeam', newId()],
  ['defaultTeam', 'a/b'],
  ['defaultTeam', ''],
  ['defaultTeam', null],
  ['defaultTeam', { id: 'x' }],
  ['defaultRole', 'owner'],
  ['defaultRole', ''],
  ['defaultRole', 1],
  ['status', 'active'],
];

describe('creating a SAML provider', () => {
  it('answers it pending with nothing but a label, and with its address', async () => {
    const { organizationId, saml, asAdmin } = await makeStage();
    const made = await asAdmin.post(saml, { label: '😀'.repeat(30) });
    expect(made.status).toBe(201);
    const { id } = made.body;
    const root = `${service.url}/saml/${String(id)}`;
    expect(made.body).toEqual({
      object: 'saml-provider',
      id: expect.any(String),
      label: '😀'.repeat(30),
      defaultRole: 'read',
      createdAt: expect.any(String),
      status: 'pending',
      service: { acsURL: `${root}/acs`, startURL: `${root}/start`, entityID: `${root}/metadata` },
      urls: { location: `${service.url}/v1/orgs/${organizationId}/saml/${String(id)}` },
    });
    expect(made.headers.get('location')).toBe(made.body.urls.location);
    expect((await asAdmin.get(`${saml}/${String(id)}`)).body).toEqual(made.body);
  });

  it('answers it active with everything, the team in full', async () => {
    const { organizationId, saml, asAdmin } = await makeStage();
    const team = await service.make.team({ organizationId, title: 'Newcomers' });
    const made = await asAdmin.post(saml, { ...WHOLE, defaultTeam: team.id, defaultRole: 'comment' });
    expect(made).toMatchObject({ status: 201, body: { ...WHOLE, status: 'active', defaultRole: 'comment', defaultTeam: { object: 'team', id: team.id, title: 'Newcomers', permissions: { admin: true } } } });
    expect((await asAdmin.get(`${saml}/${String(made.body.id)}`)).body).toEqual(made.body);
  });

  it('keeps certificates in one form', async () => {
    const { saml, asAdmin } = await makeStage();
    for (const sent of [base64, certificate, certificate.replaceAll('\n', '\r\n')]) {
      expect((await asAdmin.post(saml, { label: 'x', certificate: sent })).body.certificate).toBe(pem);
    }
  });

  it("takes the organization's default role when none is given, and null for guests", async () => {
    const { organizationId, saml, asAdmin } = await makeStage();
    await asAdmin.patch(`/v1/orgs/${organizationId}`, { defaultRole: 'edit' });
    expect((await asAdmin.post(saml, { label: 'x' })).body.defaultRole).toBe('edit');
    expect((await asAdmin.post(saml, { label: 'x', defaultRole: null })).body.defaultRole).toBeNull();
  });

  it('takes addresses in the network of its own, and equal names of providers', async () => {
    const { saml, asAdmin } = await makeStage();
    for (const ssoURL of ['http://localhost:8080/sso', 'http://idp/sso', 'https://idp.internal/sso?tenant=1#x']) {
      expect(await asAdmin.post(saml, { ...WHOLE, ssoURL })).toMatchObject({ status: 201, body: { ssoURL, entityID: WHOLE.entityID } });
    }
  });

  it.each(BAD_FIELDS)('refuses %s: %j and makes nothing', async (field, value) => {
    const { saml, asAdmin } = await makeStage();
    expect(await asAdmin.post(saml, { label: 'x', [field]: value })).toMatchObject({ status: 400, body: { error: { details: [{ field }] } } });
    expect((await asAdmin.get(saml)).body).toEqual({ count: 0, items: [] });
  });

  it('refuses a body without a label, and the team of another organization', async () => {
    const [{ saml, asAdmin }, other] = await Promise.all([makeStage(), makeStage()]);
    const team = await service.make.team({ organizationId: other.organizationId });
    expect(await asAdmin.post(saml, { label: 'x', defaultTeam: team.id })).toMatchObject({ status: 400, body: { error: { details: [{ field: 'defaultTeam' }] } } });
    expect((await asAdmin.post(saml)).status).toBe(400);
    expect((await asAdmin.get(saml)).body.count).toBe(0);
  });
});

describe('changing a SAML provider', () => {
  it('makes it active with what was missing, and pending when its name is taken away', async () => {
    const { saml, asAdmin } = await makeStage();
    const path = `${saml}/${String((await asAdmin.post(saml, { label: 'x' })).body.id)}`;
    expect((await asAdmin.patch(path, { entityID: WHOLE.entityID, ssoURL: WHOLE.ssoURL })).body.status).toBe('pending');
    expect((await asAdmin.patch(path, { certificate: base64 })).body).toMatchObject({ ...WHOLE, label: 'x', status: 'active' });
    expect((await asAdmin.patch(path, { entityID: '' })).body).toMatchObject({ entityID: '', status: 'pending' });
    expect((await asAdmin.get(path)).body).toMatchObject({ entityID: '', ssoURL: WHOLE.ssoURL, status: 'pending' });
  });

  it('leaves alone what was not sent', async () => {
    const { organizationId, saml, asAdmin } = await makeStage();
    const team = await service.make.team({ organizationId });
    const { body } = await asAdmin.post(saml, { ...WHOLE, defaultTeam: team.id, defaultRole: 'edit' });
    const path = `${saml}/${String(body.id)}`;
    for (const nothing of [undefined, {}, WHOLE, { defaultTeam: team.id }]) expect(await asAdmin.patch(path, nothing)).toMatchObject({ status: 200, body });
    expect((await asAdmin.patch(path, { defaultRole: null })).body).toEqual({ ...body, defaultRole: null });
  });

  it.each(BAD_FIELDS)('refuses %s: %j and changes nothing', async (field, value) => {
    const { saml, asAdmin } = await makeStage();
    const { body } = await asAdmin.post(saml, WHOLE);
    const path = `${saml}/${String(body.id)}`;
    expect(await asAdmin.patch(path, { entityID: 'new', [field]: value })).toMatchObject({ status: 400, body: { error: { details: [{ field }] } } });
    expect((await asAdmin.get(path)).body).toEqual(body);
  });

  it('forgets a team that is deleted', async () => {
    const { organizationId, saml, asAdmin } = await makeStage();
    const team = await service.make.team({ organizationId });
    const { body } = await asAdmin.post(saml, { ...WHOLE, defaultTeam: team.id });
    await asAdmin.delete(`/v1/orgs/${organizationId}/teams/${team.id}`);
    const { defaultTeam, ...rest } = body;
    expect(defaultTeam.id).toBe(team.id);
    expect((await asAdmin.get(`${saml}/${String(body.id)}`)).body).toEqual(rest);
  });

  it('names no team that is being deleted', async () => {
    const { organizationId, saml, asAdmin } = await makeStage();
    for (let round = 0; round < 5; round += 1) {
      const team = await service.make.team({ organizationId });
      const [made] = await Promise.all([asAdmin.post(saml, { label: 'x', defaultTeam: team.id }), asAdmin.delete(`/v1/orgs/${organizationId}/teams/${team.id}`)]);
      expect([201, 400]).toContain(made.status);
    }
    expect((await asAdmin.all(saml)).filter(({ defaultTeam }) => defaultTeam !== undefined)).toEqual([]);
  });
});

describe('deleting a SAML provider', () => {
  it('answers 204, once', async () => {
    const { organizationId, saml, asAdmin } = await makeStage();
    const id = await makeProvider(service, organizationId);
    const answers = await Promise.all(Array.from({ length: 5 }, () => asAdmin.delete(`${saml}/${id}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404]);
    expect((await asAdmin.get(`${saml}/${id}`)).status).toBe(404);
    expect((await asAdmin.patch(`${saml}/${id}`, { label: 'x' })).status).toBe(404);
  });
});

describe('lists', () => {
  it('have all 130 providers of an organization, oldest first, each with its team, and none of another', async () => {
    const [{ organizationId, saml, asAdmin }, other] = await Promise.all([makeStage(), makeStage()]);
    const teams = await Promise.all(['A', 'B'].map((title) => service.make.team({ organizationId, title })));
    const made: string[] = [];
    for (let number = 0; number < 130; number += 1) made.push(await makeProvider(service, organizationId, { defaultTeamId: teams[number % 3]?.id ?? null, createdAt: new Date(1_700_000_000_000 + Math.floor(number / 2)) }));
    await makeProvider(service, other.organizationId);
    expect((await asAdmin.get(saml)).body).toMatchObject({ count: 130, next: { page: expect.any(String) }, items: { length: 50 } });
    const items = await asAdmin.all(`${saml}?limit=7`);
    expect(items.map(({ id }) => id)).toEqual(made);
    expect(items.map(({ defaultTeam }) => defaultTeam?.title)).toEqual(made.map((_, number) => ['A', 'B'][number % 3]));
    expect((await other.asAdmin.get(`${other.saml}?page=${String((await asAdmin.get(saml)).body.next.page)}`)).status).toBe(400);
  });

  it('of ways to sign in have active providers alone, for guests too', async () => {
    const { organizationId, asAdmin } = await makeStage();
    const whole = { entityID: WHOLE.entityID, ssoURL: WHOLE.ssoURL, certificate: pem };
    const [first, second] = [await makeProvider(service, organizationId, { ...whole, label: 'First' }), await makeProvider(service, organizationId, { ...whole, label: 'Second' })];
    for (const missing of ['entityID', 'ssoURL', 'certificate'] as const) await makeProvider(service, organizationId, { ...whole, [missing]: null });
    const guest = await service.make.user({ organizationId, role: null });
    for (const client of [asAdmin, service.as(guest.token)]) {
      expect((await client.get(`/v1/orgs/${organizationId}/sso`)).body).toEqual({
        items: [
          { id: first, label: 'First', startURL: `${service.url}/saml/${first}/start` },
          { id: second, label: 'Second', startURL: `${service.url}/saml/${second}/start` },
        ],
      });
    }
  });
});
