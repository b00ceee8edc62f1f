import { Injectable, Optional } from '@nestjs/common';
import type { Pool, PoolClient, QueryConfig, QueryResultRow } from 'pg';
import type { EntityManager, EntityTarget, ObjectLiteral, Repository } from 'typeorm';
import { DataSource } from './typeorm.js';
import { type Act, currentAct } from '../audit/act.js';
import { commitWith, withAnswer, withEntry } from '../audit/audit-statements.js';
import { FlowValue } from '../flow/flow-value.js';
import { GatheredLookUps, type LookUpKey } from './gathered-look-ups.js';
import { Replicas } from './replicas.js';
import { StatementQueue } from './statement-queue.js';

/** A statement that PostgreSQL parses and plans once for each connection, under its name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** One that writes, and what it answers of that. */
export interface WritingStatement extends Statement {
  /** SQL that reads the rows as they are in `written`. Nothing is answered unless given. */
  readonly answer?: string;
}

/** A row of a look-up, with the place of its key. */
interface PlacedRow {
  readonly place: number;
}

interface Transaction {
  readonly manager: EntityManager;
  readonly statements: StatementQueue;
  readonly afterCommit: (() => void)[];
}

/**
 * The way to the database. Inside `transaction` every call of the same asynchronous flow uses that
 * transaction, without handing anything on. Statements that are put there without waiting for one another
 * (`Promise.all`) run in that order, and go to the server and back together.
 */
@Injectable()
export class Database {
  private readonly current = new FlowValue<Transaction>();
  private readonly lookUps = new Map<Statement, GatheredLookUps<PlacedRow>>();

  constructor(
    readonly dataSource: DataSource,
    @Optional() private readonly replicas?: Replicas,
  ) {}

  /** TypeORM's repository, in the current transaction if there is one. */
  repo<Entity extends ObjectLiteral>(entity: EntityTarget<Entity>): Repository<Entity> {
    return this.manager.getRepository(entity);
  }

  get manager(): EntityManager {
    const transaction = this.current.get();
    // TypeORM puts its statements to the connection itself.
    transaction?.statements.flush();
    return transaction?.manager ?? this.dataSource.manager;
  }

  /** Rows of a statement. Named statements are prepared; plain text is for what is seldom asked. */
  async query<Row extends QueryResultRow>(statement: Statement | string, values: readonly unknown[] = []): Promise<Row[]> {
    const transaction = this.current.get();
    const query = queryOf(statement, values);
    const result = await (transaction === undefined ? this.pool.query<Row>(query) : transaction.statements.put<Row>(query));
    return result.rows;
  }

  /**
   * As `query`, for what only reads and costs more than asking the primary where it stands, such as lists and searches: outside
   * of transactions a replica may answer. It answers only what the primary would, so nobody has to think of it.
   */
  async read<Row extends QueryResultRow>(statement: Statement | string, values: readonly unknown[] = []): Promise<Row[]> {
    const rows = this.current.get() === undefined ? await this.replicas?.read<Row>(queryOf(statement, values)) : undefined;
    return rows ?? this.query<Row>(statement, values);
  }

  /** Puts one statement that writes. On its own it is a transaction of its own, in one round trip together with its entry in the audit log. */
  async write<Row extends QueryResultRow>(statement: WritingStatement, values: readonly unknown[]): Promise<Row[]> {
    const act = this.current.get() === undefined ? currentAct() : undefined;
    if (act === undefined) return this.query<Row>(withAnswer(statement), values);
    return this.query<Row>(withEntry(statement, values.length), [...values, JSON.stringify([act.row('done')])]);
  }

  /**
   * The row of one key, for hot reads: outside of transactions, keys that are asked for at the same time are looked
   * up together.
   * @param statement takes one list for each part of the key, and answers each row with the `place` (an int, from 1)
   *   of its key in the lists
   */
  lookUp<Row extends QueryResultRow>(statement: Statement, key: LookUpKey): Promise<Row | undefined> {
    return this.gatheredFor(statement).get(key) as Promise<(Row & PlacedRow) | undefined>; // the statement's own rows
  }

