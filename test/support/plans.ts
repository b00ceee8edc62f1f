import type { Database, Statement } from '../../src/kernel/database/database.js';

/** A statement that was put, with its values. */
export interface Asked {
  readonly text: string;
  readonly values: readonly unknown[];
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
}

/** The statements of a kind that the service puts while `work` goes on. */
export async function askedDuring(database: Database, kind: RegExp, work: () => Promise<void>): Promise<Asked[]> {
  const real = database.query.bind(database);
  const asked: Asked[] = [];
  database.query = (statement: Statement | string, values: readonly unknown[] = []) => {
    const text = typeof statement === 'string' ? statement : statement.text;
    if (kind.test(text)) asked.push({ text, values });
    return real(statement, values);
  };
  try {
    await work();
  } finally {
    database.query = real;
  }
  if (asked.length === 0) throw new Error(`No statement like ${kind.source} was put.`);
  return asked;
}

/** The tables that PostgreSQL would read from end to end for a statement. */
export async function scannedTables(database: Database, { text, values }: Asked): Promise<string[]> {
  const [row] = await database.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(`EXPLAIN (FORMAT JSON) ${text}`, values);
  return (row?.['QUERY PLAN'] ?? []).flatMap(({ Plan: plan }) => scansOf(plan));
}

function scansOf(plan: Plan): string[] {
  const own = plan['Node Type'] === 'Seq Scan' ? [plan['Relation Name'] ?? ''] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(scansOf)];
}
