import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { type PutStatement, putStatement, StatementsTogether } from './statements-together.js';

/**
 * The statements of a transaction on their way. Those that are put without waiting for one another go together, and so do those
 * that are put while others are under way: waking the server, and being woken by it, costs more than most statements.
 */
export class StatementQueue {
  private waiting: PutStatement[] = [];
  private isUnderWay = false;
  private isScheduled = false;
  private isBegun = false;
  private failure: Error | undefined;

  /** @param first goes with the first statement that is put */
  constructor(
    private readonly client: PoolClient,
    first: QueryConfig,
  ) {
    const statement = putStatement(first);
    // Whoever puts the next one is told as well.
    statement.answer.catch(() => undefined);
    this.waiting.push(statement);
  }

  async put<Row extends QueryResultRow>(query: QueryConfig): Promise<QueryResult<Row>> {
    // Nothing more can come of the transaction; the first error is the one that tells.
    if (this.failure !== undefined) throw this.failure;
    const statement = putStatement(query);
    this.waiting.push(statement);
    this.schedule();
    try {
      return (await statement.answer) as QueryResult<Row>; // the statement's own rows
    } catch (error) {
      if (error instanceof Error) Error.captureStackTrace(error); // of who asks, rather than of what came from the server
      throw error;
    }
  }

  /** Sends what waits, so that what is put to the connection itself comes behind it. */
  flush(): void {
    const statements = this.waiting.splice(0);
    if (statements.length > 0) void this.send(statements);
  }

  /** @throws Error when nothing was committed */
  async commit(text: string): Promise<void> {
    if (this.failure !== undefined) throw this.failure;
    this.flush();
    this.end();
    const answer: QueryResult | QueryResult[] = await this.client.query(text);
    // Where a statement had failed and nobody was told, the server ends the transaction without an error all the same.
    if ([answer].flat().at(-1)?.command !== 'COMMIT') throw new Error('Nothing was committed: a statement of the transaction had failed.');
  }

  async rollback(): Promise<void> {
    this.end();
    if (this.isBegun) await this.client.query('ROLLBACK');
  }

  /** Whatever is put from now on fails: the connection is to be somebody else's. */
  private end(): void {
    this.failure ??= new Error('The transaction has ended.');
    for (const { settle } of this.waiting.splice(0)) settle(this.failure);
  }

  private schedule(): void {
    if (this.isUnderWay || this.isScheduled) return;
    this.isScheduled = true;
    // Behind all that goes on without waiting for anything outside.
    process.nextTick(() => {
      this.isScheduled = false;
      this.flush();
    });
  }

  private async send(statements: readonly PutStatement[]): Promise<void> {
    const [first] = statements;
    this.isUnderWay = true;
    this.isBegun = true;
    if (statements.length > 1) this.client.query(new StatementsTogether(statements));
    else if (first !== undefined) this.client.query(first.query).then((result) => first.settle(undefined, result), first.settle);
    try {
      await Promise.all(statements.map(({ answer }) => answer));
    } catch (error) {
      this.failure ??= error as Error; // the driver throws nothing else
    }
    this.isUnderWay = false;
    if (this.waiting.length > 0) this.schedule();
  }
}
