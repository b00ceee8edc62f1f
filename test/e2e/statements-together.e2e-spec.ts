import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Database, type Statement } from '../../src/kernel/database/database.js';
import { Statements } from '../support/statements.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;
let db: Database;
let statements: Statements;

beforeAll(async () => {
  service = await startTestApp();
  db = service.app.get(Database);
  statements = Statements.of(service);
});
afterAll(() => service.close());
beforeEach(() => db.query('CREATE TABLE counted (id text PRIMARY KEY, value integer NOT NULL CHECK (value < 100))'));
afterEach(() => db.query('DROP TABLE counted'));

const ADD: Statement = { name: 'test_add', text: 'INSERT INTO counted VALUES ($1, $2)' };
const RAISE: Statement = { name: 'test_raise', text: 'UPDATE counted SET value = value + 1 WHERE id = $1' };

const add = (id: string, value = 0): Promise<unknown[]> => db.query(ADD, [id, value]);
const raise = (id: string): Promise<unknown[]> => db.query(RAISE, [id]);

function counted(): Promise<{ id: string; value: number }[]> {
  return db.query('SELECT id, value FROM counted ORDER BY id');
}

/** A statement that nothing was prepared of before. */
let made = 0;
function fresh(text: string): Statement {
  made += 1;
  return { name: `test_fresh_${String(made)}`, text };
}

describe('statements of a transaction that are put without waiting for one another', () => {
  it('go in one round trip, together with the beginning, in their order', async () => {
    const seen: unknown[] = [];
    const goes = await statements.goesDuring(() =>
      db.transaction(async () => {
        const one = fresh('SELECT count(*)::integer AS count FROM counted');
        const answers = await Promise.all([add('a'), db.query(one), add('b'), db.query(one), db.query('SELECT $1::integer + 1 AS sum', [1])]);
        seen.push(...answers.flat());
        await raise('a');
      }),
    );
    expect(seen).toEqual([{ count: 1 }, { count: 2 }, { sum: 2 }]);
    expect(goes.map((texts) => texts.length)).toEqual([6, 1, 1]);
    expect(await counted()).toEqual([{ id: 'a', value: 1 }, { id: 'b', value: 0 }]);
  });

  it('begin a transaction for a repository, too', async () => {
    const organization = await service.make.organization();
    const goes = await statements.goesDuring(() => db.transaction(() => db.manager.query('UPDATE organizations SET title = title WHERE id = $1', [organization.id])));
    expect(goes.map((texts) => texts.join())).toEqual(['START TRANSACTION', expect.stringMatching(/^UPDATE/), 'COMMIT']);
  });

  it('ask nothing where there are none', async () => {
    const refused = (): Promise<void> => expect(db.transaction(() => Promise.reject(new Error('Refused.')))).rejects.toThrow('Refused.');
    expect(await statements.during(refused)).toEqual([]);
  });

  it('are told the error of the first that fails, and leave nothing', async () => {
    await add('a');
    // What stands behind the one that fails was never prepared, and is the next time.
    const behind = fresh('SELECT 1 AS one');
    for (let time = 0; time < 2; time += 1) {
      const outcomes = await db.transaction(async () => {
        const all = await Promise.allSettled([add('b'), add('a'), db.query(behind), add('c', 1_000)]);
        return Promise.reject(Object.assign(new Error('Done.'), { all }));
      }).catch((error: unknown) => (error as { all: PromiseSettledResult<unknown>[] }).all);
      expect(outcomes.map((outcome) => (outcome.status === 'rejected' ? (outcome.reason as { constraint?: string }).constraint : undefined))).toEqual(Array(4).fill('counted_pkey'));
    }
    expect(await counted()).toEqual([{ id: 'a', value: 0 }]);
    expect(await db.transaction(() => db.query(behind))).toEqual([{ one: 1 }]);
  });

  it('fail as the first did, also when they are put once it is known', async () => {
    const late = db.transaction(async () => {
      await add('a', 1_000).catch(() => undefined);
      await add('b');
    });
    await expect(late).rejects.toMatchObject({ constraint: 'counted_value_check' });
    const swallowed = db.transaction(() => add('a', 1_000).catch(() => undefined));
    await expect(swallowed).rejects.toMatchObject({ constraint: 'counted_value_check' });
    expect(await counted()).toEqual([]);
  });

  it('are never taken for committed when one of them failed that nobody heard of', async () => {
    const unheard = db.transaction(async () => {
      await add('a');
      await db.manager.query('INSERT INTO counted VALUES ($1, 1000)', ['b']).catch(() => undefined);
    });
    await expect(unheard).rejects.toThrow('Nothing was committed');
    expect(await counted()).toEqual([]);
  });

  it('are tried again after a deadlock', async () => {
    await Promise.all([add('a'), add('b')]);
    let [attempts, arrived] = [0, 0];
    let meet: () => void = () => undefined;
    const met = new Promise<void>((resolve) => (meet = resolve));
    const work = (first: string, second: string): Promise<void> =>
      db.transaction(async () => {
        attempts += 1;
        await raise(first);
        arrived += 1;
        if (arrived >= 2) meet();
        await met;
        await Promise.all([db.query(fresh('SELECT 1')), raise(second), db.query(fresh('SELECT 2'))]);
      });
    await Promise.all([work('a', 'b'), work('b', 'a')]);
    expect(attempts).toBe(3);
    expect(await counted()).toEqual([{ id: 'a', value: 2 }, { id: 'b', value: 2 }]);
  });

  it('fail together when their connection breaks, and the next transaction has another', async () => {
    const broken = db.transaction(async () => {
      await add('a');
      await Promise.all([add('b'), db.query('SELECT pg_terminate_backend(pg_backend_pid())'), add('c')]);
    });
    await expect(broken).rejects.toMatchObject({ code: '57P01' });
    expect(await counted()).toEqual([]);
    await db.transaction(() => Promise.all([add('b'), add('c')]));
    expect(await counted()).toHaveLength(2);
  });

  it('never run in a transaction of somebody else who has the connection by now', async () => {
    let straggler: Promise<unknown> = Promise.resolve();
    let ended: () => void = () => undefined;
    const end = new Promise<void>((resolve) => (ended = resolve));
    const failing = db.transaction(async () => {
      await add('a');
      straggler = end.then(() => add('lost'));
      throw new Error('Refused.');
    });
    await expect(failing).rejects.toThrow('Refused.');
    ended();
    await expect(straggler).rejects.toThrow('The transaction has ended.');
    expect(await counted()).toEqual([]);
  });
});
