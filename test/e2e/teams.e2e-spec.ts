import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/ids/id.js';
import type { Client } from '../support/client.js';
import { type TestUser } from '../support/factories.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

interface Stage {
  organizationId: string;
  teams: string;
  admin: TestUser;
  asAdmin: Client;
  member: TestUser;
  asMember: Client;
}

async function makeStage(): Promise<Stage> {
  const { id: organizationId } = await service.make.organization();
  const [admin, member] = await Promise.all([service.make.user({ organizationId, role: 'admin' }), service.make.user({ organizationId, role: 'create' })]);
  return { organizationId, teams: `/v1/orgs/${organizationId}/teams`, admin, asAdmin: service.as(admin.token), member, asMember: service.as(member.token) };
}

describe('creating a team', () => {
  it('answers the team, with its address and members', async () => {
    const { organizationId, teams, admin, asAdmin, member } = await makeStage();
    const made = await asAdmin.put(teams, { title: 'Docs', members: [member.id, admin.id, member.id] });
    expect(made).toMatchObject({
      status: 201,
      body: { object: 'team', title: 'Docs', members: 2, spaces: 0, createdAt: expect.any(String), permissions: { view: true, admin: true } },
    });
    expect(made.headers.get('location')).toBe(`${service.url}${teams}/${String(made.body.id)}`);
    expect((await asAdmin.get(`${teams}/${String(made.body.id)}`)).body).toEqual(made.body);
    const members = await asAdmin.all(`${teams}/${String(made.body.id)}/members`);
    expect(members.map(({ organization, team }) => [organization.id, team.role]).sort()).toEqual([[admin.id, 'member'], [member.id, 'member']].sort());
    expect(await service.make.db.query('SELECT count FROM team_counts WHERE organization_id = $1', [organizationId])).toEqual([{ count: 1 }]);
  });

  it('makes another team each time, also at once', async () => {
    const { teams, asAdmin } = await makeStage();
    for (let round = 1; round <= 20; round += 1) {
      const answers = await Promise.all(Array.from({ length: 5 }, () => asAdmin.put(teams, { title: 'Same' })));
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(5);
      expect((await asAdmin.get(`${teams}?limit=1`)).body.count).toBe(round * 5);
    }
  });

  it('takes titles of 1 to 64 characters, however many units those have', async () => {
    const { teams, asAdmin } = await makeStage();
    expect((await asAdmin.put(teams, { title: '😀'.repeat(64) })).body.title).toBe('😀'.repeat(64));
    for (const body of [undefined, {}, { title: '' }, { title: '😀'.repeat(65) }, { title: 1 }, { title: null }, { title: 'a\0' }, { title: 'x', name: 'y' }, { title: 'x', members: null }, { title: 'x', members: [1] }, { title: 'x', members: 'y' }]) {
      expect(await asAdmin.put(teams, body)).toMatchObject({ status: 400, body: { error: { code: 400 } } });
    }
    expect((await asAdmin.get(teams)).body.count).toBe(1);
  });

  it('refuses members that the organization lacks, naming each, and makes nothing', async () => {
    const { teams, asAdmin, member } = await makeStage();
    const stranger = await service.make.user();
    const refused = await asAdmin.put(teams, { title: 'Docs', members: [member.id, stranger.id, '__proto__', member.email] });
    expect(refused.status).toBe(400);
    expect(refused.body.error.details).toEqual([
      { field: 'members.1', message: `${stranger.id} is no member of the organization` },
      { field: 'members.2', message: '__proto__ is no member of the organization' },
      { field: 'members.3', message: `${member.email} is no member of the organization` },
    ]);
    expect((await asAdmin.get(teams)).body).toEqual({ count: 0, items: [] });
  });

  it('takes a thousand members and no more', async () => {
    const { teams, asAdmin, organizationId } = await makeStage();
    const ids = await service.make.db.query<{ id: string }>(
      `WITH made AS (INSERT INTO users (id, email, email_key, display_name, created_at)
         SELECT 'u' || n || $2, n || $2 || '@example.com', n || lower($2) || '@example.com', 'User', now() FROM generate_series(1, 1000) n RETURNING id)
       INSERT INTO members (organization_id, user_id, role, joined_at) SELECT $1, id, 'read', now() FROM made RETURNING user_id AS id`,
      [organizationId, newId()],
    );
    const members = ids.map(({ id }) => id);
    expect((await asAdmin.put(teams, { title: 'All', members })).body.members).toBe(1000);
    expect(await asAdmin.put(teams, { title: 'All', members: [...members, members[0]] })).toMatchObject({ status: 400, body: { error: { details: [{ field: 'members' }] } } });
  });

  it('is for organization admins', async () => {
    const { teams, asMember, organizationId } = await makeStage();
    expect(await asMember.put(teams, { title: 'Mine' })).toMatchObject({ status: 403, body: { error: { message: expect.stringContaining('"admin"') } } });
    const guest = await service.make.user({ organizationId, role: null });
    expect((await service.as(guest.token).put(teams, { title: 'Mine' })).status).toBe(403);
    const outsider = await service.make.user();
    expect((await service.as(outsider.token).put(teams, { title: 'Mine' })).status).toBe(404);
    expect((await service.as().put(teams, { title: 'Mine' })).status).toBe(401);
  });
});

