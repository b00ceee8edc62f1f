import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PoolClient } from 'pg';
import { createEmptyDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { queuePool } from './queue-pool.js';

describe('queuePool', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createEmptyDatabase();
  });
  afterAll(() => database.drop());

  it('takes a connection back once, though it is given back twice while another has it', async () => {
    const pool = queuePool(database.url, 1, 1_000, () => undefined);
    const release = await new Promise<PoolClient['release']>((resolve, reject) => {
      pool.connect((fault, _client, done) => (fault === undefined ? resolve(done) : reject(fault)));
    });
    release();
    const next = await pool.connect();
    release(true);
    expect((await next.query<{ one: number }>('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    next.release();
    expect([pool.totalCount, pool.idleCount]).toEqual([1, 1]);
    await pool.end();
  });
});
