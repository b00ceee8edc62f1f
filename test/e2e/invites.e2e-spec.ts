import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { InvitesWithinOrganizations1790000032000 } from '../../src/kernel/database/migrations/1790000032000-invites-within-organizations.js';
import { MembersService } from '../../src/modules/members/members.service.js';
import type { Client, Json } from '../support/client.js';
import { whileHeld } from '../support/held-rows.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

/** An organization made over HTTP, with invite links switched on. */
async function makeOrganization(): Promise<{ client: Client; path: string; id: string }> {
  const client = service.as((await service.make.user()).token);
  const made = await client.post('/v1/orgs', { title: 'Acme' });
  expect([made.status, made.headers.get('location'), made.body.permissions.admin]).toEqual([201, made.body.urls.location, true]);
  const path = `/v1/orgs/${String(made.body.id)}`;
  expect((await client.patch(path, { inviteLinks: true })).status).toBe(200);
  return { client, path, id: String(made.body.id) };
}

describe('an organization', () => {
  it('begins with whoever makes it as its admin, and nothing else', async () => {
    const { client, path } = await makeOrganization();
    expect((await client.get(`${path}/members`)).body).toMatchObject({ count: 1, items: [{ role: 'admin' }] });
    expect((await client.get(`${path}/spaces`)).body).toEqual({ count: 0, items: [] });
    expect((await client.post('/v1/orgs', { title: 'A' })).status).toBe(400);
  });
});

describe('invitations by e-mail', () => {
  it('make users and members, once each, and leave members as they are', async () => {
    const { client, path, id } = await makeOrganization();
    const known = await service.make.user();
    const member = await service.make.user({ organizationId: id, role: 'edit' });
    const fresh = `New.${id}@example.com`;
    const body = { emails: [fresh, known.email.toUpperCase(), { email: member.email, role: 'admin' }, { email: `guest.${id}@example.com`, role: null }], role: 'comment', sso: true };
    const invited = await client.post(`${path}/invites`, body);
    expect([invited.status, invited.body.invited, invited.body.users.slice(1, 3)]).toEqual([200, 3, [known.id, member.id]]);
    const roles = Object.fromEntries((await client.all(`${path}/members`)).map((item: Json) => [item.user.email, [item.role, item.sso]]));
    expect(roles).toMatchObject({ [fresh]: ['comment', true], [known.email]: ['comment', true], [member.email]: ['edit', true], [`guest.${id}@example.com`]: [null, true] });
    expect((await client.post(`${path}/invites`, body)).body).toEqual({ ...invited.body, invited: 0 });
  });

  it('know a domain in letters and in ASCII for the same', async () => {
    const { client, path, id } = await makeOrganization();
    const local = `Jürgen.${id}`;
    const spellings = [`${local}@Bücher.example`, `${local}@bu\u0308cher.example`, `${local.toUpperCase()}@XN--bcher-kva.example`];
    const { status, body } = await client.post(`${path}/invites`, { emails: [...spellings, `${local}@bucher.example`], role: 'read' });
    expect([status, body.invited, new Set(body.users.slice(0, 3)).size, new Set(body.users).size]).toEqual([200, 2, 1, 2]);
    const team = (await client.put(`${path}/teams`, { title: 'Books' })).body;
    for (const email of spellings) {
      expect((await client.put(`${path}/teams/${String(team.id)}/members`, { add: [email] })).status).toBe(204);
      expect((await client.all(`${path}/teams/${String(team.id)}/members`)).map(({ organization }) => organization.id)).toEqual([body.users[0]]);
      expect((await client.put(`${path}/teams/${String(team.id)}/members`, { remove: [email] })).status).toBe(204);
    }
    expect((await client.get(`${path}/teams/${String(team.id)}`)).body.members).toBe(0);
  });

  it('know a user by the address that was kept before', async () => {
    const { client, path, id } = await makeOrganization();
    const known = await service.make.user();
    await service.make.db.query('UPDATE users SET email_key = $2 WHERE id = $1', [known.id, `${id.toLowerCase()}@xn--bcher-kva.example`]);
    for (const domain of ['bücher.example', 'xn--bcher-kva.example']) {
      expect((await client.post(`${path}/invites`, { emails: [`${id}@${domain}`], role: 'read' })).body.users).toEqual([known.id]);
    }
  });

  it.each([
    [{}, 'emails'],
    [{ emails: [] }, 'emails'],
    [{ emails: ['nobody'] }, 'emails.0'],
    [{ emails: ['a@example.com', { email: 'b@example.com' }] }, 'emails.1.role'],
    [{ emails: ['a@example.com', { email: 'x', role: 'read' }] }, 'emails.1.email'],
    [{ emails: ['a@example.com'], role: 'owner' }, 'role'],
    [{ emails: Array.from({ length: 101 }, (_, index) => `u${String(index)}@example.com`) }, 'emails'],
  ])('of %j are refused, and nobody comes in', async (body, field) => {
    const { client, path } = await makeOrganization();
    const refused = await client.post(`${path}/invites`, body);
    expect([refused.status, refused.body.error.details[0].field]).toEqual([400, field]);
    expect((await client.get(`${path}/members`)).body.count).toBe(1);
  });
});

