import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/ids/id.js';
import { SpaceStore } from '../../src/modules/spaces/space-store.js';
import { makeChangeRequest } from '../support/change-requests.js';
import { makeComment } from '../support/comments.js';
import type { Client, Json } from '../support/client.js';
import { newPage } from '../support/factories.js';
import { until } from '../support/processes.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

interface Stage {
  spaceId: string;
  client: Client;
  token: string;
  guide: string;
  child: string;
}

/** A space with a tree, a file, links that lead somewhere and one that waits. */
async function makeStage(title = 'Handbook'): Promise<Stage> {
  const organizationId = (await service.make.organization()).id;
  const { id: spaceId } = await service.make.space({ organizationId, title });
  const { token } = await service.make.user({ organizationId, role: 'create' });
  await service.make.file(spaceId, { gitPath: 'a.png' });
  const [guide, child] = [newId(), newId()];
  await service.make.commit(spaceId, {
    newPages: [
      newPage({ pageId: guide, title: 'Guide', emoji: '1f600', description: 'All of it', variables: { name: 'you' }, gitPath: 'guide.md', gitOid: 'abc', markdown: '# Top\n\n[child](guide/child) [later](later) ![file](a.png)\n' }),
      newPage({ pageId: child, parentId: guide, title: 'Child', noIndex: true, cover: { ref: { kind: 'url', url: 'https://example.com/a.png' }, yPos: 1 }, markdown: 'Zebra 設計 text.\n' }),
      newPage({ parentId: guide, title: 'Target', type: 'link', target: `/pages/${child}`, markdown: null }),
    ],
    variables: { product: 'Docspine' },
  });
  return { spaceId, client: service.as(token), token, guide, child };
}

/** Of the one space as if it were the other. */
function moved(value: Json, from: string, to: string): Json {
  const without = (key: string, item: Json): Json => (['downloadURL', 'revision', 'space'].includes(key) ? undefined : item);
  return JSON.parse(JSON.stringify(value, without).replaceAll(from, to));
}

