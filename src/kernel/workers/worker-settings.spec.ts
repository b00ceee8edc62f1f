import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { workerSettings } from './worker-settings.js';

describe('workerSettings', () => {
  it('gives all workers together what the settings give to the node, and to none much more than to another', () => {
    const number = (min: number, max: number) => fc.integer({ min, max });
    fc.assert(
      fc.property(number(2, 64), number(0, 100), number(2, 500), (workers, jobConcurrency, databasePoolSize) => {
        const settings = Array.from({ length: workers }, (_, place) => workerSettings({ workers, jobConcurrency, databasePoolSize }, 'postgres://db', place));
        const jobs = settings.map(({ JOB_CONCURRENCY }) => Number(JOB_CONCURRENCY));
        const connections = settings.map(({ DATABASE_POOL_SIZE }) => Number(DATABASE_POOL_SIZE));
        expect(jobs.reduce((sum, share) => sum + share)).toBe(jobConcurrency);
        expect(Math.max(...jobs) - Math.min(...jobs)).toBeLessThanOrEqual(1);
        expect(Math.min(...connections)).toBeGreaterThanOrEqual(2);
        if (databasePoolSize >= 2 * workers) expect(connections.reduce((sum, share) => sum + share)).toBe(databasePoolSize);
      }),
    );
  });

  it('tells the database', () => {
    expect(workerSettings({ workers: 2, jobConcurrency: 1, databasePoolSize: 20 }, 'postgres://db', 1)).toEqual({ DATABASE_URL: 'postgres://db', DATABASE_POOL_SIZE: '10', JOB_CONCURRENCY: '0' });
  });
});