describe('invitations by link', () => {
  it('to the organization let whoever has them in, and raise a lower role', async () => {
    const { client, path, id } = await makeOrganization();
    const made = await client.post(`${path}/link-invites`, { role: 'edit' });
    expect([made.status, made.headers.get('location'), made.body]).toMatchObject([201, made.body.urls.location, { object: 'invite', role: 'edit', redundant: true }]);
    const [outsider, reader, admin] = [await service.make.user(), await service.make.user({ organizationId: id, role: 'read' }), await service.make.user({ organizationId: id, role: 'admin' })];
    expect((await service.as(outsider.token).get(`${path}/link-invites/${String(made.body.id)}`)).body).toMatchObject({ role: 'edit', redundant: false });
    for (const { token } of [outsider, reader, admin]) {
      expect((await service.as(token).post(`${path}/invites/${String(made.body.id)}`)).body.redundant).toBe(true);
    }
    const roles = Object.fromEntries((await client.all(`${path}/members`)).map((item: Json) => [item.id, item.role]));
    expect([roles[outsider.id], roles[reader.id], roles[admin.id]]).toEqual(['edit', 'edit', 'admin']);
    expect((await client.delete(`${path}/link-invites/${String(made.body.id)}`)).status).toBe(205);
    expect((await service.as(outsider.token).post(`${path}/invites/${String(made.body.id)}`)).status).toBe(404);
  });

  it('to a collection or a space make guests who reach just that', async () => {
    const { client, path, id } = await makeOrganization();
    const collection = await service.make.collection({ organizationId: id });
    const [inside, outside] = [await service.make.space({ organizationId: id, parentId: collection.id }), await service.make.space({ organizationId: id })];
    const made = await client.post(`${path}/link-invites`, { level: 'comment', collection: collection.id });
    expect(made.body).toMatchObject({ level: 'comment', collection: { id: collection.id } });
    const toSpace = await client.post(`${path}/link-invites`, { level: 'read', space: inside.id });
    expect(toSpace.body).toMatchObject({ level: 'read', space: { id: inside.id } });
    const guest = service.as((await service.make.user()).token);
    expect((await guest.post(`${path}/invites/${String(made.body.id)}`)).body).toMatchObject({ redundant: true });
    expect((await guest.get(`${path}/link-invites/${String(toSpace.body.id)}`)).body.redundant).toBe(true);
    expect((await guest.get(`/v1/spaces/${inside.id}`)).body.permissions).toMatchObject({ comment: true, edit: false });
    expect((await guest.get(`/v1/spaces/${outside.id}`)).status).toBe(404);
  });

  it('are listed in pages, the oldest first, and changed', async () => {
    const { client, path } = await makeOrganization();
    const made: string[] = [];
    for (const role of ['read', 'edit', null]) made.push(String((await client.post(`${path}/link-invites`, { role })).body.id));
    expect((await client.all(`${path}/link-invites?limit=2`)).map((invite) => invite.id)).toEqual(made);
    const changed = await client.patch(`${path}/link-invites/${made[0] ?? ''}`, { role: 'review' });
    expect([changed.status, changed.body.role]).toEqual([200, 'review']);
    expect((await client.patch(`${path}/link-invites/${made[0] ?? ''}`, { level: 'read' })).status).toBe(400);
  });

  it('are refused while they are switched off, and when the body does not tell one thing', async () => {
    const { client, path, id } = await makeOrganization();
    const { id: space } = await service.make.space({ organizationId: id });
    const { id: foreign } = await service.make.space();
    for (const body of [{}, { level: 'read' }, { space }, { role: 'read', space, level: 'read' }, { level: 'read', space: foreign }, { level: 'read', space: 'none' }, { level: 'read', collection: space }]) {
      expect([body, (await client.post(`${path}/link-invites`, body)).status]).toEqual([body, 400]);
    }
    const invite = String((await client.post(`${path}/link-invites`, { role: 'read' })).body.id);
    await client.patch(path, { inviteLinks: false });
    expect((await client.post(`${path}/link-invites`, { role: 'read' })).status).toBe(412);
    expect((await service.as((await service.make.user()).token).post(`${path}/invites/${invite}`)).status).toBe(412);
  });
});

