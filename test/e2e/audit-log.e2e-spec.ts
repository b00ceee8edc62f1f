import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Act, runAct } from '../../src/kernel/audit/act.js';
import { AuditLog } from '../../src/kernel/audit/audit-log.js';
import { newId } from '../../src/kernel/ids/id.js';
import { TokensService } from '../../src/modules/identity/tokens.service.js';
import { type AuditRow, entriesOf } from '../support/audit.js';
import type { Answer } from '../support/client.js';
import { newPage } from '../support/factories.js';
import { until } from '../support/processes.js';
import { Statements } from '../support/statements.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp({ PROXY_HOPS: '1', AUDIT_RETENTION_DAYS: '30' });
});
afterAll(() => service.close());

const entries = ({ headers }: Pick<Answer, 'headers'>): Promise<AuditRow[]> => entriesOf(service, headers.get('x-request-id') ?? '');
const total = async (): Promise<number> => (await service.make.db.query<{ count: number }>('SELECT count(*)::int AS count FROM audit_log'))[0]?.count ?? 0;

describe('an entry', () => {
  it('tells who wrote what, from where', async () => {
    const { space, member } = await service.make.spaceWithMember('admin');
    const headers = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7', 'user-agent': "Mozilla/5.0 (O'Neil; \\ ;)", 'x-request-id': 'asked-by-me' };
    const { body } = await service.as(member.token).send('POST', `/v1/spaces/${space.id}/comments`, { body: { markdown: 'A secret word.' } }, { headers });
    const [entry, ...others] = await entriesOf(service, 'asked-by-me');
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      outcome: 'done',
      caller: 'user',
      user_id: member.id,
      token_id: expect.any(String),
      operation: 'postCommentInSpace',
      organization_id: space.organizationId,
      targets: { spaceId: space.id },
      made: body.id,
      address: '198.51.100.7',
      user_agent: "Mozilla/5.0 (O'Neil; \\ ;)",
    });
    expect(JSON.stringify(entry)).not.toMatch(/secret|dsp_/);
  });

  it('is made for none that was refused as malformed, absent, or read', async () => {
    const { space, member } = await service.make.spaceWithMember('admin');
    const as = service.as(member.token);
    const teams = `/v1/orgs/${space.organizationId}/teams`;
    const team = await as.put(teams, { title: 'Team' });
    const before = await total();
    expect((await as.delete(`${teams}/${String(team.body.id)}/members/${newId()}`)).status).toBe(404);
    await as.post(`/v1/spaces/${space.id}/comments`, { body: { markdown: 1 } });
    await as.post(`/v1/spaces/${newId()}/comments`, { body: { markdown: 'A word.' } });
    await as.post(`/v1/spaces/${space.id}/comments`, { page: newId(), body: { markdown: 'A word.' } });
    await as.get(`/v1/spaces/${space.id}`);
    await service.as().post('/saml/token', { code: 'none' });
    expect(await total()).toBe(before);
  });

  it('tells what a signed-in caller lacked the right for', async () => {
    const { space, member } = await service.make.spaceWithMember('read');
    const answer = await service.as(member.token).delete(`/v1/spaces/${space.id}`);
    expect(answer.status).toBe(403);
    await until(async () => (await entries(answer)).length > 0, 30_000);
    expect(await entries(answer)).toMatchObject([{ outcome: 'refused', caller: 'user', user_id: member.id, operation: 'deleteSpaceById', organization_id: space.organizationId, targets: { spaceId: space.id } }]);
  });

  it('names tokens by their ids, when they are made and when they end', async () => {
    const as = service.as((await service.make.user()).token);
    const made = await as.post('/v1/user/tokens', { label: 'Robot' });
    const ended = await as.delete(`/v1/user/tokens/${String(made.body.id)}`);
    expect(await entries(made)).toMatchObject([{ made: made.body.id, targets: { tokenId: made.body.id } }]);
    expect(await entries(ended)).toMatchObject([{ targets: { tokenId: made.body.id } }]);
    expect(JSON.stringify(await entries(made))).not.toContain(made.body.token);
  });

  it('is kept or lost with what it tells, whatever fails', async () => {
    const { db } = service.make;
    const act = new Act(() => ({ caller: 'job', operation: 'a-test' }));
    const count = async (): Promise<number> => (await db.query(`SELECT 1 FROM audit_log WHERE operation = 'a-test'`)).length;
    const insert = { name: 'test_insert', text: 'INSERT INTO secrets (name, value) VALUES ($1, $2)' };
    const failing: readonly (() => Promise<unknown>)[] = [
      () => db.transaction(() => db.query(insert, ['audit-a', 'x']).then(() => Promise.reject(new Error('changed its mind')))),
      () => db.transaction(() => db.query('SELECT 1 / 0')),
      () => db.write(insert, [null, 'x']),
      () => db.transaction(() => db.write(insert, ['audit-b', 'x']).then(() => db.write(insert, ['audit-b', 'x']))),
    ];
    for (const work of failing) await expect(runAct(act, work)).rejects.toThrow();
    expect(await count()).toBe(0);
    await runAct(act, () => db.transaction(() => db.write(insert, ['audit-c', 'x'])));
    await runAct(act, () => db.write(insert, ['audit-d', 'x']));
    expect(await count()).toBe(2);
    expect((await db.query(`SELECT name FROM secrets WHERE name LIKE 'audit-_' ORDER BY 1`)).map(({ name }) => String(name))).toEqual(['audit-c', 'audit-d']);
    await runAct(act, () => db.write({ name: 'test_update', text: 'UPDATE secrets SET value = $2 WHERE name = $1' }, ['audit-none', 'x']));
    expect(await count()).toBe(2);
  });

  it('costs no round trip', async () => {
    const statements = Statements.of(service);
    const { db } = service.make;
    const act = new Act(() => ({ caller: 'job', operation: 'round-trips' }));
    const asked = await statements.during(() => runAct(act, () => db.transaction(() => db.query('SELECT 1'))));
    expect(asked.map((text) => text.split(' ')[0])).toEqual(['START', 'SELECT', 'INSERT']);
    expect(asked[2]).toMatch(/; COMMIT$/);
  });
});

