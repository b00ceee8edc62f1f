import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/ids/id.js';
import { type Role, ROLES } from '../../src/kernel/permissions/role.js';
import { MembersService } from '../../src/modules/members/members.service.js';
import { LinkInvitesService } from '../../src/modules/organizations/invites/link-invites.service.js';
import { OrganizationsService } from '../../src/modules/organizations/organizations.service.js';
import type { Client, Json } from '../support/client.js';
import type { TestUser } from '../support/factories.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

const PERMISSIONS = ['admin', 'createContent', 'createOpenAPISpec', 'ingestConversations', 'listIntegrations', 'listMembers', 'listTeams', 'ownTeam', 'view', 'viewBilling'];

let service: TestApp;
let organizationId: string;
let admin: TestUser;
let client: Client;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());
beforeEach(async () => {
  organizationId = (await service.make.organization()).id;
  admin = await service.make.user({ organizationId, role: 'admin' });
  client = service.as(admin.token);
});

const path = (rest = ''): string => `/v1/orgs/${organizationId}${rest}`;
const get = async (): Promise<Json> => (await client.get(path())).body;

/** A new team with the member in it; its id. */
async function teamOf(user: TestUser, role: 'owner' | 'member'): Promise<string> {
  const { body } = await client.put(path('/teams'), { title: 'Team' });
  expect((await client.put(path(`/teams/${String(body.id)}/members/${user.id}`), { role })).status).toBe(204);
  return body.id;
}

describe('an organization', () => {
  it('is shown whole to its members', async () => {
    const { status, body } = await client.get(path());
    expect(status).toBe(200);
    const { permissions, ...shown } = body;
    expect(shown).toEqual({
      object: 'organization',
      id: organizationId,
      title: 'Test organization',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      emailDomains: [],
      type: 'business',
      defaultRole: 'read',
      sso: false,
      ai: false,
      inviteLinks: false,
      plan: 'enterprise_2024',
      urls: { location: `${service.url}/v1/orgs/${organizationId}`, app: `${service.url}/o/${organizationId}` },
      trial: { status: 'notapplicable' },
      internal_isOnNewTrial: true,
    });
    expect(Object.keys(permissions).sort()).toEqual(PERMISSIONS);
  });

  it('is not there for others', async () => {
    const stranger = await service.make.user();
    const disabled = await service.make.user({ organizationId, role: 'admin' });
    await service.app.get(MembersService).setDisabled(organizationId, disabled.id, true);
    for (const { token } of [stranger, disabled]) {
      expect((await service.as(token).get(path())).status).toBe(404);
      expect((await service.as(token).patch(path(), {})).status).toBe(404);
      expect((await service.as(token).post(path('/ping'))).status).toBe(404);
    }
    expect((await service.as().get(path())).status).toBe(401);
    for (const id of [newId(), '..%2f', 'ä']) expect((await client.get(`/v1/orgs/${id}`)).status).toBe(404);
  });
});

describe('permissions of an organization', () => {
  it.each([...ROLES, null])('are the truth for %s', async (role) => {
    const user = await service.make.user({ organizationId, role });
    const as = service.as(user.token);
    const { permissions } = (await as.get(path())).body;
    const statuses = {
      view: (await as.get(path())).status,
      listMembers: (await as.get(path('/members'))).status,
      admin: (await as.patch(path(), { title: 'Test organization' })).status,
    };
    for (const [ability, status] of Object.entries(statuses)) expect({ ability, told: permissions[ability] }).toEqual({ ability, told: status === 200 });
    const reads = role !== null;
    const creates = role === 'create' || role === 'admin';
    expect(permissions).toEqual({
      view: true,
      admin: role === 'admin',
      ownTeam: false,
      createContent: creates,
      createOpenAPISpec: creates,
      ingestConversations: role === 'admin',
      viewBilling: role === 'admin',
      listMembers: reads,
      listTeams: reads,
      listIntegrations: reads,
    });
  });

  it('tell who owns a team', async () => {
    const reader = await service.make.user({ organizationId, role: 'read' });
    const ownTeam = async (): Promise<boolean> => (await service.as(reader.token).get(path())).body.permissions.ownTeam;
    const team = await teamOf(reader, 'member');
    expect(await ownTeam()).toBe(false);
    await client.put(path(`/teams/${team}/members/${reader.id}`), { role: 'owner' });
    expect(await ownTeam()).toBe(true);
    // Guests reach no team, also where they own one.
    await client.patch(path(`/members/${reader.id}`), { role: null });
    expect(await ownTeam()).toBe(false);
  });
});