describe('invitations by link that are changed while somebody takes them up', () => {
  const hold = 'SELECT FROM organizations WHERE id = $1 FOR NO KEY UPDATE';

  it('let nobody in once they are deleted', async () => {
    const { client, path, id } = await makeOrganization();
    const invite = String((await client.post(`${path}/link-invites`, { role: 'admin' })).body.id);
    const outsider = service.as((await service.make.user()).token);
    const joined = await whileHeld(service.make.db, hold, [id], async (waiters) => {
      const joining = outsider.post(`${path}/invites/${invite}`);
      await waiters(1);
      expect((await client.delete(`${path}/link-invites/${invite}`)).status).toBe(205);
      return { begun: joining };
    });
    expect(joined.status).toBe(404);
    expect((await client.get(`${path}/members`)).body.count).toBe(1);
  });

  it('take no change once they are deleted', async () => {
    const { client, path } = await makeOrganization();
    const invite = String((await client.post(`${path}/link-invites`, { role: 'admin' })).body.id);
    const changed = await whileHeld(service.make.db, 'DELETE FROM link_invites WHERE id = $1', [invite], async (waiters) => {
      const changing = client.patch(`${path}/link-invites/${invite}`, { role: 'read' });
      await waiters(1);
      return { begun: changing };
    });
    expect(changed.status).toBe(404);
  });

  it('give the role that they give by then', async () => {
    const { client, path, id } = await makeOrganization();
    const invite = String((await client.post(`${path}/link-invites`, { role: 'admin' })).body.id);
    const outsider = await service.make.user();
    const joined = await whileHeld(service.make.db, hold, [id], async (waiters) => {
      const joining = service.as(outsider.token).post(`${path}/invites/${invite}`);
      await waiters(1);
      expect((await client.patch(`${path}/link-invites/${invite}`, { role: 'read' })).status).toBe(200);
      return { begun: joining };
    });
    expect(joined).toMatchObject({ status: 200, body: { role: 'read' } });
    expect((await client.get(`${path}/members/${outsider.id}`)).body.role).toBe('read');
  });
});

