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

  it('leads to the pages and files of the archive wherever content names them by their ids, and keeps all else to the byte', async () => {
    const { space, member } = await service.make.spaceWithMember('edit');
    const client = service.as(member.token);
    const first = await service.make.page(space.id, { title: 'First', markdown: '# Title\n' });
    const second = await service.make.page(space.id, { title: 'Second', markdown: '# Title\n' });
    const own = `/v1/spaces/${space.id}/change-requests/${await makeChangeRequest(service, space.id)}/content`;
    const bodyOf = (page: string, top: string, file: string): string =>
      `---\ncover: ${file}\ndescription: /files/is text\n---\n\r\n[a](${page} "t") [b](<${top}>) ![c](${file}) [d][r] \`${page}\` [gone](/pages/gone)\t \n\n[r]: ${top}\n\n<img alt='/files/x' src="${file}"> <source srcset="${file} 2x">\n\n{% content-ref url="${page}" %}\n[x](${page})\n{% endcontent-ref %}\n\n{% file src='${file}' %}\n`;
    const { body } = await client.post(`${own}?compat=false`, {
      changes: [
        { operation: 'insert_files', files: [{ name: 'my pic (1).png', ref: 'pic', contentType: 'image/png', base64: 'AAAA' }] },
        { operation: 'insert_page', title: 'Below', into: second, ref: 'below', document: { markdown: '![p](./pic)' } },
      ],
    });
    const pic = String((await client.all(`${own}/files`))[0]?.id);
    const below = String(body.changes.find((change: Json) => change.object === 'created_page').page.id);
    await client.post(`${own}?compat=false`, { changes: [{ operation: 'update_page', page: below, document: { markdown: bodyOf(`/pages/${first}`, `/pages/${second}#title`, `/files/${pic}`) } }] });
    const { id: copy } = await service.make.space({ organizationId: space.organizationId });
    const admin = service.as((await service.make.user({ organizationId: space.organizationId, role: 'admin' })).token);
    await imported(await exported(`${own}/export`, member), admin, copy);
    const after = await read(admin, `/v1/spaces/${copy}/content`);
    const written = bodyOf('../first.md', '../second.md#title', '../.gitbook/assets/my%20pic%20%281%29.png').replaceAll('`../first.md`', `\`/pages/${first}\``);
    expect(after.map(({ path, markdown }) => [path, markdown])).toEqual([['first', '# Title\n'], ['second', '# Title\n'], ['second/below', written.replaceAll('\r\n', '\n')]]);
    const { stats } = (await admin.get(`/v1/spaces/${copy}/links`)).body;
    expect(stats).toMatchObject({ broken: { total: 1 } });
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