describe('the list of teams', () => {
  it('goes from the oldest to the newest, page by page, with the number of all', async () => {
    const { teams, asMember, organizationId } = await makeStage();
    const ids: string[] = [];
    for (let index = 0; index < 7; index += 1) ids.push((await service.make.team({ organizationId, title: `Team ${String(index)}` })).id);
    await service.make.team({ organizationId: (await makeStage()).organizationId });
    expect((await asMember.all(`${teams}?limit=3`)).map(({ id }) => id)).toEqual(ids);
    const first = await asMember.get(`${teams}?limit=3`);
    expect(first.body).toMatchObject({ count: 7, items: [{ permissions: { view: true, admin: false } }, {}, {}] });
    await service.make.db.query('DELETE FROM teams WHERE id = $1', [ids[2]]);
    const second = await asMember.get(`${teams}?limit=3&page=${String(first.body.next.page)}`);
    expect(second.body).toMatchObject({ count: 6, items: [{ id: ids[3] }, { id: ids[4] }, { id: ids[5] }] });
    for (const query of [`page=${String(first.body.next.page)}&title=x`, 'page=x', 'page=', 'limit=0', 'limit=1001', 'title=a&title=b', 'owner=a&owner=b']) {
      expect((await asMember.get(`${teams}?${query}`)).status).toBe(400);
    }
  });

  it('is filtered by a part of the title: literally, without case and accents', async () => {
    const { teams, asMember, organizationId } = await makeStage();
    const titles = ['Résumé Team', '100% _real_', 'Müller', '設計チーム', 'Straße', 'x'];
    for (const title of titles) await service.make.team({ organizationId, title });
    const found = async (title: string): Promise<string[]> => {
      const path = `${teams}?title=${encodeURIComponent(title)}&limit=2`;
      const items = await asMember.all(path);
      expect((await asMember.get(path)).body.count).toBe(items.length);
      return items.map((team) => team.title);
    };
    expect(await found('resume')).toEqual(['Résumé Team']);
    expect(await found('RÉSUMÉ T')).toEqual(['Résumé Team']);
    expect(await found('%')).toEqual(['100% _real_']);
    expect(await found('_')).toEqual(['100% _real_']);
    expect(await found('\\')).toEqual([]);
    expect(await found('計')).toEqual(['設計チーム']);
    expect(await found('muller')).toEqual(['Müller']);
    expect(await found('STRASSE')).toEqual(['Straße']);
    expect(await found('e')).toEqual(['Résumé Team', '100% _real_', 'Müller', 'Straße']);
    expect(await found('')).toEqual(titles);
    await service.make.team({ organizationId: (await makeStage()).organizationId, title: 'Müller elsewhere' });
    expect(await found('müller')).toEqual(['Müller']);
  });

  it('is filtered by who can manage the teams', async () => {
    const { teams, asMember, organizationId, admin, member } = await makeStage();
    const [guest, disabled, outsider] = await Promise.all([service.make.user({ organizationId, role: null }), service.make.user({ organizationId }), service.make.user()]);
    const roles = { [guest.id]: 'owner', [disabled.id]: 'owner' } as const;
    const owned = await service.make.team({ organizationId, title: 'Owned', members: { [member.id]: 'owner', [admin.id]: 'member' } });
    const joined = await service.make.team({ organizationId, title: 'Joined', members: { [member.id]: 'member', ...roles } });
    await service.make.db.query('UPDATE members SET disabled = true WHERE user_id = $1', [disabled.id]);
    const managed = async (owner: string, rest = ''): Promise<string[]> => {
      const { status, body } = await asMember.get(`${teams}?owner=${owner}${rest}`);
      expect(status).toBe(200);
      expect(body.count).toBe(body.items.length);
      return body.items.map(({ id }: { id: string }) => id);
    };
    expect(await managed(member.id)).toEqual([owned.id]);
    expect(await managed(admin.id)).toEqual([owned.id, joined.id]);
    expect(await managed(admin.id, '&title=own')).toEqual([owned.id]);
    expect(await managed(member.id, '&title=join')).toEqual([]);
    for (const nobody of [guest.id, disabled.id, outsider.id, newId(), '', '%F0%9F%98%80']) expect(await managed(nobody)).toEqual([]);
    for (const { id, permissions } of (await asMember.get(teams)).body.items) expect(permissions).toEqual({ view: true, admin: id === owned.id });
  });

  it('is for members, not for guests or others', async () => {
    const { teams, organizationId } = await makeStage();
    const guest = await service.make.user({ organizationId, role: null });
    expect(await service.as(guest.token).get(teams)).toMatchObject({ status: 403, body: { error: { message: expect.stringContaining('"listTeams"') } } });
    const outsider = service.as((await service.make.user()).token);
    expect((await outsider.get(teams)).status).toBe(404);
    expect((await outsider.get(`/v1/orgs/${newId()}/teams`)).status).toBe(404);
    expect((await outsider.get('/v1/orgs/a%20b/teams')).status).toBe(404);
    expect((await service.as().get(teams)).status).toBe(401);
  });
});