/** Two organizations, and somebody who is admin of both. */
async function makePair(): Promise<{ client: Client; path: string; id: string; elsewhere: string; mover: Client }> {
  const one = await makeOrganization();
  const { id: elsewhere } = await service.make.organization();
  const mover = await service.make.user({ organizationId: one.id, role: 'admin' });
  await service.make.join(elsewhere, mover.id, 'admin');
  return { ...one, elsewhere, mover: service.as(mover.token) };
}

describe('invitations by link to what goes to another organization', () => {
  it.each(['space', 'collection'] as const)('end with everything inside, when it is a %s', async (kind) => {
    const { client, path, id, elsewhere, mover } = await makePair();
    const collection = await service.make.collection({ organizationId: id });
    const space = await service.make.space({ organizationId: id, ...(kind === 'space' ? {} : { parentId: collection.id }) });
    const bodies = [{ space: space.id }, ...(kind === 'space' ? [] : [{ collection: collection.id }])];
    const gone: string[] = [];
    for (const body of bodies) gone.push(String((await client.post(`${path}/link-invites`, { level: 'read', ...body })).body.id));
    const kept = (await client.post(`${path}/link-invites`, { role: 'read' })).body;
    expect((await mover.post(`/v1/${kind}s/${kind === 'space' ? space.id : collection.id}/transfer`, { organization: elsewhere })).status).toBe(200);
    const reader = await service.make.user({ organizationId: elsewhere, role: 'read' });
    for (const invite of gone) {
      expect([(await client.get(`${path}/link-invites/${invite}`)).status, (await client.patch(`${path}/link-invites/${invite}`, { level: 'admin' })).status]).toEqual([404, 404]);
      expect((await service.as(reader.token).post(`${path}/invites/${invite}`)).status).toBe(404);
    }
    expect((await client.get(`${path}/link-invites`)).body).toEqual({ count: 1, items: [kept] });
    expect((await service.as(reader.token).get(`/v1/spaces/${space.id}`)).body.permissions).toMatchObject({ view: true, comment: false });
    expect((await client.all(`${path}/members`)).map((member) => member.id)).not.toContain(reader.id);
  });

  it('are refused, or end with the others, when they are made or taken up meanwhile', async () => {
    const { client, path, id, elsewhere, mover } = await makePair();
    const reader = await service.make.user({ organizationId: elsewhere, role: 'read' });
    for (let round = 0; round < 5; round += 1) {
      const space = await service.make.space({ organizationId: id });
      const invite = String((await client.post(`${path}/link-invites`, { level: 'admin', space: space.id })).body.id);
      const [transferred, joined, ...made] = await Promise.all([
        mover.post(`/v1/spaces/${space.id}/transfer`, { organization: elsewhere }),
        service.as(reader.token).post(`${path}/invites/${invite}`),
        ...Array.from({ length: 4 }, () => client.post(`${path}/link-invites`, { level: 'read', space: space.id })),
      ]);
      expect(transferred.status).toBe(200);
      for (const { status } of made) expect([201, 400]).toContain(status);
      // Whoever joined before is a member there, and keeps the grant.
      const { permissions } = (await service.as(reader.token).get(`/v1/spaces/${space.id}`)).body;
      expect([joined.status, permissions.admin]).toEqual(permissions.admin === true ? [200, true] : [404, false]);
      expect((await client.get(`${path}/link-invites`)).body).toEqual({ count: 0, items: [] });
    }
  });

  it('that stayed in the old organization are deleted by a migration', async () => {
    const { id } = await makeOrganization();
    const { id: foreign } = await service.make.space();
    const { id: own } = await service.make.space({ organizationId: id });
    const dataSource = await new DataSource({ type: 'postgres', url: service.databaseUrl }).initialize();
    const runner = dataSource.createQueryRunner();
    const migration = new InvitesWithinOrganizations1790000032000();
    try {
      await runner.startTransaction();
      await migration.down(runner);
      for (const target of [foreign, own, null]) {
        await runner.query(`INSERT INTO link_invites (id, organization_id, level, target_id, created_at) VALUES ($1, $2, $3, $4, now())`, [`of-${target ?? 'all'}`, id, target === null ? null : 'read', target]);
      }
      await migration.up(runner);
      const left = (await runner.query('SELECT target_id FROM link_invites WHERE organization_id = $1', [id])) as { target_id: string | null }[];
      expect(left.map(({ target_id }) => target_id).sort()).toEqual([own, null]);
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
      await dataSource.destroy();
    }
  });
});

