import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Clock } from '../../src/kernel/clock/clock.js';
import { ContentImports } from '../../src/modules/content/content-imports.js';
import type { ImportedFile } from '../../src/modules/content/import/imported-content.js';
import { MainContent } from '../../src/modules/content/main-content.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

/** A picture of one red pixel. */
const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC', 'base64');
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

/** Adds files, and a page that shows each of them. */
async function addFiles(spaceId: string, files: ImportedFile[]): Promise<void> {
  const markdown = files.map((file) => `![${file.name}](${encodeURI(file.path)})\n`).join('\n');
  await service.app.get(ContentImports).add(
    await service.app.get(MainContent).editable(spaceId),
    {
      pages: [{ type: 'document', title: 'Pictures', path: 'pictures.md', markdown, pages: [] }],
      files,
      variables: {},
      origins: [],
      totalResources: files.length + 1,
      failures: [],
    },
    null,
  );
}

function file(path: string, content: Buffer, contentType = 'image/png'): ImportedFile {
  return { name: path.split('/').at(-1) ?? path, path, contentType, content };
}

describe('files', () => {
  it('tell their size and dimensions, and download without a token as they were', async () => {
    const { space, member } = await service.make.spaceWithMember('read');
    const client = service.as(member.token);
    await addFiles(space.id, [file('images/röt ".png', PIXEL)]);
    const list = await client.get(`/v1/spaces/${space.id}/content/files`);
    expect(list.body).toMatchObject({ count: 1, items: [{ name: 'röt ".png', contentType: 'image/png', size: PIXEL.length, dimensions: { width: 1, height: 1 }, git: { path: 'images/röt ".png' } }] });
    const [found] = list.body.items;
    expect(found.downloadURL).toMatch(new RegExp(`^${service.config.publicUrl}/files/`));
    expect((await client.get(`/v1/spaces/${space.id}/content/files/${found.id}?metadata=false`)).body.git).toBeUndefined();

    const download = await fetch(found.downloadURL);
    expect(download.status).toBe(200);
    expect(Buffer.from(await download.arrayBuffer()).equals(PIXEL)).toBe(true);
    expect(download.headers.get('x-content-type-options')).toBe('nosniff');
    expect(download.headers.get('content-disposition')).toBe(`inline; filename*=UTF-8''r%C3%B6t%20%22.png`);
  });

  it('never run in place', async () => {
    const { space, member } = await service.make.spaceWithMember('read');
    await addFiles(space.id, [file('evil.svg', SVG, 'image/svg+xml'), file('evil.html', Buffer.from('<script>1</script>'), 'text/html')]);
    const { body } = await service.as(member.token).get(`/v1/spaces/${space.id}/content/files`);
    for (const { downloadURL } of body.items) {
      const { headers } = await fetch(downloadURL);
      expect(headers.get('content-disposition')).toMatch(/^attachment;/);
      expect(headers.get('content-security-policy')).toContain('sandbox');
    }
  });

  it('answer ranges, and 416 outside of the file', async () => {
    const { space, member } = await service.make.spaceWithMember('read');
    await addFiles(space.id, [file('a.bin', Buffer.from('0123456789'), 'application/octet-stream')]);
    const { body } = await service.as(member.token).get(`/v1/spaces/${space.id}/content/files`);
    const url: string = body.items[0].downloadURL;
    const part = async (range: string): Promise<[number, string | null, string]> => {
      const response = await fetch(url, { headers: { range } });
      return [response.status, response.headers.get('content-range'), await response.text()];
    };
    expect(await part('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234']);
    expect(await part('bytes=-3')).toEqual([206, 'bytes 7-9/10', '789']);
    expect(await part('bytes=7-')).toEqual([206, 'bytes 7-9/10', '789']);
    expect(await part('bytes=10-')).toEqual([416, 'bytes */10', '']);
    expect(await part('bytes=-99')).toEqual([206, 'bytes 0-9/10', '0123456789']);
    expect(await part('bytes=-0')).toEqual([416, 'bytes */10', '']);
    for (const whole of ['lines=1-2', 'lines=10-', 'bytes=-', 'bytes=0-1,4-5']) expect(await part(whole)).toEqual([200, null, '0123456789']);
    const head = await fetch(url, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '10']);
    expect((await fetch(url, { method: 'HEAD', headers: { range: 'bytes=2-4' } })).status).toBe(200);
    const tag = head.headers.get('etag') ?? '';
    expect((await fetch(url, { headers: { 'if-none-match': tag } })).status).toBe(304);
  });

  it('refuse links that were changed, or whose time is over', async () => {
    const { space, member } = await service.make.spaceWithMember('read');
    await addFiles(space.id, [file('a.png', PIXEL)]);
    const { body } = await service.as(member.token).get(`/v1/spaces/${space.id}/content/files`);
    const url = new URL(body.items[0].downloadURL);
    const changed = (key: string, value: string): string => {
      const copy = new URL(url);
      copy.searchParams.set(key, value);
      return copy.href;
    };
    for (const address of [changed('expires', '9999999999999'), changed('expires', '1'), changed('signature', 'x'), url.href.split('?')[0] ?? '', url.href.replace('a.png', 'b.png')]) {
      expect((await fetch(address)).status).toBe(403);
    }
    expect((await fetch(url, { method: 'POST' })).status).toBe(405);
    expect((await fetch(url)).status).toBe(200);
    const now = jest.spyOn(service.app.get(Clock), 'now').mockReturnValue(new Date(Date.now() + 2 * 24 * 60 * 60 * 1_000));
    expect((await fetch(url)).status).toBe(403);
    now.mockRestore();
  });

  it('are known by their content, and listed with the pages that use them', async () => {
    const { space, member } = await service.make.spaceWithMember('read');
    const client = service.as(member.token);
    await addFiles(space.id, [file('a.png', PIXEL), file('b.svg', SVG, 'image/svg+xml')]);
    await addFiles(space.id, [file('a.png', PIXEL)]);
    const { body } = await client.get(`/v1/spaces/${space.id}/content/files`);
    expect(body.count).toBe(2);
    const backlinks = await client.get(`/v1/spaces/${space.id}/content/files/${body.items[0].id}/backlinks`);
    expect(backlinks.body).toMatchObject({
      count: 2,
      items: [
        { kind: 'file', file: { id: body.items[0].id }, page: { title: 'Pictures', path: 'pictures' }, space: { id: space.id }, versionContext: { type: 'revision' } },
        { page: { path: 'pictures-1' } },
      ],
    });
    const paged = await client.all(`/v1/spaces/${space.id}/content/files/${body.items[0].id}/backlinks?limit=1`);
    expect(paged).toHaveLength(2);
  });

  it('are paged in order of their making', async () => {
    const { space, member } = await service.make.spaceWithMember('read');
    const files = Array.from({ length: 25 }, (_, index) => file(`f${String(index)}.txt`, Buffer.from(String(index)), 'text/plain'));
    await addFiles(space.id, files);
    const items = await service.as(member.token).all(`/v1/spaces/${space.id}/content/files?limit=10`);
    expect(items.map((item: { name: string }) => item.name)).toEqual(files.map(({ name }) => name));
  });
});