describe('the list of organizations', () => {
  it("has the caller's, oldest first, guests' and readers' alike, without those that disabled them", async () => {
    const user = await service.make.user();
    const expected: string[] = [];
    for (const role of ['admin', 'read', null, 'edit'] satisfies (Role | null)[]) {
      const { id } = await service.make.organization(`Organization of ${String(role)}`);
      await service.app.get(MembersService).join(id, user.id, role);
      if (role === 'edit') await service.app.get(MembersService).setDisabled(id, user.id, true);
      else expected.push(id);
    }
    const as = service.as(user.token);
    const all = (await as.get('/v1/orgs')).body;
    expect(all).toMatchObject({ count: 3 });
    expect(all.items.map(({ id }: Json) => id)).toEqual(expected);
    expect(all.items.map(({ permissions }: Json) => permissions.admin)).toEqual([true, false, false]);
    expect((await as.all('/v1/orgs?limit=1')).map(({ id }) => id)).toEqual(expected);
    const first = (await as.get('/v1/orgs?limit=2')).body;
    expect((await client.get(`/v1/orgs?page=${first.next.page}`)).status).toBe(400);
    expect((await service.as((await service.make.user()).token).get('/v1/orgs')).body).toEqual({ count: 0, items: [] });
    expect((await service.as().get('/v1/orgs')).status).toBe(401);
    expect((await as.get('/v1/orgs?limit=0')).status).toBe(400);
  });
});