describe('invitations by link to a space in the trash', () => {
  it('are seen by admins alone and let nobody in, until it is restored', async () => {
    const { client, path, id } = await makeOrganization();
    const space = await service.make.space({ organizationId: id });
    await client.patch(`/v1/spaces/${space.id}`, { defaultLevel: null });
    const invite = String((await client.post(`${path}/link-invites`, { level: 'read', space: space.id })).body.id);
    expect((await client.delete(`/v1/spaces/${space.id}`)).status).toBe(204);
    const stranger = await service.make.user();
    expect((await service.as(stranger.token).get(`${path}/link-invites/${invite}`)).status).toBe(404);
    for (const someone of [service.as(stranger.token), client]) expect((await someone.post(`${path}/invites/${invite}`)).status).toBe(404);
    expect((await client.all(`${path}/members`)).map((member) => member.id)).not.toContain(stranger.id);
    expect((await client.get(`${path}/link-invites/${invite}`)).body).toMatchObject({ space: { id: space.id, deletedAt: expect.any(String) } });
    expect((await client.post(`/v1/spaces/${space.id}/restore`)).status).toBe(200);
    expect((await service.as(stranger.token).post(`${path}/invites/${invite}`)).status).toBe(200);
    expect((await service.as(stranger.token).get(`/v1/spaces/${space.id}`)).status).toBe(200);
  });
});

describe('invitations by link whose maker', () => {
  it.each([
    ['is no admin any more', (members: MembersService, ...of: [string, string]) => members.setRole(...of, 'create')],
    ['is disabled', (members: MembersService, ...of: [string, string]) => members.setDisabled(...of, true)],
    ['is no member any more', (members: MembersService, ...of: [string, string]) => members.remove(...of)],
  ])('%s let nobody in, least of all the maker', async (_, demote) => {
    const { client, path, id } = await makeOrganization();
    const maker = await service.make.user({ organizationId: id, role: 'admin' });
    const asMaker = service.as(maker.token);
    const space = await service.make.space({ organizationId: id });
    const kept = (await client.post(`${path}/link-invites`, { role: 'read' })).body;
    const made: string[] = [];
    for (const body of [{ role: 'admin' }, { level: 'admin', space: space.id }]) made.push(String((await asMaker.post(`${path}/link-invites`, body)).body.id));
    const outsider = service.as((await service.make.user()).token);
    expect((await outsider.get(`${path}/link-invites/${made[0] ?? ''}`)).status).toBe(200);
    await demote(service.app.get(MembersService), id, maker.id);
    for (const invite of made) {
      for (const someone of [outsider, asMaker]) {
        expect([(await someone.get(`${path}/link-invites/${invite}`)).status, (await someone.post(`${path}/invites/${invite}`)).status]).toEqual([404, 404]);
      }
      expect((await client.get(`${path}/link-invites/${invite}`)).status).toBe(200);
    }
    expect((await client.get(`${path}/link-invites`)).body.count).toBe(3);
    expect((await outsider.post(`${path}/invites/${String(kept.id)}`)).status).toBe(200);
  });

  it('would be no admin of the organization are refused, also to a space that they are admin of', async () => {
    const { path, id } = await makeOrganization();
    const space = await service.make.space({ organizationId: id });
    const member = await service.make.user({ organizationId: id, role: 'comment' });
    await service.make.grant(space.id, member.id, 'admin');
    expect((await service.as(member.token).post(`${path}/link-invites`, { level: 'read', space: space.id })).status).toBe(403);
  });
});
