import pg from 'pg';
import type { Statement, WritingStatement } from '../database/database.js';
import type { AuditRow } from './act.js';

const COLUMNS = 'outcome, caller, user_id, token_id, installation_id, operation, organization_id, targets, made, address, request_id, user_agent';

/** @param rows SQL of a JSON list of rows */
function insert(rows: string): string {
  return `INSERT INTO audit_log (${COLUMNS}) SELECT ${COLUMNS} FROM json_populate_recordset(NULL::audit_log, ${rows}::json)`;
}

/** $1: rows */
export const ADD_ROWS: Statement = { name: 'audit_add', text: insert('$1') };

/**
 * Ends a transaction with an entry, in one round trip: the two can't be told apart by whatever fails. This is parsed and planned
 * every time, which takes PostgreSQL half as long of plain values as of JSON.
 */
export function commitWith(row: AuditRow): string {
  return `INSERT INTO audit_log (${COLUMNS}) VALUES (${COLUMNS.split(', ').map((column) => literal(row[column])).join(', ')}); COMMIT`;
}

function literal(value: unknown): string {
  if (value === undefined) return 'NULL';
  return pg.escapeLiteral(typeof value === 'string' ? value : JSON.stringify(value));
}

/** A statement that writes, together with its entry: made only when rows were written. The entry is the parameter behind its own. */
export function withEntry({ name, text, answer }: WritingStatement, parameters: number): Statement {
  const entry = `${insert(`$${String(parameters + 1)}`)} WHERE EXISTS (SELECT FROM written)`;
  const made = answer === undefined ? entry : `, entry AS (${entry}) ${answer}`;
  return { name: `${name}_audited`, text: `WITH written AS (${text} RETURNING *) ${made}` };
}

/** The same without an entry. */
export function withAnswer({ name, text, answer }: WritingStatement): Statement {
  return answer === undefined ? { name, text } : { name, text: `WITH written AS (${text} RETURNING *) ${answer}` };
}
