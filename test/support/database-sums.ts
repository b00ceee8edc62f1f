import type { Database } from '../../src/kernel/database/database.js';

/** A checksum over the rows of each table: equal sums, equal contents. What the audit log tells of refused attempts is none. */
export async function databaseSums(db: Database): Promise<Record<string, string>> {
  const tables = await db.query<{ name: string }>(`SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`);
  const sums: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await db.query<{ sum: string }>(`SELECT count(*) || ' ' || md5(coalesce(string_agg(t::text, '' ORDER BY t::text COLLATE "C"), '')) AS sum FROM ${name} t ${name === 'audit_log' ? "WHERE outcome <> 'refused'" : ''}`);
    sums[name] = row?.sum ?? '';
  }
  return sums;
}
