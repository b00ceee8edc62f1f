import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestSite } from '../../src/modules/content/import/testing/site.js';
import { ImportService } from '../../src/modules/content/import.service.js';
import { books } from '../support/book.js';
import { commitTo, makeChangeRequest } from '../support/change-requests.js';
import type { Client, Json } from '../support/client.js';
import type { TestUser } from '../support/factories.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

async function exported(path: string, { token }: TestUser): Promise<Buffer> {
  const answer = await fetch(`${service.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
  return Buffer.from(await answer.arrayBuffer());
}

async function imported(archive: Buffer, client: Client, spaceId: string): Promise<Json> {
  const site = await TestSite.serve({ '/export.zip': { body: archive, type: 'application/zip' } });
  try {
    return (await client.post(`/v1/spaces/${spaceId}/content/import`, { source: 'zip', url: `${site.origin}/export.zip` })).body;
  } finally {
    await site.close();
  }
}

/** Everything that an export keeps of the pages, with their bodies. */
async function read(client: Client, content: string): Promise<Json[]> {
  const flat = (pages: Json[]): Json[] => pages.flatMap((page) => [page, ...flat(page.pages)]);
  const pages = flat((await client.get(`${content}/pages`)).body.pages);
  return Promise.all(
    pages.map(async ({ id, title, type, path, hidden }) => ({ title, type, path, hidden, markdown: (await client.get(`${content}/page/${String(id)}`)).body.markdown })),
  );
}

describe('an export', () => {
  it.each(books().map((book) => [book.name, book] as const))('of a %s, imported again, gives the same pages and files', async (_, book) => {
    const { space, member } = await service.make.spaceWithMember('admin');
    const client = service.as(member.token);
    await service.app.get(ImportService).importLocal(space.id, book.folder);
    const archive = await exported(`/v1/spaces/${space.id}/content/export`, member);
    const { id: copy } = await service.make.space({ organizationId: space.organizationId });
    const result = await imported(archive, client, copy);
    expect(result.importedResources).toBe(result.totalResources);
    const [before, after] = [await read(client, `/v1/spaces/${space.id}/content`), await read(client, `/v1/spaces/${copy}/content`)];
    // What the book's own table of contents leaves out is hidden; in the export it is listed.
    expect(after).toEqual(before.map((page) => ({ ...page, hidden: false })));
    const files = async (id: string): Promise<Json[]> => (await client.all(`/v1/spaces/${id}/content/files`)).map(({ name, size, git }) => `${String(git.path)} ${String(name)} ${String(size)} ${String(git.oid)}`).sort();
    expect(await files(copy)).toEqual(await files(space.id));
  });

  it('of a change request has what it changes, and the variables', async () => {
    const { space, member } = await service.make.spaceWithMember('admin');
    const client = service.as(member.token);
    const kept = await service.make.page(space.id, { title: 'Kept', markdown: 'kept\r\n' });
    await service.make.page(space.id, { title: 'Bare', markdown: null });
    const id = await makeChangeRequest(service, space.id);
    await commitTo(service, space.id, id, { pageUpdates: [{ pageId: kept, markdown: '\tchanged' }], variables: { yes: 'no', number: '1.0' } });
    const { id: copy } = await service.make.space({ organizationId: space.organizationId });
    await imported(await exported(`/v1/spaces/${space.id}/change-requests/${id}/content/export`, member), client, copy);
    expect(await read(client, `/v1/spaces/${copy}/content`)).toMatchObject([{ title: 'Kept', markdown: '\tchanged' }, { title: 'Bare', markdown: '' }]);
    expect((await client.get(`/v1/spaces/${copy}/content`)).body.variables).toEqual({ yes: 'no', number: '1.0' });
  });
});
