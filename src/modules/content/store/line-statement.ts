import type { QueryResultRow } from 'pg';
import type { Database, Statement } from '../../../kernel/database/database.js';
import type { LineState, StateOver } from './line-state.js';

type Part = 'line' | keyof StateOver;

/** A statement over the rows of a line, in the form for the main content and in that for lines over it. */
export interface LineStatement {
  readonly main: Statement;
  readonly over: Statement & { readonly parts: readonly Part[] };
}

/**
 * A statement that is written once for every line.
 * @param parameters how many it has of its own; `$1` is the space
 */
export function lineStatement(name: string, parameters: number, text: (rows: LineRows) => string): LineStatement {
  const over = new OverlaidRows(parameters);
  return {
    main: { name, text: text(new MainRows()) },
    over: { name: `${name}_over`, text: text(over), parts: over.parts },
  };
}

/** @param values own parameters from `$2` on */
export function queryLine<Row extends QueryResultRow>(db: Database, statement: LineStatement, state: LineState, values: readonly unknown[] = []): Promise<Row[]> {
  const { spaceId, line, over } = state;
  if (over === undefined) return db.read<Row>(statement.main, [spaceId, ...values]);
  const parts = statement.over.parts.map((part) => (part === 'line' ? line : (over[part] ?? null)));
  return db.read<Row>(statement.over, [spaceId, ...values, ...parts]);
}

/** SQL of a line's rows: subqueries of the tables' columns, restricted by a condition on the alias. */
export abstract class LineRows {
  /** One row with the `revision_id` that the line has there, and the `space_id` that has the revision. */
  abstract revision(alias: string): string;

  pages(alias: string, condition = 'true'): string {
    return this.rows('page_versions', 'page_id', alias, condition);
  }

  files(alias: string, condition = 'true'): string {
    return this.rows('file_versions', 'file_id', alias, condition);
  }

  links(alias: string, condition = 'true'): string {
    return this.rows('page_links', 'page_id', alias, condition);
  }

  protected abstract rows(table: string, item: string, alias: string, condition: string): string;
}

class MainRows extends LineRows {
  revision(alias: string): string {
    return `(SELECT id AS space_id, revision_id FROM spaces WHERE id = $1) ${alias}`;
  }

  protected rows(table: string, _item: string, alias: string, condition: string): string {
    return `(SELECT ${alias}.* FROM ${table} ${alias} WHERE ${alias}.space_id = $1 AND ${alias}.line = 'main' AND ${alias}.until IS NULL AND (${condition})) ${alias}`;
  }
}

/**
 * What a line has of its own, and what shows through from the main content below. Rows that hold still and rows
 * that have ended are looked up apart, as different indexes have them.
 */
class OverlaidRows extends LineRows {
  readonly parts: Part[] = [];

  constructor(private readonly parameters: number) {
    super();
  }

  revision(alias: string): string {
    return `(SELECT coalesce(${this.part('home')}::text, $1) AS space_id, ${this.part('revisionId')}::text AS revision_id) ${alias}`;
  }

  protected rows(table: string, item: string, alias: string, condition: string): string {
    const [line, number, base] = [this.part('line'), this.part('number'), this.part('base')];
    const covered = `EXISTS (
      SELECT 1 FROM covered_items c WHERE c.space_id = $1 AND c.line = ${line} AND c.item_id = ${alias}.${item}
        AND c.since <= ${number} AND (c.until IS NULL OR c.until > ${number}))`;
    const arm = (where: string): string => `SELECT ${alias}.* FROM ${table} ${alias} WHERE ${alias}.space_id = $1 AND ${where} AND (${condition})`;
    return `(
      ${arm(`${alias}.line = ${line} AND ${alias}.since <= ${number} AND ${alias}.until IS NULL`)} UNION ALL
      ${arm(`${alias}.line = ${line} AND ${alias}.since <= ${number} AND ${alias}.until > ${number}`)} UNION ALL
      ${arm(`${alias}.line = 'main' AND ${alias}.since <= ${base} AND ${alias}.until IS NULL AND NOT ${covered}`)} UNION ALL
      ${arm(`${alias}.line = 'main' AND ${alias}.since <= ${base} AND ${alias}.until > ${base} AND NOT ${covered}`)}
    ) ${alias}`;
  }

  private part(part: Part): string {
    const known = this.parts.indexOf(part);
    const index = known >= 0 ? known : this.parts.push(part) - 1;
    return `$${String(2 + this.parameters + index)}${part === 'number' || part === 'base' ? '::integer' : ''}`;
  }
}