describe('changing an organization', () => {
  it.each([
    ['title', 'Neuer Titel 😀'],
    ['emailDomains', ['example.com', 'xn--mller-kva.example']],
    ['hostname', 'a-host'],
    ['defaultRole', 'comment'],
    ['defaultRole', null],
    ['sso', true],
    ['ai', true],
    ['inviteLinks', true],
  ])('takes %s: %j', async (field, value) => {
    const before = await get();
    const { status, body } = await client.patch(path(), { [field]: field === 'hostname' ? newId().toLowerCase() : value });
    expect(status).toBe(200);
    if (field !== 'hostname') expect(body).toEqual({ ...before, [field]: value });
    expect(await get()).toEqual(body);
    // What isn't sent stays.
    expect((await client.patch(path(), {})).body).toEqual(body);
    expect((await client.patch(path())).body).toEqual(body);
  });

  it('takes a logo, which null clears', async () => {
    const logo = 'https://images.example.com/a.png?size=1';
    expect((await client.patch(path(), { logo })).body.urls.logo).toBe(logo);
    expect((await client.patch(path(), { title: 'Other' })).body.urls.logo).toBe(logo);
    expect((await client.patch(path(), { logo: null })).body.urls.logo).toBeUndefined();
    for (const bad of ['', 'no address', 'javascript:alert(1)', `https://example.com/${'x'.repeat(2048)}`, 1]) {
      expect((await client.patch(path(), { logo: bad })).status).toBe(400);
    }
  });

  it('writes e-mail domains in lower case and ASCII, each once', async () => {
    const { body } = await client.patch(path(), { emailDomains: ['Example.COM', 'müller.example', 'example.com', 'XN--MLLER-KVA.example'] });
    expect(body.emailDomains).toEqual(['example.com', 'xn--mller-kva.example']);
    const bad = ['', 'localhost', 'a b.com', 'user@example.com', 'https://example.com', '-a.com', 'a..com', '127.0.0.1', `${'a'.repeat(64)}.com`, `${'a.'.repeat(126)}com`, 1, null, ['x']];
    for (const domain of bad) {
      const answer = await client.patch(path(), { emailDomains: ['good.example', domain] });
      expect(answer).toMatchObject({ status: 400, body: { error: { details: [{ field: 'emailDomains.1' }] } } });
    }
    const many = Array.from({ length: 101 }, (_, index) => `d${String(index)}.example`);
    expect((await client.patch(path(), { emailDomains: many })).status).toBe(400);
    expect((await client.patch(path(), { emailDomains: many.slice(1) })).body.emailDomains).toHaveLength(100);
    expect((await client.patch(path(), { emailDomains: [] })).body.emailDomains).toEqual([]);
  });

  it('keeps host names apart', async () => {
    const hostname = `h-${newId().toLowerCase()}`;
    expect((await client.patch(path(), { hostname })).body.hostname).toBe(hostname);
    expect((await client.patch(path(), { hostname })).status).toBe(200);
    const other = (await service.make.organization()).id;
    const owner = await service.make.user({ organizationId: other, role: 'admin' });
    const taken = await service.as(owner.token).patch(`/v1/orgs/${other}`, { title: 'Not written', hostname });
    expect(taken).toMatchObject({ status: 409, body: { error: { message: 'Another organization has this hostname.' } } });
    expect((await service.as(owner.token).get(`/v1/orgs/${other}`)).body.title).toBe('Test organization');
    for (const bad of ['ab', 'x'.repeat(33), 'UPPER', 'a_b', '-ab', 'ab-', 'a.b', null]) expect((await client.patch(path(), { hostname: bad })).status).toBe(400);
    for (const good of ['x'.repeat(32), `${organizationId.slice(-3).toLowerCase()}`]) expect((await client.patch(path(), { hostname: good })).status).toBe(200);
  });

  it('knows no site as default content that the organization does not have', async () => {
    const site = await client.patch(path(), { title: 'Not written', defaultContent: { type: 'site', site: newId() } });
    expect(site).toMatchObject({ status: 400, body: { error: { details: [{ field: 'defaultContent.site' }] } } });
    expect((await get()).title).toBe('Test organization');
    expect((await client.patch(path(), { defaultContent: null })).status).toBe(200);
    for (const bad of [{}, { type: 'space', site: 'x' }, { type: 'site' }, { type: 'site', site: 'x', more: 1 }, 'site', []]) {
      expect((await client.patch(path(), { defaultContent: bad })).status).toBe(400);
    }
  });

  it('counts the title in code points, and refuses null where nothing can be cleared', async () => {
    for (const title of ['ab', '😀'.repeat(255)]) expect((await client.patch(path(), { title })).body.title).toBe(title);
    for (const title of ['a', '😀', '😀'.repeat(256), '', 'a\u0000b', 1]) expect((await client.patch(path(), { title })).status).toBe(400);
    for (const field of ['title', 'emailDomains', 'hostname', 'sso', 'ai', 'inviteLinks']) expect((await client.patch(path(), { [field]: null })).status).toBe(400);
    for (const body of [{ plan: 'free' }, { type: 'community' }, { billing: {} }, { id: 'x' }, { sso: 'true' }, { defaultRole: 'guest' }]) {
      expect((await client.patch(path(), body)).status).toBe(400);
    }
  });

  it('is for admins', async () => {
    for (const role of [...ROLES.filter((each) => each !== 'admin'), null]) {
      const user = await service.make.user({ organizationId, role });
      expect(await service.as(user.token).patch(path(), { title: 'Other' })).toMatchObject({ status: 403, body: { error: { message: expect.stringContaining('"admin"') } } });
    }
  });
});

