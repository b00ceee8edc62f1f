import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Clock } from '../../src/kernel/clock/clock.js';
import { MembersService } from '../../src/modules/members/members.service.js';
import { LinkInvitesService } from '../../src/modules/organizations/invites/link-invites.service.js';
import type { Json } from '../support/client.js';
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.js';
import { publishIntegration } from '../support/integrations.js';
import { codeOn, makeActiveProvider, makeProvider, SigningBrowser, signedAnswer } from '../support/saml.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;
let other: TestApp;
let idp: IdentityProvider;

beforeAll(async () => {
  [service, idp] = await Promise.all([startTestApp(), startIdentityProvider()]);
  other = await startTestApp({ PUBLIC_URL: service.url }, () => Promise.resolve(service.databaseUrl));
});
afterAll(async () => {
  await Promise.all([service.close(), idp.close()]);
  await other.close();
});
afterEach(() => {
  jest.restoreAllMocks();
});

interface Stage {
  organizationId: string;
  providerId: string;
}

async function makeStage(parts: Parameters<typeof makeProvider>[2] = {}): Promise<Stage> {
  const { id: organizationId } = await service.make.organization();
  return { organizationId, providerId: await makeActiveProvider(service, organizationId, idp, parts) };
}

/** A whole sign-in; the code. */
async function signIn(providerId: string, email: string, claims?: Record<string, string>): Promise<string> {
  const browser = new SigningBrowser(service.url);
  const { id: requestId } = await browser.begin(providerId);
  const { status, text } = await browser.handIn(providerId, await signedAnswer(service, idp, { requestId, providerId, email, claims }));
  expect({ status, text: status === 200 ? '' : text }).toEqual({ status: 200, text: '' });
  return codeOn(text);
}

async function exchange(code: string): Promise<Json> {
  return service.as().post('/saml/token', { code });
}

async function tokenOf(providerId: string, email: string): Promise<string> {
  return (await exchange(await signIn(providerId, email))).body.token;
}

function turnClock(milliseconds: number): void {
  const now = new Date(Date.now() + milliseconds);
  for (const app of [service, other]) jest.spyOn(app.app.get(Clock), 'now').mockReturnValue(now);
}

