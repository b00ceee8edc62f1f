import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/ids/id.js';
import { makeStage, rolesIn } from '../support/team-stage.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

describe('the members of a team', () => {
  it('are listed with their membership in the organization and in the team, latest first', async () => {
    const stage = await makeStage(service);
    const { members, asAdmin, ada, ben, eve } = stage;
    for (const [index, { id }] of [ben, eve, ada].entries()) {
      await asAdmin.put(`${members}/${id}`, { role: index === 1 ? 'owner' : undefined });
      // An order by time needs times apart.
      await service.make.db.query(`UPDATE team_members SET added_at = added_at + $2 * interval '1 second' WHERE user_id = $1`, [id, index]);
    }
    expect((await asAdmin.all(`${members}?limit=1`)).map(({ organization }) => organization.id)).toEqual([ada.id, eve.id, ben.id]);
    const { body } = await service.as(ben.token).get(`${members}?limit=2`);
    expect(body).toMatchObject({ count: 3, next: { page: expect.any(String) } });
    expect(body.items[1]).toEqual({
      organization: {
        object: 'member',
        id: eve.id,
        role: 'read',
        user: { object: 'user', id: eve.id, displayName: expect.any(String), email: eve.email, urls: { location: expect.any(String) } },
        disabled: false,
        joinedAt: expect.any(String),
        sso: false,
        spaces: 0,
        teams: 1,
      },
      team: { role: 'owner' },
      permissions: { view: true },
    });
    const { page } = body.next;
    expect((await asAdmin.get(`${members}?page=${String(page)}`)).body.items).toHaveLength(1);
    for (const query of ['page=x', 'limit=0', 'limit=1001', 'limit=2&limit=3']) expect((await asAdmin.get(`${members}?${query}`)).status).toBe(400);
  });

  it('are seen by every member but guests', async () => {
    const { members, ada, organizationId } = await makeStage(service);
    const [guest, outsider] = await Promise.all([service.make.user({ organizationId, role: null }), service.make.user()]);
    expect((await service.as(ada.token).get(members)).body).toEqual({ count: 0, items: [] });
    for (const { token } of [guest, outsider]) expect((await service.as(token).get(members)).status).toBe(404);
    expect((await service.as().get(members)).status).toBe(401);
  });

  it('leave with their membership in the organization, and stay while it is disabled', async () => {
    const stage = await makeStage(service);
    const { asAdmin, members, ada, ben } = stage;
    await asAdmin.put(members, { add: [ada.id, ben.id] });
    await service.make.db.query('UPDATE members SET disabled = true WHERE user_id = $1', [ada.id]);
    await service.make.db.query('DELETE FROM members WHERE user_id = $1', [ben.id]);
    expect(await rolesIn(stage)).toEqual({ [ada.id]: 'member' });
    expect((await asAdmin.put(`${members}/${ben.id}`)).status).toBe(404);
    expect((await asAdmin.delete(`${members}/${ben.id}`)).status).toBe(404);
  });
});