describe('one team', () => {
  it('is seen by every member but guests, and in its own organization only', async () => {
    const { teams, asMember, organizationId } = await makeStage();
    const { id } = await service.make.team({ organizationId, title: 'Seen' });
    expect((await asMember.get(`${teams}/${id}`)).body).toMatchObject({ id, title: 'Seen', permissions: { view: true, admin: false } });
    const guest = await service.make.user({ organizationId, role: null });
    await service.make.db.query(`INSERT INTO team_members (organization_id, team_id, user_id, role) VALUES ($1, $2, $3, 'owner')`, [organizationId, id, guest.id]);
    const other = await makeStage();
    for (const [client, path] of [
      [service.as(guest.token), `${teams}/${id}`],
      [other.asAdmin, `${teams}/${id}`],
      [other.asAdmin, `${other.teams}/${id}`],
      [asMember, `${teams}/${newId()}`],
      [asMember, `${teams}/x%2Fy`],
    ] as const) {
      for (const answer of [await client.get(path), await client.patch(path, { title: 'New' }), await client.delete(path)]) expect(answer.status).toBe(404);
    }
  });

  it('is renamed by organization admins and its owners, and then found by the new title', async () => {
    const { teams, asAdmin, asMember, member, organizationId } = await makeStage();
    const { id } = await service.make.team({ organizationId, title: 'Before' });
    expect(await asMember.patch(`${teams}/${id}`, { title: 'New' })).toMatchObject({ status: 403, body: { error: { message: expect.stringContaining('"admin"') } } });
    const before = (await asAdmin.get(`${teams}/${id}`)).body;
    expect(await asAdmin.patch(`${teams}/${id}`, { title: 'After' })).toMatchObject({ status: 200, body: { ...before, title: 'After' } });
    expect((await asAdmin.patch(`${teams}/${id}`, { title: 'After' })).status).toBe(200);
    expect((await asAdmin.get(`${teams}?title=after`)).body.count).toBe(1);
    expect((await asAdmin.get(`${teams}?title=before`)).body.count).toBe(0);
    await asAdmin.put(`${teams}/${id}/members/${member.id}`, { role: 'owner' });
    expect(await asMember.patch(`${teams}/${id}`, { title: 'Owned' })).toMatchObject({ status: 200, body: { title: 'Owned', permissions: { admin: true } } });
    for (const body of [undefined, {}, { title: null }, { title: '' }, { title: 'a'.repeat(65) }, { title: 'x', members: [] }]) {
      expect((await asAdmin.patch(`${teams}/${id}`, body)).status).toBe(400);
    }
  });

  it('is deleted with its grants and memberships, once', async () => {
    const { teams, asAdmin, asMember, member, organizationId } = await makeStage();
    const guest = await service.make.user({ organizationId, role: null });
    const { id } = await service.make.team({ organizationId, members: { [guest.id]: 'member', [member.id]: 'member' } });
    const space = await service.make.space({ organizationId });
    await service.make.grantToTeam(space.id, id, 'read');
    const pages = `/v1/spaces/${space.id}/content/pages`;
    expect((await service.as(guest.token).get(pages)).status).toBe(200);
    expect((await asMember.delete(`${teams}/${id}`)).status).toBe(403);
    expect(await asAdmin.delete(`${teams}/${id}`)).toMatchObject({ status: 204, body: undefined });
    expect((await service.as(guest.token).get(pages)).status).toBe(404);
    expect((await asAdmin.get(`${teams}/${id}`)).status).toBe(404);
    expect((await asAdmin.delete(`${teams}/${id}`)).status).toBe(404);
    expect((await asAdmin.get(teams)).body.count).toBe(0);
    expect(await service.make.db.query('SELECT 1 FROM team_members WHERE team_id = $1 UNION ALL SELECT 1 FROM grants WHERE team_id = $1', [id])).toEqual([]);
  });

  it('counts each space once that its grants reach, those in the trash not at all', async () => {
    const { teams, asMember, organizationId } = await makeStage();
    const [team, empty] = [await service.make.team({ organizationId }), await service.make.team({ organizationId })];
    const spaces = await Promise.all(Array.from({ length: 4 }, () => service.make.space({ organizationId })));
    const [top, inner] = [newId(), newId()];
    const { db } = service.make;
    await db.query(
      `INSERT INTO targets (id, kind, organization_id, parent_id, position, ancestors) VALUES ($1, 'collection', $3, NULL, 'z0', ARRAY[$1]), ($2, 'collection', $3, $1, 'z1', ARRAY[$1, $2])`,
      [top, inner, organizationId],
    );
    const put = (space: number, ancestors: string[]) => db.query('UPDATE targets SET parent_id = $2, ancestors = $3 WHERE id = $1', [spaces[space]?.id, ancestors.at(-1), [...ancestors, spaces[space]?.id]]);
    await put(0, [top, inner]);
    await put(1, [top]);
    for (const target of [top, inner]) {
      await db.query(`INSERT INTO grants (id, organization_id, target_id, team_id, role, created_at) VALUES ($1, $2, $3, $4, 'read', now())`, [newId(), organizationId, target, team.id]);
    }
    for (const space of [spaces[0], spaces[2]]) await service.make.grantToTeam(space?.id ?? '', team.id, 'edit');
    const count = async (): Promise<number[]> => (await asMember.get(teams)).body.items.map((item: { spaces: number }) => item.spaces);
    expect(await count()).toEqual([3, 0]);
    await db.query('UPDATE targets SET trashed = true WHERE id = $1', [spaces[1]?.id]);
    expect(await count()).toEqual([2, 0]);
    expect((await asMember.get(`${teams}/${empty.id}`)).body.spaces).toBe(0);
  });
});

