import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';

/** One column of a list's order. The last one of a list is unique, so that the order is total. */
export interface KeysetColumn {
  /** A column or expression, never from a client. */
  sql: string;
  direction: 'asc' | 'desc';
  /** What a cursor holds for it; text unless given. */
  kind?: 'string' | 'number';
  /** Null sorts as PostgreSQL sorts it: above every value. */
  nullable?: boolean;
}

/** What a position in a list holds for one column of its order. */
export type CursorValue = string | number | null;

/** Where in a list to start, and how many rows to read at most. */
export interface Stretch {
  /** The position to start behind; empty: from the first row on. */
  readonly after: readonly CursorValue[];
  readonly limit: number;
}

/** `posted_at desc, id desc`: the order that `keysetCondition` goes on with. */
export function keysetOrder(columns: readonly KeysetColumn[]): string {
  return columns.map(({ sql, direction }) => `${sql} ${direction}`).join(', ');
}

/**
 * The SQL condition for the rows behind a cursor, whose values are the parameters `$first`, `$first+1`, ….
 * With one direction and no nulls it is a row comparison, which an index over the columns answers at once.
 */
export function keysetCondition(columns: readonly KeysetColumn[], firstParameter: number): string {
  return condition(columns, (index) => `$${String(firstParameter + index)}`);
}

/** The same for a list that is read behind a position, if any: every row is behind none. */
export function behindCondition(after: readonly CursorValue[], columns: readonly KeysetColumn[], firstParameter: number): string {
  return after.length === 0 ? 'true' : keysetCondition(columns, firstParameter);
}

/** The same for TypeORM: the query in order, from a position on. The query itself stays as it is. */
export function keysetPage<Entity extends ObjectLiteral>(
  query: SelectQueryBuilder<Entity>,
  columns: readonly KeysetColumn[],
  { after, limit }: Stretch,
): SelectQueryBuilder<Entity> {
  const page = query.clone();
  if (after.length > 0) {
    const parameters = Object.fromEntries(after.map((value, index) => [`after${String(index)}`, value]));
    page.andWhere(condition(columns, (index) => `:after${String(index)}`), parameters);
  }
  for (const { sql, direction } of columns) page.addOrderBy(sql, direction === 'asc' ? 'ASC' : 'DESC');
  return page.limit(limit);
}

type Placeholder = (index: number) => string;

function condition(columns: readonly KeysetColumn[], placeholder: Placeholder): string {
  const [first, ...others] = columns;
  if (first === undefined) throw new Error('A list needs at least one column to be ordered by.');
  const uniform = others.every(({ direction }) => direction === first.direction) && columns.every(({ nullable }) => nullable !== true);
  return uniform ? rowComparison(columns, first.direction, placeholder) : nested(columns, placeholder, 0);
}

function rowComparison(columns: readonly KeysetColumn[], direction: 'asc' | 'desc', placeholder: Placeholder): string {
  const names = columns.map(({ sql }) => sql).join(', ');
  const values = columns.map((_, index) => placeholder(index)).join(', ');
  return `(${names}) ${direction === 'asc' ? '>' : '<'} (${values})`;
}

/** Behind in the first column, or equal there and behind in those that follow. */
function nested([column, ...others]: readonly KeysetColumn[], placeholder: Placeholder, index: number): string {
  if (column === undefined) return 'false';
  const value = placeholder(index);
  const behind = behindIn(column, value);
  if (others.length === 0) return `(${behind})`;
  const equal = column.nullable === true ? `${column.sql} is not distinct from ${value}` : `${column.sql} = ${value}`;
  return `(${behind} or (${equal} and ${nested(others, placeholder, index + 1)}))`;
}

function behindIn({ sql, direction, nullable = false }: KeysetColumn, value: string): string {
  const comparison = `${sql} ${direction === 'asc' ? '>' : '<'} ${value}`;
  if (!nullable) return comparison;
  // The comparison comes first: from it PostgreSQL learns the parameter's type.
  return direction === 'asc' ? `${comparison} or (${sql} is null and ${value} is not null)` : `${comparison} or (${sql} is not null and ${value} is null)`;
}