describe('a duplicate', () => {
  it('has the same content under the same ids, and is a space of its own', async () => {
    const { spaceId, client, guide, child } = await makeStage();
    const made = await client.post(`/v1/spaces/${spaceId}/duplicate`);
    expect([made.status, made.headers.get('location')]).toEqual([201, made.body.urls.location]);
    const original = (await client.get(`/v1/spaces/${spaceId}`)).body;
    const copy = made.body;
    expect(copy).toMatchObject({ title: 'Handbook (copy)', organization: original.organization, editMode: 'live', comments: 0, changeRequests: 0, permissions: original.permissions });
    expect((await client.get(`/v1/spaces/${String(copy.id)}`)).body).toEqual(copy);

    const [from, to] = [`/v1/spaces/${spaceId}`, `/v1/spaces/${String(copy.id)}`];
    const [before, after] = [(await client.get(`${from}/content`)).body, (await client.get(`${to}/content`)).body];
    for (const part of ['pages', 'files', 'variables']) expect(moved(after[part], copy.id, spaceId)).toEqual(moved(before[part], spaceId, spaceId));
    const parts = [`content/page/${guide}`, `content/page/${child}?format=document`, `content/page/${guide}/links`, `content/page/${child}/backlinks`, 'search?query=top'];
    for (const part of parts) {
      const [one, other] = [await client.get(`${from}/${part}`), await client.get(`${to}/${part}`)];
      expect([part, other.status, moved(other.body, copy.id, spaceId)]).toEqual([part, 200, moved(one.body, spaceId, spaceId)]);
    }
    expect((await client.get(`${to}/search?query=top`)).body.count).toBe(1);
    expect((await client.get(`${to}/search?query=zebra`)).body.count).toBe(0);
    const everywhere = await client.get(`/v1/orgs/${String(copy.organization)}/search?query=top`);
    expect(everywhere.body.items.map((hit: Json) => hit.id).sort()).toEqual([copy.id, spaceId].sort());
  });

  it('and the original go ways of their own', async () => {
    const { spaceId, client, token, guide } = await makeStage();
    await makeChangeRequest(service, spaceId);
    await makeComment(service, `/v1/spaces/${spaceId}`, token);
    const { body: copy } = await client.post(`/v1/spaces/${spaceId}/duplicate`);
    expect(copy).toMatchObject({ comments: 0, changeRequests: 0 });
    const links = async (id: string): Promise<Json> => (await client.get(`/v1/spaces/${id}/content/page/${guide}/links`)).body.stats.broken.total;
    expect([await links(spaceId), await links(copy.id)]).toEqual([1, 1]);
    await service.make.page(copy.id, { title: 'Later' });
    expect([await links(spaceId), await links(copy.id)]).toEqual([1, 0]);
    await service.make.commit(spaceId, { pageUpdates: [{ pageId: guide, markdown: 'gone\n' }] });
    await service.make.commit(copy.id, { pageUpdates: [{ pageId: guide, fields: { title: 'Renamed' } }] });
    expect((await client.get(`/v1/spaces/${spaceId}/content/page/${guide}`)).body).toMatchObject({ title: 'Guide', markdown: 'gone\n' });
    expect((await client.get(`/v1/spaces/${String(copy.id)}/content/page/${guide}`)).body).toMatchObject({ title: 'Renamed', markdown: expect.stringContaining('# Top') });
    await service.make.db.query('DELETE FROM targets WHERE id = $1', [spaceId]);
    expect((await client.get(`/v1/spaces/${String(copy.id)}/content/page/${guide}?format=document`)).status).toBe(200);
  });

  it('waits for who is writing to the original, and has what was written', async () => {
    const { spaceId, client, guide } = await makeStage();
    const { db } = service.make;
    const waiting = 'SELECT 1 FROM pg_locks WHERE transactionid = pg_current_xact_id()::xid AND NOT granted';
    let isWritten: () => void = () => undefined;
    const written = new Promise<void>((resolve) => (isWritten = resolve));
    const writing = db.transaction(async () => {
      await service.make.commit(spaceId, { pageUpdates: [{ pageId: guide, markdown: 'newer\n' }] });
      isWritten();
      await until(async () => (await db.query(waiting)).length > 0);
    });
    await written;
    const [made] = await Promise.all([client.post(`/v1/spaces/${spaceId}/duplicate`), writing]);
    expect(made.status).toBe(201);
    expect((await client.get(`/v1/spaces/${String(made.body.id)}/content/page/${guide}`)).body.markdown).toBe('newer\n');
  });

  it('is seen by whom the original is seen by, at the end of the same collection', async () => {
    const { spaceId } = await makeStage();
    const { organizationId } = await service.app.get(SpaceStore).get(spaceId);
    const collection = await service.make.collection({ organizationId });
    const { id } = await service.make.space({ organizationId, parentId: collection.id, title: 'é'.repeat(50) });
    await service.app.get(SpaceStore).update(id, { defaultLevel: null, editMode: 'locked' });
    const [maker, guest, member] = await Promise.all([service.make.user({ organizationId, role: null }), service.make.user({ organizationId, role: null }), service.make.user({ organizationId })]);
    await service.make.grantOnCollection(collection.id, maker.id, 'create');
    await service.make.grant(id, guest.id, 'read');
    const made = await service.as(maker.token).post(`/v1/spaces/${id}/duplicate`);
    expect(made.body).toMatchObject({ title: `${'é'.repeat(43)} (copy)`, parent: collection.id, editMode: 'locked', visibility: 'in-collection' });
    expect((await service.as(maker.token).all(`/v1/collections/${collection.id}/spaces`)).map((space) => space.id)).toEqual([id, made.body.id]);
    const copy = `/v1/spaces/${String(made.body.id)}`;
    expect([(await service.as(guest.token).get(copy)).status, (await service.as(member.token).get(copy)).status]).toEqual([200, 404]);
  });

  it('needs the right to make a space there, also where the collection is not seen', async () => {
    const { spaceId, client } = await makeStage();
    const { organizationId } = await service.app.get(SpaceStore).get(spaceId);
    const reader = await service.make.user({ organizationId, role: 'review' });
    expect(await service.as(reader.token).post(`/v1/spaces/${spaceId}/duplicate`)).toMatchObject({ status: 403 });
    const collection = await service.make.collection({ organizationId });
    const { id } = await service.make.space({ organizationId, parentId: collection.id });
    const guest = await service.make.user({ organizationId, role: null });
    await service.make.grant(id, guest.id, 'admin');
    expect(await service.as(guest.token).post(`/v1/spaces/${id}/duplicate`)).toMatchObject({ status: 403 });
    expect((await client.post(`/v1/spaces/${newId()}/duplicate`)).status).toBe(404);
    expect((await client.post(`/v1/spaces/${spaceId}/duplicate`, { title: 'Other' })).status).toBe(400);
  });
});
