import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MembersService } from '../../src/modules/members/members.service.js';
import { makeStage, rolesIn } from '../support/team-stage.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

const ROUNDS = Array.from({ length: 20 }, (_, round) => round);

describe('changes of a team at the same time', () => {
  it('add and remove one user: either order, never half', async () => {
    const stage = await makeStage(service);
    const { asAdmin, members, ada } = stage;
    for (const round of ROUNDS) {
      const path = `${members}/${ada.id}`;
      const answers = await Promise.all([asAdmin.put(path, { role: 'owner' }), asAdmin.delete(path), asAdmin.put(members, { add: [ada.id] }), asAdmin.put(members, { remove: [ada.email] })]);
      expect([round, answers.map(({ status }) => status)]).toEqual([round, [204, expect.any(Number), 204, 204]]);
      expect([204, 404]).toContain(answers[1].status);
      const roles = await rolesIn(stage);
      expect(Object.keys(roles).every((id) => id === ada.id)).toBe(true);
    }
  });

  it('add the same users in different orders', async () => {
    const stage = await makeStage(service);
    const { asAdmin, members, ada, ben, eve } = stage;
    for (const round of ROUNDS) {
      const lists = [[ada, ben, eve], [eve, ben, ada], [ben, eve, ada]].map((users) => users.map(({ id }) => id));
      const answers = await Promise.all([...lists.map((add) => asAdmin.put(members, { add })), ...lists.map((remove) => asAdmin.put(members, { remove }))]);
      expect([round, answers.map(({ status }) => status)]).toEqual([round, [204, 204, 204, 204, 204, 204]]);
      await rolesIn(stage);
    }
  });

  it('delete the team while adding to it', async () => {
    const { asAdmin, ada, ben, organizationId } = await makeStage(service);
    for (const round of ROUNDS) {
      const { id } = await service.make.team({ organizationId });
      const team = `/v1/orgs/${organizationId}/teams/${id}`;
      const [added, put, gone, renamed] = await Promise.all([asAdmin.put(`${team}/members`, { add: [ada.id, ben.id] }), asAdmin.put(`${team}/members/${ada.id}`), asAdmin.delete(team), asAdmin.patch(team, { title: 'New' })]);
      expect([round, gone.status]).toEqual([round, 204]);
      for (const { status } of [added, put]) expect([204, 404]).toContain(status);
      expect([200, 404]).toContain(renamed.status);
      expect((await asAdmin.get(team)).status).toBe(404);
    }
    expect((await asAdmin.get(`/v1/orgs/${organizationId}/members/${ada.id}/teams`)).body.count).toBe(0);
    expect((await asAdmin.get(`/v1/orgs/${organizationId}/teams`)).body.count).toBe(1);
  });

  it('take a user from the organization while adding them to teams', async () => {
    const { asAdmin, organizationId } = await makeStage(service);
    const teams = await Promise.all([service.make.team({ organizationId }), service.make.team({ organizationId })]);
    for (const round of ROUNDS) {
      const user = await service.make.user({ organizationId });
      const adding = teams.map(({ id }) => asAdmin.put(`/v1/orgs/${organizationId}/teams/${id}/members`, { add: [user.id] }));
      const created = asAdmin.put(`/v1/orgs/${organizationId}/teams`, { title: 'With', members: [user.id] });
      const leaving = service.app.get(MembersService).remove(organizationId, user.id);
      const [added, { status }] = await Promise.all([Promise.all(adding), created, leaving]);
      for (const answer of added) expect([round, answer.status]).toEqual([round, answer.status === 400 ? 400 : 204]);
      expect([round, status]).toEqual([round, status === 400 ? 400 : 201]);
    }
    expect(await service.make.db.query('SELECT title FROM teams t WHERE members <> (SELECT count(*) FROM team_members m WHERE m.team_id = t.id)')).toEqual([]);
  });
});