describe('the start', () => {
  it('sends the browser to the identity provider, with a request and a cookie for the answer alone', async () => {
    const { providerId } = await makeStage();
    const answer = await fetch(`${service.url}/saml/${providerId}/start?RelayState=https://evil.example`, { redirect: 'manual' });
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')?.startsWith(`${idp.ssoURL}?SAMLRequest=`)).toBe(true);
    expect(answer.headers.get('location')).not.toContain('evil');
    expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(new RegExp(`^saml_\\w{32}=\\w{32}; Path=/saml/${providerId}/acs; Max-Age=600; HttpOnly$`))]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('tells people when there is no such way, or it is not set up', async () => {
    const { organizationId } = await makeStage();
    for (const id of ['nothing', 'a.b', await makeProvider(service, organizationId)]) {
      const answer = await fetch(`${service.url}/saml/${id}/start`, { redirect: 'manual' });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(await answer.text()).toContain('role="alert"');
    }
  });
});

describe('the metadata', () => {
  it('tells who this service is, and where it takes answers, also before a provider is set up', async () => {
    const { id: organizationId } = await service.make.organization();
    const id = await makeProvider(service, organizationId);
    const answer = await fetch(`${service.url}/saml/${id}/metadata`);
    const xml = await answer.text();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/samlmetadata+xml; charset=utf-8']);
    expect(xml).toContain(`entityID="${service.url}/saml/${id}/metadata"`);
    expect(xml).toContain(`Location="${service.url}/saml/${id}/acs"`);
    expect(xml).toContain('WantAssertionsSigned="true"');
  });
});

describe('a sign-in', () => {
  it('makes a member with the default role in the default team, and a token that works', async () => {
    const { organizationId, providerId } = await makeStage();
    const team = await service.make.team({ organizationId });
    await service.make.db.query('UPDATE saml_providers SET default_role = $1, default_team_id = $2 WHERE id = $3', ['comment', team.id, providerId]);
    const { status, body } = await exchange(await signIn(providerId, 'Grace.Hopper@example.com', { email: 'Grace.Hopper@example.com', displayName: 'Grace Hopper' }));
    expect([status, body.organization]).toEqual([200, organizationId]);
    const client = service.as(body.token);
    const member = (await client.get(`/v1/orgs/${organizationId}/members/${String(body.user)}`)).body;
    expect(member).toMatchObject({ role: 'comment', sso: true, disabled: false, teams: 1, user: { displayName: 'Grace Hopper', email: 'Grace.Hopper@example.com' } });
    expect((await client.get('/v1/user/tokens')).body.items).toMatchObject([{ label: 'Single sign-on: Test provider', expiresAt: body.expiresAt }]);
  });

  it('makes no second user, whatever the case of the address, and keeps what was changed since', async () => {
    const { organizationId, providerId } = await makeStage({ defaultRole: 'read' });
    const first = (await exchange(await signIn(providerId, 'twice@example.org'))).body;
    await service.app.get(MembersService).setRole(organizationId, first.user, 'edit');
    const second = (await exchange(await signIn(providerId, 'TWICE@Example.ORG'))).body;
    expect(second.user).toBe(first.user);
    expect(second.token).not.toBe(first.token);
    const { body } = await service.as(second.token).get(`/v1/orgs/${organizationId}/members/${String(first.user)}`);
    expect(body).toMatchObject({ role: 'edit', user: { email: 'twice@example.org' } });
  });

  it('takes a member who is there already as they are, with single sign-on from now on', async () => {
    const { organizationId, providerId } = await makeStage({ defaultRole: 'admin' });
    const user = await service.make.user({ organizationId, role: 'review' });
    const token = await tokenOf(providerId, user.email.toUpperCase());
    const { body } = await service.as(token).get(`/v1/orgs/${organizationId}/members/${user.id}`);
    expect(body).toMatchObject({ role: 'review', sso: true, user: { email: user.email } });
  });

  it('makes one member of two first sign-ins at once', async () => {
    const { organizationId, providerId } = await makeStage();
    const codes = await Promise.all(Array.from({ length: 5 }, () => signIn(providerId, 'many@example.com')));
    const users = await Promise.all(codes.map(async (code) => (await exchange(code)).body.user));
    expect(new Set(users).size).toBe(1);
    expect((await service.make.db.query('SELECT 1 FROM members WHERE organization_id = $1', [organizationId])).length).toBe(1);
  });

  it('takes one address that is told twice', async () => {
    const { providerId } = await makeStage();
    const code = await signIn(providerId, 'x81', { email: 'told@example.com', Email: 'Told@example.com' });
    const { body } = await exchange(code);
    expect((await service.as(body.token).get('/v1/user')).body.email).toBe('told@example.com');
  });

  it('takes the address from the name of the subject, and guests as guests', async () => {
    const { organizationId, providerId } = await makeStage({ defaultRole: null });
    const { body } = await exchange(await signIn(providerId, 'guest@example.com', { role: 'admin' }));
    const [row] = await service.make.db.query('SELECT role, display_name FROM members JOIN users ON id = user_id WHERE organization_id = $1 AND user_id = $2', [organizationId, body.user]);
    expect(row).toEqual({ role: null, display_name: 'guest' });
  });

  it('never leads anywhere, whatever RelayState says', async () => {
    const { providerId } = await makeStage();
    const browser = new SigningBrowser(service.url);
    const { id: requestId } = await browser.begin(providerId);
    const { status, text, headers } = await browser.handIn(providerId, await signedAnswer(service, idp, { requestId, providerId }), { fields: { RelayState: 'https://evil.example/?"><script>' } });
    expect([status, headers.get('location')]).toEqual([200, null]);
    expect(text).not.toContain('evil');
    expect(text).not.toMatch(/<script|<form|http-equiv/);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/);
    expect(headers.get('cache-control')).toBe('no-store');
  });
});