describe('the log', () => {
  async function listed(filter: Parameters<AuditLog['list']>[0], most = 1_000): Promise<unknown[]> {
    const found = [];
    for await (const { made } of service.app.get(AuditLog).list(filter, most)) found.push(made);
    return found;
  }

  async function write(times: number, facts: { operation: string; organizationId: string; userId: string }): Promise<void> {
    const insert = 'INSERT INTO audit_log (at, outcome, caller, operation, organization_id, user_id, targets, made)';
    await service.make.db.query(`${insert} SELECT now() - n * interval '1 day', 'done', 'user', $2, $3, $4, '{}', n::text FROM generate_series(1, $1) n`, [times, facts.operation, facts.organizationId, facts.userId]);
  }

  it('is read by organization, user, operation and time, the newest first, in pages', async () => {
    const [organizationId, other, userId] = [newId(), newId(), newId()];
    await write(5, { operation: 'one', organizationId, userId });
    await write(3, { operation: 'two', organizationId: other, userId });
    const ago = (days: number): Date => new Date(Date.now() - days * 86_400_000);
    expect(await listed({ organizationId })).toEqual(['1', '2', '3', '4', '5']);
    expect(await listed({ userId, operation: 'two' })).toEqual(['1', '2', '3']);
    expect(await listed({ organizationId, since: ago(4.5), until: ago(1.5) })).toEqual(['2', '3', '4']);
    expect(await listed({ organizationId }, 2)).toEqual(['1', '2']);
    expect(await listed({ organizationId: newId() })).toEqual([]);
    await write(2_100, { operation: 'three', organizationId, userId });
    expect((await listed({ operation: 'three' }, 2_050)).length).toBe(2_050);
  });

  it('forgets what is older than the setting says, and nothing else', async () => {
    const [organizationId, userId] = [newId(), newId()];
    await write(40, { operation: 'old', organizationId, userId });
    await service.app.get(AuditLog).clear(new AbortController().signal);
    const left = await listed({ organizationId });
    expect([left.length, left.at(-1)]).toEqual([29, '29']);
  });

  it('has one job that clears it, for all nodes and starts', async () => {
    await service.app.get(AuditLog).onApplicationBootstrap();
    const jobs = await service.make.db.query(`SELECT run_at > now() AS later FROM graphile_worker.jobs WHERE task_identifier = 'audit-clear'`);
    expect(jobs).toEqual([{ later: true }]);
  });
});

it('tells what tokens of the operator are made and ended by, not the tokens', async () => {
  const user = await service.make.user();
  const act = new Act(() => ({ caller: 'operator', operation: 'token:revoke' }));
  await runAct(act, () => service.app.get(TokensService).revoke(user.token));
  const [entry] = await service.make.db.query(`SELECT * FROM audit_log WHERE operation = 'token:revoke' AND targets @> $1`, [JSON.stringify({ userId: user.id })]);
  expect(entry).toMatchObject({ caller: 'operator', targets: { tokenId: expect.any(String) } });
  expect(JSON.stringify(entry)).not.toContain(user.token);
});

it('leaves content that is committed by the service itself untold', async () => {
  const { space } = await service.make.spaceWithMember('admin');
  const before = await total();
  await service.make.commit(space.id, { newPages: [newPage({ title: 'One' })] });
  expect(await total()).toBe(before);
});
