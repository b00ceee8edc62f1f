import { describe, expect, it } from '@jest/globals';
import { connectionsOf } from './open-database.js';

describe('connectionsOf', () => {
  it.each([
    [{ databasePoolSize: 20, workers: 1, jobConcurrency: 2 }, 100],
    [{ databasePoolSize: 500, workers: 1, jobConcurrency: 2 }, 544],
    [{ databasePoolSize: 20, workers: 64, jobConcurrency: 100 }, 396],
  ])('has room for what %j open', (settings, connections) => {
    expect(connectionsOf(settings)).toBe(connections);
  });
});
