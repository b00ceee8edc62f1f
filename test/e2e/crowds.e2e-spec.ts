import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { RightsCaches } from '../../src/kernel/permissions/rights-caches.js';
import { EffectiveRoles } from '../../src/modules/access/effective-roles.js';
import { until } from '../support/processes.js';
import { makeReviewStage } from '../support/reviews.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

const CONNECTIONS = 4;

let service: TestApp;
let other: pg.Client;

beforeAll(async () => {
  let url = '';
  service = await startTestApp({ DATABASE_POOL_SIZE: String(CONNECTIONS) }, (databaseUrl) => Promise.resolve((url = databaseUrl)));
  other = new pg.Client({ connectionString: url });
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await service.close();
});

describe('writes that hold every connection', () => {
  it('wait for no question about rights that waits for a connection itself', async () => {
    const { one, asEditor, editor, reviewer, spaceId, changeRequestId } = await makeReviewStage(service);
    await other.query('BEGIN');
    await other.query('SELECT FROM change_requests WHERE id = $1 FOR UPDATE', [changeRequestId]);
    const writes = Array.from({ length: CONNECTIONS }, () => asEditor.post(`${one}/requested-reviewers`, { users: [reviewer.id] }));
    await until(async () => {
      await other.query('SELECT pg_stat_clear_snapshot()');
      const { rowCount } = await other.query("SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'");
      return rowCount === CONNECTIONS;
    });
    service.app.get(RightsCaches).changed();
    const asked = service.app.get(EffectiveRoles).find({ userId: editor.id }, spaceId);
    await other.query('COMMIT');
    const answers = await Promise.all(writes);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await asked).toMatchObject({ role: 'edit' });
  });
});
