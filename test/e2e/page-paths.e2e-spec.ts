import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/ids/id.js';
import { commitTo, makeChangeRequest } from '../support/change-requests.js';
import type { Client } from '../support/client.js';
import { newPage } from '../support/factories.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

interface Stage {
  spaceId: string;
  content: string;
  client: Client;
  part: string;
  guide: string;
}

/** A part with a guide in it. */
async function makeStage(): Promise<Stage> {
  const { space, member } = await service.make.spaceWithMember('edit');
  const [part, guide] = [newId(), newId()];
  await service.make.commit(space.id, {
    newPages: [newPage({ pageId: part, title: 'Über uns', type: 'group', markdown: null }), newPage({ pageId: guide, parentId: part, title: 'Guide', markdown: 'Hello {{ page.vars.name }}.\n', variables: { name: 'you' } })],
  });
  return { spaceId: space.id, content: `/v1/spaces/${space.id}/content`, client: service.as(member.token), part, guide };
}

describe('a page by its path', () => {
  it('is the page by its id, with slashes as they are or escaped, in every format', async () => {
    const { client, content, part, guide } = await makeStage();
    for (const query of ['', '?format=document', '?evaluated=true', '?metadata=false&computed=false']) {
      const byId = await client.get(`${content}/page/${guide}${query}`);
      for (const path of ['über-uns/guide', '%C3%BCber-uns%2Fguide', encodeURIComponent('über-uns/guide'.normalize('NFD')), 'über-uns/guide/', 'über-uns%2Fguide%2F']) {
        const byPath = await client.get(`${content}/path/${path}${query}`);
        expect(byPath.status).toBe(200);
        expect(byPath.body).toEqual(byId.body);
      }
    }
    expect((await client.get(`${content}/path/über-uns`)).body).toMatchObject({ id: part, type: 'group', pages: [{ id: guide }] });
  });

  it('is 404 where nothing is, whatever the path is made of', async () => {
    const { client, content } = await makeStage();
    const paths = ['guide', 'über-uns/guide/more', 'über-uns//guide', '/über-uns', 'über-uns/guide//', '%20', '*', 'a/'.repeat(3_000)];
    for (const path of paths) expect({ path, status: (await client.get(`${content}/path/${path}`)).status }).toEqual({ path, status: 404 });
    for (const path of ['a%00b', 'a/%00', '%zz']) expect({ path, status: (await client.get(`${content}/path/${path}`)).status }).toEqual({ path, status: 400 });
    expect((await client.get(`${content}/path/über-uns?format=html`)).status).toBe(400);
  });

  it('follows the page that stands there, and is revalidated by its entity tag', async () => {
    const { client, content, spaceId, part, guide } = await makeStage();
    const path = `${content}/path/über-uns/guide`;
    const tag = (await client.get(path)).headers.get('etag') ?? '';
    expect((await client.get(path, { headers: { 'if-none-match': tag } })).status).toBe(304);
    const other = newId();
    await service.make.commit(spaceId, { pageUpdates: [{ pageId: guide, parentId: null }] });
    await service.make.commit(spaceId, { newPages: [newPage({ pageId: other, parentId: part, title: 'Guide' })] });
    expect((await client.get(path, { headers: { 'if-none-match': tag } })).body).toMatchObject({ id: other });
    expect((await client.get(`${content}/path/guide`)).body).toMatchObject({ id: guide, path: 'guide' });
    await service.make.commit(spaceId, { deletedPages: [part] });
    expect((await client.get(path)).status).toBe(404);
  });

  it('is read in a change request as the change request has it', async () => {
    const { client, content, spaceId, part, guide } = await makeStage();
    const id = await makeChangeRequest(service, spaceId);
    const own = `/v1/spaces/${spaceId}/change-requests/${id}/content/path`;
    const added = newId();
    await commitTo(service, spaceId, id, { pageUpdates: [{ pageId: part, slug: 'about', markdown: null }], newPages: [newPage({ pageId: added, parentId: guide, title: 'Added', markdown: 'Added.\n' })] });
    expect((await client.get(`${own}/about/guide?format=document`)).body).toMatchObject({ id: guide, path: 'about/guide' });
    expect((await client.get(`${own}/about%2Fguide/added`)).body).toMatchObject({ id: added, markdown: 'Added.\n' });
    expect((await client.get(`${own}/über-uns/guide`)).status).toBe(404);
    expect((await client.get(`${content}/path/about/guide`)).status).toBe(404);
  });
});
