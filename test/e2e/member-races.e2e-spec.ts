import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/ids/id.js';
import { UsersService } from '../../src/modules/identity/users.service.js';
import { MembersService } from '../../src/modules/members/members.service.js';
import type { Answer } from '../support/client.js';
import type { TestUser } from '../support/factories.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

describe('changes of members at the same time', () => {
  it.each([0, 1])('two admins that demote each other leave one, beside %i others', async (others) => {
    for (let round = 0; round < 20; round += 1) {
      const { id: organizationId } = await service.make.organization();
      for (let other = 0; other < others; other += 1) await service.make.user({ organizationId, role: 'admin' });
      const [one, other] = await Promise.all([service.make.user({ organizationId, role: 'admin' }), service.make.user({ organizationId, role: 'admin' })]);
      const act = (by: TestUser, on: TestUser): Promise<Answer> => {
        const at = `/v1/orgs/${organizationId}/members/${on.id}`;
        return round % 2 === 0 ? service.as(by.token).patch(at, { role: 'read' }) : service.as(by.token).delete(at);
      };
      const answers = await Promise.all([act(one, other), act(other, one)]);
      const done = answers.filter(({ status }) => status < 300);
      expect(done).toHaveLength(1);
      for (const { status } of answers) expect([200, 204, 403, 404, 409]).toContain(status);
      expect(await service.make.db.query(`SELECT 1 FROM members WHERE organization_id = $1 AND role = 'admin'`, [organizationId])).toHaveLength(1 + others);
    }
  });

  it('one member who is added and removed is there once or not at all, and the counts agree', async () => {
    const { id: organizationId } = await service.make.organization();
    const client = service.as((await service.make.user({ organizationId, role: 'admin' })).token);
    const members = service.app.get(MembersService);
    const path = `/v1/orgs/${organizationId}/members`;
    const { id } = await service.app.get(UsersService).ensure(`${newId()}@example.com`, 'Flicker');
    for (let round = 0; round < 20; round += 1) {
      const attempts = [members.join(organizationId, id, 'edit'), members.join(organizationId, id, 'read'), client.delete(`${path}/${id}`), client.delete(`${path}/${id}`)];
      const results = await Promise.allSettled(attempts);
      expect(results.filter(({ status }) => status === 'rejected')).toEqual([]);
      const { body } = await client.get(path);
      expect(body.count).toBe(body.items.length);
      expect(body.count).toBeLessThanOrEqual(2);
      const [sum] = await service.make.db.query<{ kept: string; real: string; texts: string }>(
        `SELECT (SELECT sum(count) FROM member_counts WHERE organization_id = $1) AS kept,
           (SELECT count(*) FROM members WHERE organization_id = $1) AS real, (SELECT count(*) FROM member_texts WHERE organization_id = $1) AS texts`,
        [organizationId],
      );
      expect(sum).toEqual({ kept: String(body.count), real: String(body.count), texts: String(body.count) });
    }
  });
});