describe("the list of a member's teams", () => {
  it('tells the role in each, oldest team first, filtered by title', async () => {
    const { asMember, organizationId, member, admin } = await makeStage();
    const path = `/v1/orgs/${organizationId}/members/${member.id}/teams`;
    expect((await asMember.get(path)).body).toEqual({ count: 0, items: [] });
    const ids: string[] = [];
    for (const [title, role] of [['Ärzte', 'owner'], ['Docs', 'member'], ['Arzt', 'member']] as const) {
      ids.push((await service.make.team({ organizationId, title, members: { [member.id]: role } })).id);
    }
    await service.make.team({ organizationId, title: 'Arzt', members: { [admin.id]: 'owner' } });
    const items = await asMember.all(`${path}?limit=2`);
    expect(items.map(({ team, member: { role } }) => [team.id, role])).toEqual([[ids[0], 'owner'], [ids[1], 'member'], [ids[2], 'member']]);
    expect(items[0]).toMatchObject({ team: { object: 'team', title: 'Ärzte', members: 1, permissions: { view: true, admin: true } } });
    expect((await asMember.get(`${path}?limit=1`)).body.count).toBe(3);
    expect((await asMember.get(`${path}?title=ARZ&limit=1`)).body).toMatchObject({ count: 2, items: [{ team: { id: ids[0] } }], next: {} });
    const { page } = (await asMember.get(`${path}?limit=1`)).body.next;
    expect((await asMember.get(`/v1/orgs/${organizationId}/members/${admin.id}/teams?page=${String(page)}`)).status).toBe(400);
  });

  it('is for members, of those whom the organization has', async () => {
    const { asMember, organizationId } = await makeStage();
    const [guest, outsider] = await Promise.all([service.make.user({ organizationId, role: null }), service.make.user()]);
    const path = (id: string) => `/v1/orgs/${organizationId}/members/${id}/teams`;
    expect((await asMember.get(path(guest.id))).status).toBe(200);
    expect((await asMember.get(path(outsider.id))).status).toBe(404);
    expect((await asMember.get(path('x y'))).status).toBe(404);
    expect((await service.as(guest.token).get(path(guest.id))).status).toBe(403);
    expect((await service.as(outsider.token).get(path(guest.id))).status).toBe(404);
    expect((await service.as().get(path(guest.id))).status).toBe(401);
  });
});
