import type { Pool, PoolClient } from 'pg';
import { StatementsTogether } from '../database/statements-together.js';
import type { Tracing } from './tracing.js';

type Query = (...parameters: unknown[]) => unknown;

/** A span for each statement within another span, under its name: never with its text, which can hold values. */
export function traceStatements(pool: Pool, tracing: Tracing): void {
  traceQueries(pool, tracing);
  const traced = new WeakSet<PoolClient>();
  pool.on('connect', (client) => {
    if (!traced.has(client)) traceQueries(client, tracing);
    traced.add(client);
  });
}

function traceQueries(asked: Pool | PoolClient, tracing: Tracing): void {
  const query = asked.query.bind(asked) as Query; // of its many forms, the one that promises is traced
  const traced: Query = (...parameters) => {
    // The pool's own statements go through its clients with a callback: they are traced already.
    if (typeof parameters.at(-1) === 'function' || !tracing.isWithin()) return query(...parameters);
    const [statement] = parameters;
    if (statement instanceof StatementsTogether) {
      for (const { query: text, answer } of statement.statements) traceStatement(text, answer, tracing);
      return query(...parameters);
    }
    const answer = query(...parameters);
    if (answer instanceof Promise) traceStatement(statement, answer, tracing);
    return answer;
  };
  Reflect.set(asked, 'query', traced);
}

/** A span from now until the answer is there. */
function traceStatement(statement: unknown, answer: Promise<unknown>, tracing: Tracing): void {
  const span = tracing.begin(statementName(statement), 'CLIENT', { 'db.system.name': 'postgresql' });
  if (span === undefined) return;
  const end = (): void => span.end();
  answer.then(end, (error: unknown) => {
    const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'none';
    span.setAttribute('db.response.status_code', code);
    tracing.fail(span);
    end();
  });
}

/** The name of a prepared statement; of others what they begin with and the first table. */
export function statementName(statement: unknown): string {
  if (typeof statement === 'object' && statement !== null && 'name' in statement && typeof statement.name === 'string') return statement.name;
  const text = typeof statement === 'object' && statement !== null && 'text' in statement ? String(statement.text) : String(statement);
  const verb = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'statement';
  const table = /\b(?:FROM|INTO|UPDATE)\s+"?([a-z_]\w*(?:\.[a-z_]\w*)?)/.exec(text)?.[1];
  return table === undefined ? verb : `${verb} ${table}`;
}
