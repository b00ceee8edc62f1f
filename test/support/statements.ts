import type { Pool, PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import type { TestApp } from './test-app.js';

/** Counts what the service asks the database, each statement being a round trip; jobs have connections of their own. */
export class Statements {
  private texts: string[] = [];

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
    this.texts = [];
    await work();
    return this.texts;
  }

  private watch(client: PoolClient): void {
    const query = client.query.bind(client) as (...parameters: unknown[]) => unknown; // of its many forms the first parameter is looked at
    const counted = (...parameters: unknown[]): unknown => {
      const [first] = parameters;
      this.texts.push(typeof first === 'object' && first !== null && 'text' in first ? String(first.text) : String(first));
      return query(...parameters);
    };
    Reflect.set(client, 'query', counted);
  }
}
