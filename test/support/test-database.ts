import pg from 'pg';
import { randomDigits } from '../../src/kernel/ids/id.js';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** A database of its own for the caller, cloned from the migrated template. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase('docspine_template');
}

/** A database of its own for the caller, with nothing in it. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase('template0');
}

async function createDatabase(template: string): Promise<TestDatabase> {
  const serverUrl = process.env['TEST_DATABASE_URL'];
  if (serverUrl === undefined) throw new Error('The tests run with `npm test`, which starts their PostgreSQL.');
  const name = `test_${randomDigits(12).toLowerCase()}`;
  const run = async (sql: string): Promise<void> => {
    const admin = new pg.Client({ connectionString: serverUrl });
    await admin.connect();
    try {
      // Cloning wants the template for itself: files that start together take turns.
      await admin.query('SELECT pg_advisory_lock(1)');
      await admin.query(sql);
    } finally {
      await admin.end();
    }
  };
  await run(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(`DROP DATABASE ${name} WITH (FORCE)`) };
}
