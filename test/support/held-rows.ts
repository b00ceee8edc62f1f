import type { Database } from '../../src/kernel/database/database.js';
import { until } from './processes.js';

/** Answers once so many statements wait for locks. */
export type Waiters = (count: number) => Promise<void>;

/**
 * Runs `work` while a transaction of its own holds the rows that the statement locks, and lets them go before what
 * it began is awaited: what it answers is what everybody gets who had to wait.
 */
export async function whileHeld<Result>(db: Database, statement: string, values: readonly unknown[], work: (waiters: Waiters) => Promise<{ readonly begun: Promise<Result> }>): Promise<Result> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let holding: Promise<void> = Promise.resolve();
  await new Promise<void>((resolve, reject) => {
    holding = db.transaction(async () => {
      await db.query(statement, values);
      resolve();
      await released;
    });
    holding.catch(reject);
  });
  const waiters: Waiters = async (count) =>
    until(async () => {
      const waiting = await db.query("SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'");
      return waiting.length >= count;
    });
  try {
    const { begun } = await work(waiters);
    release();
    return await begun;
  } finally {
    release();
    await holding;
  }
}
