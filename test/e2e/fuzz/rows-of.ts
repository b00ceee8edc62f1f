import type { Database } from '../../../src/kernel/database/database.js';

/** The rows of each table that name one of the ids; the audit log tells of refused attempts what they named. */
export async function rowsOf(db: Database, ids: readonly string[]): Promise<Record<string, readonly string[]>> {
  const tables = await db.query<{ name: string }>(`SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`);
  const found: Record<string, readonly string[]> = {};
  for (const { name } of tables) {
    const rows = await db.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t WHERE EXISTS (SELECT 1 FROM unnest($1::text[]) id WHERE strpos(t::text, id) > 0) ${name === 'audit_log' ? "AND outcome <> 'refused'" : ''} ORDER BY 1`, [ids]);
    found[name] = rows.map(({ row }) => row);
  }
  return found;
}
