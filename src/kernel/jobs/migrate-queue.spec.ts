import { expect, it } from '@jest/globals';
import { createRequire } from 'node:module';
import { isQueueMigrated, NEWEST } from './migrate-queue.js';

it('names the newest migration that the queue brings', () => {
  const { migrations } = createRequire(import.meta.url)('graphile-worker/dist/generated/sql.js') as { migrations: Record<string, string> }; // not in its public types
  expect(Math.max(...Object.keys(migrations).map((name) => Number.parseInt(name, 10)))).toBe(NEWEST);
});

it.each([
  ['there is no table yet', () => Promise.reject(new Error('relation "graphile_worker.migrations" does not exist')), false],
  ['it has not run', () => Promise.resolve([]), false],
  ['it has run', () => Promise.resolve([{}]), true],
])('tells whether the newest has run: %s', async (_, query, isMigrated) => {
  expect(await isQueueMigrated(query)).toBe(isMigrated);
});
