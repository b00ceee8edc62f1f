import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { GrantsService } from '../../src/modules/access/grants.service.js';
import type { Answer, Client } from '../support/client.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { treeFaults } from '../support/tree-faults.js';

const ROUNDS = 20;

let service: TestApp;
let organizationId: string;
let elsewhere: string;
/** An admin of both organizations. */
let admin: Client;
let userId: string;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

beforeEach(async () => {
  [organizationId, elsewhere] = [(await service.make.organization()).id, (await service.make.organization()).id];
  const user = await service.make.user({ organizationId, role: 'admin' });
  await service.make.join(elsewhere, user.id, 'admin');
  admin = service.as(user.token);
  userId = user.id;
});

afterEach(async () => {
  expect(await treeFaults(service.make.db)).toEqual([]);
});

const at = (id: string): string => `/v1/collections/${id}`;

async function collection(parentId?: string): Promise<string> {
  return (await service.make.collection({ organizationId, parentId: parentId ?? null })).id;
}

function statuses(answers: readonly Answer[]): string {
  return answers.map(({ status }) => status).join();
}

describe('at the same time', () => {
  it('two collections that move into each other never make a cycle', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [one, other] = [await collection(), await collection()];
      const below = await collection(one);
      const answers = await Promise.all([admin.post(`${at(one)}/move`, { parent: other }), admin.post(`${at(other)}/move`, { parent: round % 2 === 0 ? one : below })]);
      expect(statuses(answers)).toMatch(/^(200,400|400,200)$/);
    }
  });

  it('a move into a collection that is being deleted ends inside its place, or is refused', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [moved, parent] = [await collection(), await collection()];
      const [move, remove] = await Promise.all([admin.post(`${at(moved)}/move`, { parent }), admin.delete(at(parent))]);
      expect(remove.status).toBe(205);
      expect([200, 400, 404]).toContain(move.status);
      expect((await admin.get(at(moved))).body.parent).toBeUndefined();
    }
  });

  it('a collection is moved and deleted, deleted twice, or changed and deleted', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [one, two, three] = [await collection(), await collection(), await collection()];
      const other = await collection();
      const answers = await Promise.all([
        admin.post(`${at(one)}/move`, { parent: other }),
        admin.delete(at(one)),
        admin.delete(at(two)),
        admin.delete(at(two)),
        admin.patch(at(three), { title: 'x', defaultLevel: 'edit' }),
        admin.delete(at(three)),
      ]);
      expect(statuses(answers)).toMatch(/^(200|404),205,(205,404|404,205),(200|404),205$/);
    }
  });

  it('what is made at the end of one parent gets places of its own', async () => {
    const parent = await collection();
    for (let round = 0; round < ROUNDS; round += 1) {
      const answers = await Promise.all(['a', 'b', 'c'].map((title) => admin.post(`/v1/orgs/${organizationId}/collections`, { title, parent })));
      expect(statuses(answers)).toBe('201,201,201');
    }
    expect((await admin.get(`/v1/orgs/${organizationId}/collections`)).body.count).toBe(ROUNDS * 3 + 1);
  });

  it('a transfer and moves in and out of what goes leave nothing between the organizations', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [top, other] = [await collection(), await collection()];
      const inner = await collection(top);
      const answers = await Promise.all([
        admin.post(`${at(top)}/transfer`, { organization: elsewhere }),
        admin.post(`${at(other)}/move`, { parent: inner }),
        admin.post(`${at(inner)}/move`, { parent: null }),
        admin.post(`/v1/orgs/${organizationId}/collections`, { parent: inner }),
        admin.patch(at(inner), { defaultLevel: null }),
      ]);
      expect(answers[0].status).toBe(200);
      for (const { status } of answers) expect([200, 201, 400, 404, 409]).toContain(status);
    }
  });

  it('transfers of one collection, to and fro, take turns', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [one, other] = [await collection(), (await service.make.collection({ organizationId: elsewhere })).id];
      const answers = await Promise.all([
        admin.post(`${at(one)}/transfer`, { organization: elsewhere }),
        admin.post(`${at(other)}/transfer`, { organization: organizationId }),
        admin.post(`${at(one)}/transfer`, { organization: elsewhere }),
      ]);
      expect(statuses(answers)).toMatch(/^(200,200,409|409,200,200)$/);
    }
  });

  it('a grant that is given while its collection goes is kept there, or lost with it', async () => {
    const grants = service.app.get(GrantsService);
    for (let round = 0; round < ROUNDS; round += 1) {
      const [gone, lifted] = [await collection(), await collection()];
      const child = await collection(lifted);
      const given = Promise.allSettled([grants.give(gone, 'collection', { userId }, 'edit'), grants.give(lifted, 'collection', { userId }, 'edit')]);
      const [, transferred, deleted] = await Promise.all([given, admin.post(`${at(gone)}/transfer`, { organization: elsewhere }), admin.delete(at(lifted))]);
      expect([transferred.status, deleted.status]).toEqual([200, 205]);
      const [, onLifted] = await given;
      const kept = await service.make.db.query('SELECT 1 FROM grants WHERE target_id = $1', [child]);
      expect(kept.length).toBe(onLifted.status === 'fulfilled' ? 1 : 0);
    }
  });
});
