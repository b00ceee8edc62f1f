import { type Connection, Query, type QueryConfig, type QueryResult, type Submittable } from 'pg';

/** The driver's query: what it does with the messages of the server isn't in its public types. */
interface DriverQuery {
  readonly name?: string;
  readonly text?: string;
  /** Answers a fault instead of throwing it. */
  submit(connection: Connection): Error | null;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleEmptyQuery(connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
  handleError(error: unknown, connection: Connection): void;
}

interface NamedStatements {
  readonly submittedNamedStatements: Record<string, string>;
}

/** A statement that is to be put, and who waits for its answer. */
export interface PutStatement {
  readonly query: QueryConfig;
  readonly answer: Promise<QueryResult>;
  settle(error: unknown, result?: QueryResult): void;
}

export function putStatement(query: QueryConfig): PutStatement {
  let settle: PutStatement['settle'] = () => undefined;
  const answer = new Promise<QueryResult>((resolve, reject) => {
    settle = (error, result) => {
      if (result === undefined) reject(error as Error); // the driver throws nothing else
      else resolve(result);
    };
  });
  return { query, answer, settle };
}

/**
 * Statements of one command each that go to the server in one message and are answered in one. It runs them in their order, and
 * none behind one that fails: each of them then fails with that one's error. Within a transaction only; on their own they
 * would be one.
 */
export class StatementsTogether implements Submittable {
  private queries: readonly DriverQuery[];
  private done = 0;

  constructor(readonly statements: readonly PutStatement[]) {
    this.queries = statements.map(({ query, settle }) => driverQuery(query, settle));
  }

  /** Of the statement that the server is at: the driver keeps in mind what it has prepared. */
  get name(): string | undefined {
    return this.current?.name;
  }

  get text(): string | undefined {
    return this.current?.text;
  }

  submit(connection: Connection): void {
    const { stream } = connection;
    // The server answers at a sync, and takes up work again behind one where it failed: there is one at the end only.
    const unsynced = Object.create(connection, { sync: { value: () => undefined } }) as Connection; // all else is inherited
    stream.cork();
    try {
      this.queries = this.queries.filter((query) => {
        const fault = query.submit(unsynced);
        if (fault !== null) query.handleError(fault, connection);
        return fault === null;
      });
      connection.sync();
    } finally {
      stream.uncork();
    }
  }

  handleRowDescription(message: unknown): void {
    this.current?.handleRowDescription(message);
  }

  handleDataRow(message: unknown): void {
    this.current?.handleDataRow(message);
  }

  handleCommandComplete(message: unknown, connection: Connection): void {
    this.current?.handleCommandComplete(message, connection);
    this.done += 1;
  }

  handleEmptyQuery(connection: Connection): void {
    this.current?.handleEmptyQuery(connection);
    this.done += 1;
  }

  handleReadyForQuery(connection: Connection): void {
    for (const query of this.queries) query.handleReadyForQuery(connection);
  }

  handleError(error: unknown, connection: Connection): void {
    const { submittedNamedStatements } = connection as unknown as NamedStatements; // not in the driver's public types
    // The server hasn't read them.
    for (const { name } of this.queries.slice(this.done)) if (name !== undefined) Reflect.deleteProperty(submittedNamedStatements, name);
    for (const query of this.queries) query.handleError(error, connection);
  }

  private get current(): DriverQuery | undefined {
    return this.queries[this.done];
  }
}

function driverQuery(query: QueryConfig, settle: PutStatement['settle']): DriverQuery {
  const config = { ...query, queryMode: 'extended' } as QueryConfig; // the mode isn't in the driver's public types
  return new Query(config, (error, result) => settle(error, error ? undefined : (result as QueryResult))) as unknown as DriverQuery;
}
