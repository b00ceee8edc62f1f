import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client, Json } from '../support/client.js';
import { until } from '../support/processes.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;
let organizationId: string;
let client: Client;

beforeAll(async () => {
  service = await startTestApp();
  organizationId = (await service.make.organization()).id;
  client = service.as((await service.make.user({ organizationId, role: 'admin' })).token);
});
afterAll(() => service.close());

async function makeSpace(body: object = {}): Promise<Json> {
  const made = await client.post(`/v1/orgs/${organizationId}/spaces`, body);
  expect([made.status, made.headers.get('location')]).toEqual([201, made.body.urls.location]);
  return made.body;
}

describe('a space', () => {
  it('is made with defaults, or as told, and read', async () => {
    const plain = await makeSpace();
    expect(plain).toMatchObject({ object: 'space', title: 'Untitled space', editMode: 'live', visibility: 'private', organization: organizationId, comments: 0 });
    expect(plain).not.toHaveProperty('emoji');
    const collection = await service.make.collection({ organizationId });
    const told = await makeSpace({ title: 'Handbook', emoji: '1f600', parent: collection.id });
    expect(told).toMatchObject({ title: 'Handbook', emoji: '1f600', visibility: 'in-collection', parent: collection.id });
    expect((await client.get(`/v1/spaces/${String(told.id)}`)).body).toEqual(told);
    expect((await client.get(`/v1/spaces/${String(told.id)}/content/pages`)).body).toEqual({ pages: [] });
  });

  it.each([
    [{ title: 'a'.repeat(51) }, 'title'],
    [{ emoji: '' }, 'emoji'],
    [{ parent: 'nothing' }, 'parent'],
    [{ language: 'en' }, 'language'],
  ])('is not made from %j', async (body, field) => {
    const refused = await client.post(`/v1/orgs/${organizationId}/spaces`, body);
    expect([refused.status, refused.body.error.details[0].field]).toEqual([400, field]);
  });

  it('is listed with all others that the caller sees, once each', async () => {
    const { id: other } = await service.make.organization();
    const made = await Promise.all(Array.from({ length: 7 }, (_, index) => service.make.space({ organizationId: other, title: `S${String(index)}` })));
    const guest = await service.make.user({ organizationId: other, role: null });
    const reader = await service.make.user({ organizationId: other, role: 'read' });
    await service.make.grant(made[3]?.id ?? '', guest.id, 'read');
    const listed = async (token: string): Promise<string[]> => (await service.as(token).all(`/v1/orgs/${other}/spaces?limit=3`)).map(({ id }) => String(id));
    expect(await listed(reader.token)).toEqual(made.map(({ id }) => id).sort());
    expect(await listed(guest.token)).toEqual([made[3]?.id]);
  });

  it('changes what is sent and nothing else', async () => {
    const { id, updatedAt } = await makeSpace({ title: 'Old', emoji: '1f600' });
    const path = `/v1/spaces/${String(id)}`;
    const same = await client.patch(path, { title: 'Old' });
    expect(same.body.updatedAt).toBe(updatedAt);
    const changed = await client.patch(path, { title: 'New', emoji: null, editMode: 'locked', defaultLevel: null });
    expect(changed.body).toMatchObject({ title: 'New', editMode: 'locked' });
    expect(changed.body).not.toHaveProperty('emoji');
    expect(changed.body).not.toHaveProperty('defaultLevel');
    const reader = await service.make.user({ organizationId, role: 'edit' });
    expect((await service.as(reader.token).get(path)).status).toBe(404);
    await client.patch(path, { defaultLevel: 'inherit' });
    expect((await service.as(reader.token).get(path)).body.title).toBe('New');
    expect((await client.patch(path, { title: null })).status).toBe(400);
  });

  it('moves among its siblings and into collections', async () => {
    const collection = await service.make.collection({ organizationId });
    const [first, second] = [await makeSpace({ parent: collection.id }), await makeSpace()];
    const moved = await client.post(`/v1/spaces/${String(second.id)}/move`, { parent: collection.id, position: { before: { type: 'space', space: first.id } } });
    expect([moved.status, moved.body.parent]).toEqual([200, collection.id]);
    const listed = await client.get(`/v1/collections/${collection.id}/spaces`);
    expect(listed.body.items.map((space: Json) => space.id)).toEqual([second.id, first.id]);
    expect((await client.post(`/v1/spaces/${String(second.id)}/move`, { parent: collection.id, position: { before: { type: 'space', space: first.id } } })).status).toBe(409);
    expect((await client.post(`/v1/spaces/${String(second.id)}/move`, {})).status).toBe(400);
    expect((await client.post(`/v1/spaces/${String(second.id)}/move`, { parent: first.id })).status).toBe(400);
  });

  it('goes to another organization with its content', async () => {
    const admin = await service.make.user({ organizationId, role: 'admin' });
    const { id: target } = await service.make.organization();
    await service.make.join(target, admin.id, 'admin');
    const space = await service.make.space({ organizationId });
    const pageId = await service.make.page(space.id, { markdown: 'An okapi.\n' });
    const own = service.as(admin.token);
    const moved = await own.post(`/v1/spaces/${space.id}/transfer`, { organization: target });
    expect([moved.status, moved.body.organization]).toEqual([200, target]);
    expect((await own.get(`/v1/spaces/${space.id}/content/page/${pageId}`)).status).toBe(200);
    expect((await own.get(`/v1/orgs/${target}/search?query=okapi`)).body.count).toBe(1);
    expect((await own.post(`/v1/spaces/${space.id}/transfer`, { organization: target })).status).toBe(409);
  });
});

