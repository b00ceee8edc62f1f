import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '../support/client.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

describe('a user', () => {
  it('learns who the token belongs to', async () => {
    const user = await service.make.user();
    const { status, body } = await service.as(user.token).get('/v1/user');
    expect([status, body]).toEqual([200, { object: 'user', id: user.id, displayName: `User ${user.email.split('@')[0] ?? ''}`, email: user.email, urls: { location: `${service.url}/v1/users/${user.id}` } }]);
    expect((await service.as(user.token).get(`/v1/users/${user.id}`)).body).toEqual(body);
  });

  it('changes name and picture, and is found by the new name', async () => {
    const { id: organizationId } = await service.make.organization();
    const user = await service.make.user({ organizationId });
    const client = service.as(user.token);
    const changed = await client.patch(`/v1/users/${user.id}`, { displayName: 'Ada Lövelace', photoURL: 'https://example.com/a.png' });
    expect([changed.status, changed.body]).toMatchObject([200, { displayName: 'Ada Lövelace', photoURL: 'https://example.com/a.png' }]);
    const { body } = await client.get(`/v1/orgs/${organizationId}/members?search=lovelace`);
    expect(body.items.map((member: Json) => member.user.id)).toEqual([user.id]);
    const cleared = await client.patch(`/v1/users/${user.id}`, { photoURL: null });
    expect(cleared.body.displayName).toBe('Ada Lövelace');
    expect(cleared.body).not.toHaveProperty('photoURL');
  });

  it.each([[{}], [{ displayName: '' }], [{ displayName: 'a'.repeat(65) }], [{ displayName: null }], [{ photoURL: 'javascript:alert(1)' }], [{ email: 'a@example.com' }]])('is not changed by %j', async (body) => {
    const user = await service.make.user();
    const before = (await service.as(user.token).get('/v1/user')).body;
    expect((await service.as(user.token).patch(`/v1/users/${user.id}`, body)).status).toBe(400);
    expect((await service.as(user.token).get('/v1/user')).body).toEqual(before);
  });
});

describe('access tokens', () => {
  it('are made, work, are listed without their text, and end', async () => {
    const user = await service.make.user();
    const client = service.as(user.token);
    const made = await client.post('/v1/user/tokens', { label: 'CI' });
    expect([made.status, made.headers.get('location')]).toEqual([201, made.body.urls.location]);
    const own = service.as(made.body.token);
    expect((await own.get('/v1/user')).body.id).toBe(user.id);
    const { token, ...shown } = made.body;
    expect((await own.get(`/v1/user/tokens/${String(shown.id)}`)).body).toEqual(shown);
    const list = await client.get('/v1/user/tokens?limit=1');
    expect([list.body.count, list.body.items]).toEqual([2, [shown]]);
    const rest = await client.get(`/v1/user/tokens?limit=1&page=${String(list.body.next.page)}`);
    expect([rest.body.items.length, rest.body.next]).toEqual([1, undefined]);
    expect(JSON.stringify([list.body, rest.body])).not.toContain(token);
    expect((await own.delete(`/v1/user/tokens/${String(shown.id)}`)).status).toBe(204);
    expect((await own.get('/v1/user')).status).toBe(401);
    expect((await client.delete(`/v1/user/tokens/${String(shown.id)}`)).status).toBe(404);
    expect((await client.get('/v1/user/tokens')).body.count).toBe(1);
  });

  it('end when they say, and make none that outlives them', async () => {
    const user = await service.make.user();
    const end = new Date(Date.now() + 3_600_000).toISOString();
    const made = await service.as(user.token).post('/v1/user/tokens', { label: 'Hour', expiresAt: end });
    expect(made.body.expiresAt).toBe(end);
    const own = service.as(made.body.token);
    for (const body of [{ label: 'For ever' }, { label: 'Longer', expiresAt: new Date(Date.parse(end) + 1).toISOString() }]) {
      const refused = await own.post('/v1/user/tokens', body);
      expect([refused.status, refused.body.error.details[0].field]).toEqual([400, 'expiresAt']);
    }
    expect((await own.post('/v1/user/tokens', { label: 'As long', expiresAt: end })).status).toBe(201);
  });

  it.each([
    [{}, 'label'],
    [{ label: '' }, 'label'],
    [{ label: 'a'.repeat(51) }, 'label'],
    [{ label: 'x', expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
    [{ label: 'x', expiresAt: 'tomorrow' }, 'expiresAt'],
    [{ label: 'x', expiresAt: '2099-02-31T00:00:00Z' }, 'expiresAt'],
    [{ label: 'x', expiresAt: '2099-01-01' }, 'expiresAt'],
    [{ label: 'x', expiresAt: null }, 'expiresAt'],
  ])('are not made from %j', async (body, field) => {
    const user = await service.make.user();
    const refused = await service.as(user.token).post('/v1/user/tokens', body);
    expect([refused.status, refused.body.error.details[0].field]).toEqual([400, field]);
    expect((await service.as(user.token).get('/v1/user/tokens')).body.count).toBe(1);
  });
});
