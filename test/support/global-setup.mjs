import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { URL } from 'node:url';
import pg from 'pg';
import { DataSource } from 'typeorm';
// Built code: Jest doesn't compile what it runs before the tests.
import { dataSourceOptions } from '../../dist/ormconfig.js';
import { EmbeddedPostgres } from '../../dist/src/kernel/database/embedded-postgres.js';
import { migrate } from '../../dist/src/kernel/database/migrate.js';

/** Starts one PostgreSQL for all tests, with a migrated database that each test file clones. */
export default async function setUp() {
  const folder = await mkdtemp(join(tmpdir(), 'docspine-test-'));
  // The server runs as another user where the tests run as root.
  await chmod(folder, 0o711);
  const server = await EmbeddedPostgres.start({ dataDirectory: folder, log: () => undefined, maxConnections: 200 });
  globalThis.docspineTest = { server, folder };
  process.env.TEST_DATABASE_URL = server.url;
  await createTemplate(server.url);
}

async function createTemplate(serverUrl) {
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  // No test takes this server's power away: waiting for the disk at each commit would be for nothing.
  await admin.query('ALTER SYSTEM SET synchronous_commit = off');
  await admin.query('SELECT pg_reload_conf()');
  await admin.query('CREATE DATABASE docspine_template');
  await admin.end();
  const url = new URL(serverUrl);
  url.pathname = '/docspine_template';
  const dataSource = await new DataSource(dataSourceOptions(url.href, 2)).initialize();
  await migrate(dataSource);
  await dataSource.destroy();
}
