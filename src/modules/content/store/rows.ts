import type { Database } from '../../../kernel/database/database.js';

/** A row to be, by the names of its columns. */
export type Row = Readonly<Record<string, unknown>>;

/** Rows in one statement: keeps each well under PostgreSQL's limit of 1 GB for a value. */
const MOST_ROWS = 1_000;
const MOST_CHARACTERS = 16_000_000;
/** So many new rows make what PostgreSQL's planner knows of a table wrong. */
const MANY_ROWS = 500;

/**
 * Inserts many rows with few statements and one parameter each, whatever their number: the rows go as
 * JSON, and PostgreSQL reads each column as its own type. Columns that are left out become null.
 * @param table name of a table, from code
 */
export async function insertRows(db: Database, table: string, rows: readonly Row[], onConflict = ''): Promise<void> {
  let batch: string[] = [];
  let characters = 0;
  const flush = async (): Promise<void> => {
    if (batch.length === 0) return;
    const statement = { name: `insert_${table}`, text: `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1::json) ${onConflict}` };
    await db.query(statement, [`[${batch.join(',')}]`]);
    batch = [];
    characters = 0;
  };
  for (const row of rows) {
    const json = JSON.stringify(row);
    if (batch.length >= MOST_ROWS || characters + json.length > MOST_CHARACTERS) await flush();
    batch.push(json);
    characters += json.length;
  }
  await flush();
  await noteGrowth(db, table, rows.length);
}

/** Lets the planner know of very many new rows of a table. */
export async function noteGrowth(db: Database, table: string, rows: number): Promise<void> {
  // Autovacuum looks in once a minute; until then, statements over the new rows would be planned for a table without
  // them, and reading all paths of a large import would take a time that grows with the square of its pages.
  if (rows >= MANY_ROWS) await db.query(`ANALYZE (SKIP_LOCKED) ${table}`);
}
