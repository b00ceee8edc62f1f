import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Client } from '../support/client.js';
import { historyFaults } from '../support/history-faults.js';
import { SLOW } from '../support/processes.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

jest.setTimeout(SLOW);

const AT_ONCE = 10;
const ROUNDS = 20;

let service: TestApp;
let as: Client;
let spaceId: string;
let page: string;
let all: string;

beforeAll(async () => {
  service = await startTestApp();
  const { space, member } = await service.make.spaceWithMember('review');
  [as, spaceId, all] = [service.as(member.token), space.id, `/v1/spaces/${space.id}/change-requests`];
  page = await service.make.page(spaceId, { title: 'Shared', markdown: Array.from({ length: AT_ONCE }, (_, index) => `${String(index)}: start\n`).join('\n') });
});
afterAll(() => service.close());

describe('ten merges at once', () => {
  it('are all merged or told, lose nothing, and leave a whole history', async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const before = await text();
      // The last two want different things in one place.
      const places = Array.from({ length: AT_ONCE }, (_, index) => Math.min(index, AT_ONCE - 2));
      const proposed = await Promise.all(places.map((place, index) => propose(before, place, `round ${String(round)}, request ${String(index)}`)));
      const answers = await Promise.all(proposed.map(({ one }) => as.post(`${one}/merge`)));
      expect(answers.map(({ status }) => status)).toEqual(proposed.map(() => 200));
      const results = answers.map(({ body }) => String(body.result));
      expect([...results.slice(0, -2), results.slice(-2).sort()]).toEqual([...proposed.slice(0, -2).map(() => 'merge'), ['conflicts', 'merge']]);
      const after = await text();
      const titles = (await as.get(`/v1/spaces/${spaceId}/content/pages`)).body.pages.map(({ title }: { title: string }) => title);
      for (const [index, { line, one }] of proposed.entries()) {
        const merged = results[index] === 'merge';
        expect({ line, merged: after.includes(line), added: titles.includes(line) }).toEqual({ line, merged, added: merged });
        if (!merged) await as.patch(one, { status: 'archived' });
      }
      expect(after.split('\n').length).toBe(before.split('\n').length);
    }
    expect((await as.get(`${all}?status=merged&limit=1`)).body.count).toBe(ROUNDS * (AT_ONCE - 1));
    expect((await as.get(`${all}?status=archived&limit=1`)).body.count).toBe(ROUNDS);
    expect(await historyFaults(service.make.db, spaceId)).toEqual([]);
  });

  it('of one change request merge it once', async () => {
    const { one } = await propose(await text(), 0, 'merged once');
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => as.post(`${one}/merge`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: AT_ONCE - 1 }, () => 409)]);
    expect(await historyFaults(service.make.db, spaceId)).toEqual([]);
  });

  it('beside edits and updates of the same change request leave one whole state', async () => {
    for (let round = 1; round <= 5; round += 1) {
      const { one } = await propose(await text(), 1, `mixed ${String(round)}`);
      await service.make.page(spaceId, { title: `Beside ${String(round)}` });
      const edit = { changes: [{ operation: 'insert_page', document: {}, title: `Late ${String(round)}` }] };
      const answers = await Promise.all([as.post(`${one}/content`, edit), as.post(`${one}/update`), as.post(`${one}/merge`), as.patch(one, { status: 'open' }), as.post(`${one}/content`, edit)]);
      for (const { status } of answers) expect([200, 409]).toContain(status);
      expect((await as.post(`${one}/merge`)).status).toBe(409);
    }
    expect(await historyFaults(service.make.db, spaceId)).toEqual([]);
  });
});

async function text(): Promise<string> {
  return (await as.get(`/v1/spaces/${spaceId}/content/page/${page}`)).body.markdown;
}

/** A change request that rewrites one line of the shared page, and adds a page of that title. */
async function propose(before: string, place: number, title: string): Promise<{ one: string; line: string }> {
  const one = `${all}/${String((await as.post(all, {})).body.id)}`;
  const markdown = before.split('\n').map((found, index) => (index === place * 2 ? title : found)).join('\n');
  const changes = [{ operation: 'update_page', page, document: { markdown } }, { operation: 'insert_page', document: {}, title }];
  expect((await as.post(`${one}/content`, { changes })).status).toBe(200);
  return { one, line: title };
}
