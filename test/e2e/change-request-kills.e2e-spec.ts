import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Client } from '../support/client.js';
import { historyFaults } from '../support/history-faults.js';
import { killProcesses, type RunningService, SLOW, startService, temporaryFolder } from '../support/processes.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

jest.setTimeout(SLOW);

/** So many merges at once, and so many of them answered when the service is killed. */
const MERGES = 20;
const ANSWERED = [3, 9];

let service: TestApp;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let as: Client;
let token: string;
let spaceId: string;

beforeAll(async () => {
  [service, folder] = await Promise.all([startTestApp(), temporaryFolder()]);
  const { space, member } = await service.make.spaceWithMember('review');
  [token, spaceId, as] = [member.token, space.id, service.as(member.token)];
});
afterAll(async () => {
  killProcesses();
  await service.close();
  await folder.remove();
});

describe('kill -9 in the middle of merges', () => {
  it('leaves every answered one whole, and no half one', async () => {
    for (const [round, answered] of ANSWERED.entries()) {
      const titles = Array.from({ length: MERGES }, (_, index) => `Round ${String(round)}, request ${String(index)}`);
      const requests = await Promise.all(titles.map(propose));
      const told = await mergeUntilKilled(await start(), requests, answered);
      expect(told.length).toBeGreaterThanOrEqual(answered);
      expect(await historyFaults(service.make.db, spaceId)).toEqual([]);
      const added = await pageTitles();
      for (const [index, one] of requests.entries()) {
        const merged = (await as.get(one)).body.status === 'merged';
        const title = titles[index];
        expect({ title, merged, parts: [1, 2].map((part) => added.includes(`${String(title)}, part ${String(part)}`)) }).toEqual({ title, merged: merged || told.includes(one), parts: [merged, merged] });
      }
    }
  });

  it('is no obstacle for the service that starts after it', async () => {
    const one = await propose('After all');
    const next = await start();
    expect(await (await merge(next, one)).json()).toMatchObject({ result: 'merge' });
    await next.stop();
    expect(await pageTitles()).toEqual(expect.arrayContaining(['After all, part 1', 'After all, part 2']));
  });
});

function start(): Promise<RunningService> {
  return startService({ DATA_DIR: folder.path, DATABASE_URL: service.databaseUrl });
}

function merge({ url }: RunningService, one: string): Promise<Response> {
  return fetch(`${url}${one}/merge`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
}

/** The requests whose merge was answered before the service was killed. */
async function mergeUntilKilled(running: RunningService, requests: readonly string[], answered: number): Promise<string[]> {
  const told: string[] = [];
  const ask = async (one: string): Promise<void> => {
    const answer: unknown = await merge(running, one).then((response) => response.json());
    expect(answer).toMatchObject({ result: 'merge' });
    told.push(one);
    if (told.length === answered) await running.stop('SIGKILL');
  };
  // Those that are under way when it ends have no answer.
  await Promise.allSettled(requests.map(ask));
  await running.ended;
  return told;
}

async function propose(title: string): Promise<string> {
  const made = await as.post(`/v1/spaces/${spaceId}/change-requests`, {});
  expect(made).toMatchObject({ status: 201 });
  const one = `/v1/spaces/${spaceId}/change-requests/${String(made.body.id)}`;
  const changes = [1, 2].map((part) => ({ operation: 'insert_page', document: { markdown: `${title}\n` }, title: `${title}, part ${String(part)}` }));
  expect(await as.post(`${one}/content`, { changes })).toMatchObject({ status: 200 });
  return one;
}

async function pageTitles(): Promise<string[]> {
  return (await as.get(`/v1/spaces/${spaceId}/content/pages`)).body.pages.map(({ title }: { title: string }) => title);
}