describe('organizations of an e-mail domain', () => {
  it('are found by anybody, without case, international names either way, and without what only members see', async () => {
    const label = newId().toLowerCase();
    await client.patch(path(), { emailDomains: [`ü${label}.example`, `other-${label}.example`], defaultRole: 'edit', ai: true });
    const stranger = service.as((await service.make.user()).token);
    for (const spelled of [`ü${label}.example`, `Ü${label.toUpperCase()}.EXAMPLE`, (await get()).emailDomains[0]]) {
      const { status, body } = await stranger.get(`/v1/email-domains/${encodeURIComponent(spelled)}/orgs`);
      expect(status).toBe(200);
      expect(body.organizations).toHaveLength(1);
      const [found] = body.organizations;
      expect(found).toMatchObject({ object: 'organization', id: organizationId, emailDomains: [expect.stringMatching(/^xn--/)], sso: false, inviteLinks: false });
      for (const hidden of ['defaultRole', 'defaultContent', 'ai', 'billing']) expect(found).not.toHaveProperty(hidden);
      expect(found.emailDomains).toHaveLength(1);
      expect(Object.keys(found.permissions).sort()).toEqual(PERMISSIONS);
      expect(Object.values(found.permissions)).toEqual(PERMISSIONS.map(() => false));
    }
    const own = (await client.get(`/v1/email-domains/other-${label}.example/orgs`)).body.organizations;
    expect(own).toEqual([await get()]);
  });

  it('are none for an unknown domain, and what is no domain is refused', async () => {
    expect((await client.get(`/v1/email-domains/nobody.example/orgs`)).body).toEqual({ organizations: [] });
    for (const bad of ['localhost', 'a%20b.com', 'user@example.com', '%25', '*']) expect((await client.get(`/v1/email-domains/${bad}/orgs`)).status).toBe(400);
    expect((await service.as().get('/v1/email-domains/nobody.example/orgs')).status).toBe(401);
  });

  it('are several, oldest first', async () => {
    const domain = `${newId().toLowerCase()}.example`;
    const second = (await service.make.organization()).id;
    const owner = await service.make.user({ organizationId: second, role: 'admin' });
    await service.as(owner.token).patch(`/v1/orgs/${second}`, { emailDomains: [domain] });
    await client.patch(path(), { emailDomains: [domain] });
    const { organizations } = (await client.get(`/v1/email-domains/${domain}/orgs`)).body;
    expect(organizations.map(({ id }: Json) => id)).toEqual([organizationId, second]);
    expect(organizations[0].defaultRole).toBe('read');
    expect(organizations[1]).not.toHaveProperty('defaultRole');
  });
});

describe('an invitation by link', () => {
  it('is deleted once, by admins of its organization', async () => {
    const invite = await service.app.get(LinkInvitesService).create(organizationId, 'edit');
    const creator = await service.make.user({ organizationId, role: 'create' });
    const at = path(`/link-invites/${invite.id}`);
    expect(await service.as(creator.token).delete(at)).toMatchObject({ status: 403, body: { error: { message: expect.stringContaining('"admin"') } } });
    expect((await service.as((await service.make.user()).token).delete(at)).status).toBe(404);
    expect((await service.as().delete(at)).status).toBe(401);
    const other = (await service.make.organization()).id;
    const owner = await service.make.user({ organizationId: other, role: 'admin' });
    expect((await service.as(owner.token).delete(`/v1/orgs/${other}/link-invites/${invite.id}`)).status).toBe(404);
    const answer = await client.delete(at);
    expect(answer).toMatchObject({ status: 205, body: undefined });
    expect(answer.headers.get('content-length')).toBe('0');
    for (const gone of [at, path(`/link-invites/${newId()}`), path('/link-invites/x%20y')]) expect((await client.delete(gone)).status).toBe(404);
  });

  it('is deleted by one of two at the same time', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { id } = await service.app.get(LinkInvitesService).create(organizationId, null);
      const statuses = (await Promise.all([client.delete(path(`/link-invites/${id}`)), client.delete(path(`/link-invites/${id}`))])).map(({ status }) => status);
      expect(statuses.sort()).toEqual([205, 404]);
    }
  });
});

describe('an organization without an admin', () => {
  it('may exist, and takes any member', async () => {
    const { id } = await service.app.get(OrganizationsService).create('Empty');
    const reader = await service.make.user({ organizationId: id, role: 'read' });
    expect((await service.as(reader.token).delete(`/v1/orgs/${id}/members/${reader.id}`)).status).toBe(204);
  });
});
