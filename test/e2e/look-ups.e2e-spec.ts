import { AsyncResource } from 'node:async_hooks';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/ids/id.js';
import { findHead } from '../../src/modules/spaces/placed-space.js';
import { newPage } from '../support/factories.js';
import { Statements } from '../support/statements.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

/** A flow that isn't part of any transaction. */
const outside = new AsyncResource('outside');
let service: TestApp;
let statements: Statements;

beforeAll(async () => {
  service = await startTestApp();
  statements = Statements.of(service);
});
afterAll(() => service.close());

const heads = async (ids: readonly string[]): Promise<(string | undefined)[]> => Promise.all(ids.map(async (id) => (await findHead(service.make.db, id))?.revisionId));

describe('look-ups of one turn', () => {
  it('are one statement, and each gets what is its own', async () => {
    const { make } = service;
    const [one, other] = [await make.space(), await make.space()];
    let found: unknown;
    const asked = await statements.during(async () => {
      found = await heads([one.id, newId(), other.id, one.id]);
    });
    expect(found).toEqual([one.revisionId, undefined, other.revisionId, one.revisionId]);
    expect(asked).toHaveLength(1);
  });

  it('see what was committed before they were asked, however many are under way', async () => {
    const { make } = service;
    const { id } = await make.space();
    for (let change = 0; change < 5; change += 1) {
      const earlier = heads([id, id]);
      const revision = await make.commit(id, { newPages: [newPage()] });
      expect(await heads([id])).toEqual([revision.revisionId]);
      await earlier;
    }
  });

  it('of a transaction see its own changes, and nobody else does', async () => {
    const { make } = service;
    const { id, revisionId } = await make.space();
    await make.db.transaction(async () => {
      await make.db.query('UPDATE spaces SET deleted_at = now() WHERE id = $1', [id]);
      expect(await heads([id])).toEqual([undefined]);
      expect(await outside.runInAsyncScope(() => heads([id]))).toEqual([revisionId]);
    });
    expect(await heads([id])).toEqual([undefined]);
  });
});