describe('the trash', () => {
  it('hides a space everywhere, shows it to its admins, and gives it back whole', async () => {
    const space = await makeSpace({ title: 'Kept' });
    const id = String(space.id);
    const pageId = await service.make.page(id, { markdown: 'An aardwolf.\n' });
    const reader = service.as((await service.make.user({ organizationId, role: 'edit' })).token);
    const before = (await client.get(`/v1/orgs/${organizationId}/spaces?limit=1`)).body.count;
    expect((await client.delete(`/v1/spaces/${id}`)).status).toBe(204);
    expect((await client.get(`/v1/orgs/${organizationId}/spaces?limit=1`)).body.count).toBe(before - 1);
    expect((await client.get(`/v1/orgs/${organizationId}/search?query=aardwolf`)).body.count).toBe(0);
    expect((await client.get(`/v1/spaces/${id}/content/page/${pageId}`)).status).toBe(404);
    expect((await reader.get(`/v1/spaces/${id}`)).status).toBe(404);
    const trashed = (await client.get(`/v1/spaces/${id}`)).body;
    expect(trashed).toMatchObject({ id, title: 'Kept', deletedAt: expect.any(String) });
    expect(trashed.permissions).toEqual({ view: true, access: true, admin: true, viewInviteLinks: false, edit: false, triggerGitSync: false, comment: false, merge: false, review: false });
    expect((await client.delete(`/v1/spaces/${id}`)).status).toBe(404);
    expect((await client.patch(`/v1/spaces/${id}`, { title: 'X' })).status).toBe(404);

    const restored = await client.post(`/v1/spaces/${id}/restore`);
    expect(restored.status).toBe(200);
    expect(restored.body).not.toHaveProperty('deletedAt');
    expect((await reader.get(`/v1/spaces/${id}/content/page/${pageId}`)).status).toBe(200);
    expect((await client.get(`/v1/orgs/${organizationId}/search?query=aardwolf`)).body.count).toBe(1);
    expect((await client.get(`/v1/orgs/${organizationId}/spaces?limit=1`)).body.count).toBe(before);
    expect((await client.post(`/v1/spaces/${id}/restore`)).status).toBe(404);
  });

  it('is emptied after seven days, and not of what was restored', async () => {
    const [gone, back] = [String((await makeSpace()).id), String((await makeSpace()).id)];
    const body = (id: string): string => `Body of ${id}\n`;
    for (const id of [gone, back]) await service.make.page(id, { markdown: body(id) });
    for (const id of [gone, back]) await client.delete(`/v1/spaces/${id}`);
    await client.post(`/v1/spaces/${back}/restore`);
    const db = service.make.db;
    const [job] = await db.query<{ days: number }>(`SELECT round(extract(epoch FROM run_at - now()) / 86400)::integer AS days FROM graphile_worker.jobs WHERE task_identifier = 'spaces.purge' LIMIT 1`);
    expect(job?.days).toBe(7);
    await db.query(`UPDATE graphile_worker._private_jobs SET run_at = now() WHERE run_at > now() + interval '1 day'`);
    await until(async () => (await db.query('SELECT FROM spaces WHERE id = $1', [gone])).length === 0, 20_000);
    await until(async () => (await db.query(`SELECT FROM graphile_worker.jobs WHERE task_identifier = 'spaces.purge'`)).length === 0, 20_000);
    expect((await client.get(`/v1/spaces/${back}`)).status).toBe(200);
    expect((await client.get(`/v1/spaces/${gone}`)).status).toBe(404);
    const bodies = async (): Promise<string[]> => (await db.query<{ markdown: string }>('SELECT markdown FROM documents WHERE markdown = ANY ($1)', [[body(gone), body(back)]])).map(({ markdown }) => markdown);
    await until(async () => (await bodies()).length === 1, 30_000);
    expect(await bodies()).toEqual([body(back)]);
  });
});
