import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { EmbeddedPostgres } from '../src/kernel/database/embedded-postgres.js';

export interface BenchDatabase {
  url: string;
  close(): Promise<void>;
}

/**
 * A database of its own: in the PostgreSQL of `serverUrl`, else in an embedded one.
 * @param folder for the embedded server's data
 */
export async function openBenchDatabase(serverUrl: string | undefined, folder: string): Promise<BenchDatabase> {
  if (serverUrl === undefined) {
    const server = await EmbeddedPostgres.start({ dataDirectory: folder, log: () => undefined });
    return { url: server.url, close: () => server.stop() };
  }
  const name = `docspine_bench_${randomBytes(6).toString('hex')}`;
  await run(serverUrl, `CREATE DATABASE ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, close: () => run(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`) };
}

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