describe('changing several members', () => {
  it('adds and removes by id or address, and sets roles', async () => {
    const stage = await makeStage(service);
    const { asAdmin, members, ada, ben, eve } = stage;
    expect(await asAdmin.put(members, { add: [ada.id, ben.email.toUpperCase(), ada.email] })).toMatchObject({ status: 204, body: undefined });
    expect(await rolesIn(stage)).toEqual({ [ada.id]: 'member', [ben.id]: 'member' });
    expect((await asAdmin.put(members, { memberships: { [ada.id]: { role: 'owner' }, [eve.email.toUpperCase()]: { role: 'owner' } } })).status).toBe(204);
    expect(await rolesIn(stage)).toEqual({ [ada.id]: 'owner', [ben.id]: 'member', [eve.id]: 'owner' });
    const change = { add: [ada.id, ben.id], remove: [ben.email.toUpperCase()], memberships: { [eve.id]: { role: 'member' }, [ben.id]: { role: 'owner' } } };
    for (let time = 0; time < 2; time += 1) {
      expect((await asAdmin.put(members, change)).status).toBe(204);
      expect(await rolesIn(stage)).toEqual({ [ada.id]: 'owner', [eve.id]: 'member' });
    }
    for (const nothing of [undefined, {}, { add: [] }, { add: [], remove: [], memberships: {} }]) expect((await asAdmin.put(members, nothing)).status).toBe(204);
    expect((await asAdmin.put(members, { remove: [ada.id, eve.id, ben.id] })).status).toBe(204);
    expect(await rolesIn(stage)).toEqual({});
  });

  it('changes nothing when one of the users is unknown, and names each', async () => {
    const stage = await makeStage(service);
    const { asAdmin, members, ada, ben } = stage;
    const outsider = await service.make.user();
    await asAdmin.put(members, { add: [ben.id] });
    const raw = `{"add": ["${ada.id}", "${outsider.id}"], "remove": ["${ben.id}", "nobody@example.com"], "memberships": {"${ben.id}": {"role": "owner"}, "__proto__": {"role": "owner"}}}`;
    const refused = await asAdmin.put(members, undefined, { raw });
    expect(refused.status).toBe(400);
    expect(refused.body.error.details.map(({ field }: { field: string }) => field)).toEqual(['add.1', 'remove.1', 'memberships.__proto__']);
    expect(refused.body.error.message).toContain(outsider.id);
    expect(await rolesIn(stage)).toEqual({ [ben.id]: 'member' });
  });

  it('takes a thousand users in each list and no more', async () => {
    const { asAdmin, members, ada } = await makeStage(service);
    const most = Array.from({ length: 1000 }, () => ada.id);
    expect((await asAdmin.put(members, { add: most })).status).toBe(204);
    expect(await asAdmin.put(members, { add: [...most, ada.id] })).toMatchObject({ status: 400, body: { error: { details: [{ field: 'add' }] } } });
  });

  it('refuses two roles for one user', async () => {
    const stage = await makeStage(service);
    const { asAdmin, members, ada } = stage;
    expect((await asAdmin.put(members, { memberships: { [ada.id]: { role: 'owner' }, [ada.email]: { role: 'member' } } })).status).toBe(400);
    expect((await asAdmin.put(members, { memberships: { [ada.id]: { role: 'owner' }, [ada.email]: { role: 'owner' } } })).status).toBe(204);
    expect(await rolesIn(stage)).toEqual({ [ada.id]: 'owner' });
  });

  it.each([
    ['{"add": "x"}', 'add'],
    ['{"add": null}', 'add'],
    ['{"add": [1]}', 'add.0'],
    ['{"remove": [""]}', 'remove.0'],
    [JSON.stringify({ remove: ['x'.repeat(321)] }), 'remove.0'],
    ['{"memberships": null}', 'memberships'],
    ['{"memberships": []}', 'memberships'],
    ['{"memberships": {"x": "owner"}}', 'memberships.x'],
    ['{"memberships": {"x": {}}}', 'memberships.x.role'],
    ['{"memberships": {"x": {"role": "admin"}}}', 'memberships.x.role'],
    ['{"memberships": {"x": {"role": "owner", "y": 1}}}', 'memberships.x.y'],
    ['{"memberships": {"constructor": {"__proto__": 1}}}', 'memberships.constructor.__proto__'],
    ['{"__proto__": {"add": []}}', '__proto__'],
    ['{"members": []}', 'members'],
    ['[]', 'body'],
  ])('refuses %s', async (raw, field) => {
    const { asAdmin, members } = await makeStage(service);
    expect(await asAdmin.put(members, undefined, { raw })).toMatchObject({ status: 400, body: { error: { details: [{ field }] } } });
  });
});