  private gatheredFor(statement: Statement): GatheredLookUps<PlacedRow> {
    const load = (keys: readonly LookUpKey[]): Promise<Map<number, PlacedRow>> => this.rowsOf(statement, keys);
    // What a transaction sees is for its own flow only.
    if (this.current.get() !== undefined) return new GatheredLookUps(load);
    const known = this.lookUps.get(statement);
    if (known !== undefined) return known;
    const made = new GatheredLookUps(load);
    this.lookUps.set(statement, made);
    return made;
  }

  private async rowsOf(statement: Statement, keys: readonly LookUpKey[]): Promise<Map<number, PlacedRow>> {
    const parts = keys[0]?.map((_, index) => keys.map((key) => key[index]));
    const rows = await this.query<PlacedRow>(statement, parts);
    return new Map(rows.map((row) => [row.place, row]));
  }

  /**
   * Runs `work` in one transaction: joins the current one, or opens and commits one of its own.
   * Deadlocks and serialization failures of an own transaction are tried again, so `work` must not
   * have effects outside the database (use `afterCommit` or a job).
   */
  async transaction<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.current.get() !== undefined) return work();
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.open(work, currentAct());
      } catch (error) {
        if (attempt >= MOST_ATTEMPTS || !RETRIED_STATES.has(sqlState(error) ?? '')) throw error;
      }
    }
  }

  /** Whether what is asked now is asked within a transaction. */
  get isInTransaction(): boolean {
    return this.current.get() !== undefined;
  }

  /** Runs `work` on one moment of the database, which it can't change. */
  snapshot<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.open(async () => {
      await this.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
      return work();
    }, undefined);
  }

  /** Runs `effect` once the current transaction has committed; at once when there is none. */
  afterCommit(effect: () => void): void {
    const transaction = this.current.get();
    if (transaction === undefined) effect();
    else transaction.afterCommit.push(effect);
  }

  /** @param act what the transaction writes for; undefined: nothing that is to be told */
  private async open<Result>(work: () => Promise<Result>, act: Act | undefined): Promise<Result> {
    const runner = this.dataSource.createQueryRunner();
    const afterCommit: (() => void)[] = [];
    try {
      const client = (await runner.connect()) as PoolClient; // TypeORM types the driver's client loosely
      const statements = new StatementQueue(client, { text: 'START TRANSACTION' });
      try {
        // Repositories are to begin none of their own.
        const manager = Object.assign(runner, { isTransactionActive: true }).manager;
        const result = await this.current.run({ manager, statements, afterCommit }, work);
        await statements.commit(act === undefined ? 'COMMIT' : commitWith(act.row('done', result)));
        for (const effect of afterCommit) effect();
        return result;
      } catch (error) {
        // A broken connection can't roll back; the first error is the one that tells.
        await statements.rollback().catch(() => undefined);
        throw error;
      }
    } finally {
      await runner.release();
    }
  }

  /** Connections outside of any transaction. */
  get pool(): Pool {
    return poolOf(this.dataSource);
  }
}

function queryOf(statement: Statement | string, values: readonly unknown[]): QueryConfig {
  const text = typeof statement === 'string' ? { text: statement } : statement;
  return { ...text, values: [...values] };
}

export function poolOf({ driver }: DataSource): Pool {
  return (driver as unknown as { master: Pool }).master; // not in TypeORM's public types
}

const MOST_ATTEMPTS = 5;
/** serialization_failure, deadlock_detected */
const RETRIED_STATES = new Set(['40001', '40P01']);

/** SQLSTATE of an error of the driver, also when TypeORM has wrapped it. */
export function sqlState(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('driverError' in error && error.driverError !== error) return sqlState(error.driverError);
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Name of the constraint that an error of the driver tells, also when TypeORM has wrapped it. */
export function violatedConstraint(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('driverError' in error && error.driverError !== error) return violatedConstraint(error.driverError);
  return 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : undefined;
}