describe('a code', () => {
  it('is exchanged once, also by many at once and on two nodes', async () => {
    const { providerId } = await makeStage();
    const code = await signIn(providerId, 'once@example.com');
    const answers = await Promise.all([service, other, service, other].map((node) => node.as().post('/saml/token', { code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    expect((await exchange(code)).status).toBe(400);
  });

  it('ends after five minutes', async () => {
    const { providerId } = await makeStage();
    const code = await signIn(providerId, 'late@example.com');
    turnClock(301_000);
    expect(await exchange(code)).toMatchObject({ status: 400, body: { error: { details: [{ field: 'code' }] } } });
  });

  it.each([undefined, {}, { code: 1 }, { code: '' }, { code: 'x'.repeat(101) }, { code: 'unknown' }, { code: 'a', more: 1 }])('is not %j', async (body) => {
    expect((await service.as().post('/saml/token', body)).status).toBe(400);
  });

  it('gives nothing once the membership is disabled or gone, or the provider', async () => {
    const { organizationId, providerId } = await makeStage();
    const members = service.app.get(MembersService);
    const codes = [await signIn(providerId, 'd@example.com'), await signIn(providerId, 'g@example.com'), await signIn(providerId, 'p@example.com')];
    const idOf = async (email: string): Promise<string> => (await service.make.db.query<{ id: string }>('SELECT id FROM users WHERE email = $1', [email]))[0]?.id ?? '';
    await members.setDisabled(organizationId, await idOf('d@example.com'), true);
    await members.remove(organizationId, await idOf('g@example.com'));
    for (const code of codes.slice(0, 2)) expect((await exchange(code)).status).toBe(400);
    await service.make.db.query('DELETE FROM saml_providers WHERE id = $1', [providerId]);
    expect((await exchange(codes[2] ?? '')).status).toBe(400);
  });

  it('gives a token that ends by itself, and with the provider', async () => {
    const { organizationId, providerId } = await makeStage();
    const admin = await service.make.user({ organizationId, role: 'admin' });
    const { token, expiresAt } = (await exchange(await signIn(providerId, 'ends@example.com'))).body;
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(24 * 3_600_000);
    const path = `/v1/orgs/${organizationId}`;
    expect((await service.as(token).get(path)).status).toBe(200);
    turnClock(24 * 3_600_000 + 1_000);
    expect((await service.as(token).get(path)).status).toBe(401);
    jest.restoreAllMocks();
    const made = (await service.as(token).post('/v1/user/tokens', { label: 'more', expiresAt })).body.token;
    expect((await service.as(made).get(path)).status).toBe(200);
    expect((await service.as(admin.token).delete(`${path}/saml/${providerId}`)).status).toBe(204);
    for (const ended of [token, made]) expect((await service.as(ended).get(path)).status).toBe(401);
  });
});

describe('a token of single sign-on', () => {
  it("works in the organization of its provider alone, also that of another organization's admin", async () => {
    const [{ organizationId, providerId }, victim] = await Promise.all([makeStage({ defaultRole: 'admin' }), makeStage()]);
    const admin = await service.make.user({ organizationId: victim.organizationId, role: 'admin' });
    const space = await service.make.space({ organizationId: victim.organizationId });
    const collection = await service.make.collection({ organizationId: victim.organizationId });
    const own = await service.make.collection({ organizationId });
    const inviting = await service.make.organization();
    const client = service.as(await tokenOf(providerId, admin.email));
    expect((await client.get(`/v1/orgs/${organizationId}`)).status).toBe(200);
    const theirs = `/v1/orgs/${victim.organizationId}`;
    for (const path of ['', '/members', '/teams', '/saml', '/sso', '/collections', '/spaces', '/openapi', '/translations', '/sites', '/search?query=x']) {
      expect([path, (await client.get(`${theirs}${path}`)).status]).toEqual([path, 404]);
    }
    for (const path of [`/v1/spaces/${space.id}`, `/v1/spaces/${space.id}/content`, `/v1/spaces/${space.id}/change-requests`, `/v1/collections/${collection.id}`]) {
      expect([path, (await client.get(path)).status]).toEqual([path, 404]);
    }
    expect((await client.patch(theirs, { sso: true })).status).toBe(404);
    expect((await client.post(`/v1/collections/${own.id}/transfer`, { organization: victim.organizationId })).status).toBe(400);
    expect((await client.get('/v1/orgs')).body).toMatchObject({ count: 1, items: [{ id: organizationId }] });
    expect((await client.patch(`/v1/users/${admin.id}`, { displayName: 'Taken over' })).status).toBe(403);
    expect((await client.post('/v1/orgs', { title: 'Another' })).status).toBe(403);
    const invite = await service.app.get(LinkInvitesService).create(inviting.id, 'admin');
    await service.make.db.query('UPDATE organizations SET invite_links = true WHERE id = $1', [inviting.id]);
    expect((await client.post(`/v1/orgs/${inviting.id}/link-invites/${invite.id}/join`)).status).toBe(404);
    expect(await service.make.db.query('SELECT 1 FROM members WHERE organization_id = $1', [inviting.id])).toEqual([]);
    const { name } = await publishIntegration(service, { organizationId: victim.organizationId });
    for (const path of ['', '/installations']) expect([path, (await client.get(`/v1/integrations/${name}${path}`)).status]).toEqual([path, 404]);
    expect((await client.get(`/v1/integrations?owner=${victim.organizationId}`)).body.count).toBe(0);
    expect((await client.delete(`/v1/integrations/${name}`)).status).toBe(404);
    expect((await service.as(admin.token).get(`/v1/integrations/${name}`)).status).toBe(200);
  });

  it('neither sees nor makes nor ends tokens that work elsewhere', async () => {
    const { organizationId, providerId } = await makeStage();
    const victim = await service.make.organization();
    const admin = await service.make.user({ organizationId: victim.id, role: 'admin' });
    const [known] = (await service.as(admin.token).get('/v1/user/tokens')).body.items;
    const { token, expiresAt } = (await exchange(await signIn(providerId, admin.email))).body;
    const client = service.as(token);
    expect((await client.get('/v1/user/tokens')).body.count).toBe(1);
    expect((await client.delete(`/v1/user/tokens/${String(known.id)}`)).status).toBe(404);
    expect((await client.get(`/v1/user/tokens/${String(known.id)}`)).status).toBe(404);
    const made = service.as((await client.post('/v1/user/tokens', { label: 'x', expiresAt })).body.token);
    expect((await made.get(`/v1/orgs/${organizationId}`)).status).toBe(200);
    expect((await made.get(`/v1/orgs/${victim.id}`)).status).toBe(404);
    expect((await service.as(admin.token).get(`/v1/orgs/${victim.id}`)).status).toBe(200);
  });
});

describe('enforced single sign-on', () => {
  it('refuses tokens of members who never signed in so, on everything of the organization, and takes them back', async () => {
    const { organizationId, providerId } = await makeStage();
    const [admin, member, guest] = await Promise.all([
      service.make.user({ organizationId, role: 'admin' }),
      service.make.user({ organizationId, role: 'create' }),
      service.make.user({ organizationId, role: null }),
    ]);
    const space = await service.make.space({ organizationId });
    const organization = `/v1/orgs/${organizationId}`;
    const paths = [organization, `${organization}/members`, `${organization}/spaces`, `/v1/spaces/${space.id}`, `/v1/spaces/${space.id}/content/pages`];
    const { name } = await publishIntegration(service, { organizationId });
    expect((await service.as(admin.token).patch(organization, { sso: true })).status).toBe(200);
    // How to sign in is what they have to learn.
    for (const { token } of [member, guest]) expect((await service.as(token).get(`${organization}/sso`)).status).toBe(200);
    expect((await service.as(member.token).get(`/v1/integrations/${name}`)).status).toBe(404);
    expect((await service.as(member.token).get(`/v1/integrations?owner=${organizationId}`)).body.count).toBe(0);
    for (const path of paths) {
      const { status, body } = await service.as(member.token).get(path);
      expect([path, status, body.error?.message]).toEqual([path, 403, expect.stringContaining('single sign-on')]);
      expect([path, (await service.as(admin.token).get(path)).status]).toEqual([path, 200]);
    }
    expect((await service.as(guest.token).get(organization)).status).toBe(403);
    expect((await service.as(member.token).get('/v1/orgs')).body).toEqual({ count: 0, items: [] });
    expect((await service.as(await tokenOf(providerId, member.email)).get(organization)).status).toBe(200);
    expect((await service.as(member.token).get(organization)).status).toBe(200);
    await service.as(admin.token).post(`${organization}/members/${guest.id}/sso`);
    expect((await service.as(guest.token).get(organization)).status).toBe(200);
    const late = await service.make.user({ organizationId, role: 'read' });
    expect((await service.as(late.token).get(organization)).status).toBe(403);
    await service.as(admin.token).patch(organization, { sso: false });
    expect((await service.as(late.token).get(organization)).status).toBe(200);
  });

  it('lets no admin who is made a lesser member in, and leaves other organizations alone', async () => {
    const { organizationId } = await makeStage();
    const elsewhere = await service.make.organization();
    const [admin, second] = await Promise.all([service.make.user({ organizationId, role: 'admin' }), service.make.user({ organizationId, role: 'admin' })]);
    await service.make.join(elsewhere.id, second.id, 'read');
    await service.as(admin.token).patch(`/v1/orgs/${organizationId}`, { sso: true });
    expect((await service.as(second.token).get(`/v1/orgs/${organizationId}`)).status).toBe(200);
    await service.as(admin.token).patch(`/v1/orgs/${organizationId}/members/${second.id}`, { role: 'create' });
    expect((await service.as(second.token).get(`/v1/orgs/${organizationId}`)).status).toBe(403);
    expect((await service.as(second.token).get(`/v1/orgs/${elsewhere.id}`)).status).toBe(200);
  });
});
