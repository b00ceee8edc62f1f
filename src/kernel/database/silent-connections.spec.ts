import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase } from '../../../test/support/test-database.js';
import { endSilentConnections } from './silent-connections.js';

const SILENCE = 1_000;

let database: Awaited<ReturnType<typeof createTestDatabase>>;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('ends a statement that waits, also one that was put the moment when the one before on its connection was answered', async () => {
  const holder = new pg.Client({ connectionString: database.url });
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  pool.on('error', () => undefined);
  endSilentConnections(pool, SILENCE);
  await holder.connect();
  try {
    await holder.query('BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE');
    const [answered, waiting] = [pool.query('SELECT 1 AS one'), pool.query('SELECT FROM users')];
    expect((await answered).rows).toEqual([{ one: 1 }]);
    await expect(waiting).rejects.toThrow(`The database sends nothing for ${String(SILENCE)} ms.`);
  } finally {
    await holder.end();
    await pool.end();
  }
});
