import type { Pool, PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import { StatementsTogether } from '../../src/kernel/database/statements-together.js';
import type { TestApp } from './test-app.js';

/** Counts what the service asks the database, and in how many round trips; jobs have connections of their own. */
export class Statements {
  private goes: (readonly string[])[] = [];

  private constructor() {}

  /** From now on, until the service ends. */
  static of({ app }: TestApp): Statements {
    const statements = new Statements();
    const { master } = app.get(DataSource).driver as unknown as { master: Pool }; // not in TypeORM's public types
    const watched = new WeakSet<PoolClient>();
    master.on('acquire', (client) => {
      if (!watched.has(client)) statements.watch(client);
      watched.add(client);
    });
    return statements;
  }

  /** The statements that are put while `work` goes on. */
  async during(work: () => Promise<unknown>): Promise<readonly string[]> {
    return (await this.goesDuring(work)).flat();
  }

  /** The same, by the round trips in which they go together. */
  async goesDuring(work: () => Promise<unknown>): Promise<readonly (readonly string[])[]> {
    this.goes = [];
    await work();
    return this.goes;
  }

  private watch(client: PoolClient): void {
    const query = client.query.bind(client) as (...parameters: unknown[]) => unknown; // of its many forms the first parameter is looked at
    const counted = (...parameters: unknown[]): unknown => {
      const [first] = parameters;
      this.goes.push(first instanceof StatementsTogether ? first.statements.map(({ query: { text } }) => text) : [textOf(first)]);
      return query(...parameters);
    };
    Reflect.set(client, 'query', counted);
  }
}

function textOf(statement: unknown): string {
  return typeof statement === 'object' && statement !== null && 'text' in statement ? String(statement.text) : String(statement);
}