describe('changing one member', () => {
  it('adds as a member unless a role is given, and keeps a role that nothing is said of', async () => {
    const stage = await makeStage(service);
    const { asAdmin, members, ada, ben } = stage;
    expect(await asAdmin.put(`${members}/${ada.id}`)).toMatchObject({ status: 204, body: undefined });
    expect((await asAdmin.put(`${members}/${ben.id}`, { role: 'owner' })).status).toBe(204);
    expect(await rolesIn(stage)).toEqual({ [ada.id]: 'member', [ben.id]: 'owner' });
    expect((await asAdmin.put(`${members}/${ben.id}`, {})).status).toBe(204);
    expect((await asAdmin.put(`${members}/${ada.id}`, { role: 'owner' })).status).toBe(204);
    expect(await rolesIn(stage)).toEqual({ [ada.id]: 'owner', [ben.id]: 'owner' });
    for (const body of [{ role: null }, { role: 'admin' }, { role: 1 }, { roles: 'owner' }, []]) expect((await asAdmin.put(`${members}/${ada.id}`, body)).status).toBe(400);
  });

  it('removes once', async () => {
    const stage = await makeStage(service);
    const { asAdmin, members, ada, ben } = stage;
    await asAdmin.put(members, { add: [ada.id, ben.id] });
    expect(await asAdmin.delete(`${members}/${ada.id}`)).toMatchObject({ status: 204, body: undefined });
    expect((await asAdmin.delete(`${members}/${ada.id}`)).status).toBe(404);
    expect(await rolesIn(stage)).toEqual({ [ben.id]: 'member' });
  });

  it('is 404 for users whom the organization lacks, and in other teams', async () => {
    const { asAdmin, members, ada, organizationId } = await makeStage(service);
    const outsider = await service.make.user();
    for (const id of [outsider.id, newId(), encodeURIComponent(ada.email), 'x%20y']) {
      expect((await asAdmin.put(`${members}/${id}`)).status).toBe(404);
      expect((await asAdmin.delete(`${members}/${id}`)).status).toBe(404);
    }
    const missing = `/v1/orgs/${organizationId}/teams/${newId()}/members`;
    for (const answer of [await asAdmin.get(missing), await asAdmin.put(missing, {}), await asAdmin.put(`${missing}/${ada.id}`), await asAdmin.delete(`${missing}/${ada.id}`)]) {
      expect(answer.status).toBe(404);
    }
  });
});

describe('managing members', () => {
  it('is for organization admins and owners of the team, as its permissions tell', async () => {
    const stage = await makeStage(service);
    const { asAdmin, team, members, ada, ben, eve, organizationId } = stage;
    await asAdmin.put(members, { memberships: { [ada.id]: { role: 'owner' }, [ben.id]: { role: 'member' } } });
    const guest = await service.make.user({ organizationId, role: null });
    await asAdmin.put(`${members}/${guest.id}`, { role: 'owner' });
    const outsider = await service.make.user();
    for (const [user, status] of [[ada, 204], [ben, 403], [eve, 403], [guest, 404], [outsider, 404]] as const) {
      const client = service.as(user.token);
      const got = await client.get(team);
      expect(got.body.permissions).toEqual(status === 404 ? undefined : { view: true, admin: status === 204 });
      expect((await client.put(members, { remove: [eve.id] })).status).toBe(status);
      expect((await client.put(`${members}/${eve.id}`, { role: 'member' })).status).toBe(status);
      expect((await client.delete(`${members}/${eve.id}`)).status).toBe(status);
      if (status === 403) expect((await client.put(members, {})).body.error.message).toContain('"admin"');
    }
    for (const answer of [await service.as().put(members, {}), await service.as().put(`${members}/${eve.id}`), await service.as().delete(`${members}/${eve.id}`)]) expect(answer.status).toBe(401);
    expect((await service.as(ben.token).delete(`${members}/${ben.id}`)).status).toBe(403);
    expect((await service.as(ada.token).delete(`${members}/${ada.id}`)).status).toBe(204);
    expect((await service.as(ada.token).put(members, {})).status).toBe(403);
  });
});

describe('what a team may read', () => {
  it('its members may read, also after they were removed and added again', async () => {
    const { asAdmin, members, organizationId, teamId } = await makeStage(service);
    const guest = await service.make.user({ organizationId, role: null });
    const space = await service.make.space({ organizationId });
    const page = `/v1/spaces/${space.id}/content/page/${await service.make.page(space.id, { markdown: 'text\n' })}`;
    await service.make.grantToTeam(space.id, teamId, 'edit');
    const reads = async (): Promise<number> => (await service.as(guest.token).get(page)).status;
    expect(await reads()).toBe(404);
    for (let time = 0; time < 3; time += 1) {
      await asAdmin.put(members, { add: [guest.id] });
      expect(await reads()).toBe(200);
      await asAdmin.put(members, { remove: [guest.id] });
      expect(await reads()).toBe(404);
      await asAdmin.put(`${members}/${guest.id}`);
      expect(await reads()).toBe(200);
      await asAdmin.delete(`${members}/${guest.id}`);
      expect(await reads()).toBe(404);
    }
  });
});
