import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Clock } from '../../src/kernel/clock/clock.js';
import { newId } from '../../src/kernel/ids/id.js';
import { ObjectStorage } from '../../src/kernel/storage/object-storage.js';
import { commitTo, makeChangeRequest } from '../support/change-requests.js';
import type { Client } from '../support/client.js';
import { newPage } from '../support/factories.js';
import { processed } from '../support/openapi-specs.js';
import { readPdf, type ReadPdf } from '../support/pdf-reader.js';
import { png } from '../support/pictures.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

interface Stage {
  spaceId: string;
  id: string;
  path: string;
  as: Client;
  /** A page of the space, with one below it that the change request has changed, and a new one of the change request. */
  parent: string;
  child: string;
  added: string;
}

async function makeStage(): Promise<Stage> {
  const { space, member } = await service.make.spaceWithMember('edit');
  const spaceId = space.id;
  const parent = await service.make.page(spaceId, { title: 'Parent', markdown: 'Русский текст ![](grey.png) [to the child](parent/child)\n' });
  const child = await service.make.page(spaceId, { title: 'Child', parentId: parent, markdown: 'old\n' });
  const id = await makeChangeRequest(service, spaceId);
  const added = newId();
  const picture = png(4, 4);
  const hash = createHash('sha256').update(picture).digest('hex');
  await service.app.get(ObjectStorage).put(`files/${hash}`, picture, 'image/png');
  await commitTo(service, spaceId, id, {
    pageUpdates: [{ pageId: child, markdown: 'new <code class="expression">space.vars.name</code>\n' }],
    newFiles: [{ fileId: newId(), name: 'grey.png', contentType: 'image/png', size: picture.length, width: 4, height: 4, hash, gitPath: 'grey.png', gitOid: null }],
    newPages: [newPage({ pageId: added, title: '日本語のページ', gitPath: 'added.md', markdown: 'العربية\n\n![](grey.png)\n' })],
    variables: { name: 'value' },
  });
  return { spaceId, id, path: `/v1/spaces/${spaceId}/change-requests/${id}/pdf`, as: service.as(member.token), parent, child, added };
}

async function urlOf(as: Client, path: string): Promise<string> {
  const { status, body } = await as.get(path);
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['url']);
  return String(body.url);
}

async function read(as: Client, path: string): Promise<ReadPdf> {
  const answer = await fetch(await urlOf(as, path));
  expect(answer.status).toBe(200);
  return readPdf(new Uint8Array(await answer.arrayBuffer()));
}

describe('the PDF of a change request', () => {
  it('has the pages that are made from a spec, as it is now', async () => {
    const { space, member } = await service.make.spaceWithMember('admin');
    await service.make.page(space.id, { title: 'API', type: 'computed', markdown: null, computed: { type: 'builtin:openapi', props: {}, dependencies: { spec: { ref: { kind: 'openapi', spec: 'pets' } } } } });
    const as = service.as(member.token);
    const spec = `/v1/orgs/${space.organizationId}/openapi/pets`;
    const changeRequest = `/v1/spaces/${space.id}/change-requests/${await makeChangeRequest(service, space.id)}`;
    const publish = async (summary: string): Promise<void> => {
      const paths = { '/cats': { get: { tags: ['cats'], summary, responses: { 200: { description: 'The list' } } } } };
      await as.put(spec, { source: { text: JSON.stringify({ openapi: '3.0.3', info: { title: 'Pets', version: '1' }, paths }) } });
      await processed(as, spec);
    };
    await publish('List cats');
    expect((await read(as, `${changeRequest}/pdf`)).pages.join('\n')).toContain('List cats');
    const [api] = (await as.get(`${changeRequest}/content/pages`)).body.pages;
    const one = (await read(as, `${changeRequest}/pdf?only=true&page=${String(api.pages[0].pages[0].id)}`)).pages.join('\n');
    expect(one).toContain('GET /cats');
    await publish('Find cats');
    expect((await read(as, `${changeRequest}/pdf`)).pages.join('\n')).toContain('Find cats');
  });

  it('shows its content, not that of the space', async () => {
    const { as, path, parent, child, added } = await makeStage();
    const pdf = await read(as, path);
    const text = pdf.pages.join('\n');
    for (const words of ['Change request #1', 'Русский текст', 'new value', '日本語のページ', 'العربية']) expect(text).toContain(words);
    expect(text).not.toContain('old');
    expect(pdf.pages[1]).toBe('Contents\nParent 3\nChild 4\n日本語のページ 5\n2');
    expect(pdf.links[1]).toEqual([parent, child, added].map((id) => `page-${id}`));
    expect(pdf.links[2]).toEqual([`page-${child}`]);
    expect(pdf.images[4]).toBe(1);
  });

  it('may be that of a page with what is below it, or of it alone', async () => {
    const { as, path, parent, child } = await makeStage();
    expect((await read(as, `${path}?page=${parent}`)).outline).toEqual(['Parent', '  Child']);
    const alone = await read(as, `${path}?page=${parent}&only=true`);
    expect(alone.outline).toEqual(['Parent']);
    expect(alone.links[2]?.[0]).toMatch(/\/~\/changes\/1\/parent\/child$/);
    expect((await read(as, `${path}?page=${child}&only=false`)).outline).toEqual(['Child']);
  });

  it('is found by the number too, and is the same until the content or its titles change', async () => {
    const { as, path, id, spaceId, child } = await makeStage();
    const address = async (): Promise<string> => new URL(await urlOf(as, path.replace(id, '1'))).pathname;
    const first = await address();
    expect(new URL(await urlOf(as, path)).pathname).toBe(first);
    await commitTo(service, spaceId, id, { pageUpdates: [{ pageId: child, markdown: 'newer\n' }] });
    const second = await address();
    expect(second).not.toBe(first);
    await as.patch(path.replace(/\/pdf$/, ''), { subject: 'A subject' });
    expect(await address()).not.toBe(second);
    expect((await read(as, path)).pages[0]).toContain('Change request #1: A subject');
  });

  it('is made once for everybody who asks at the same time', async () => {
    const { as, path } = await makeStage();
    const urls = await Promise.all(Array.from({ length: 5 }, () => urlOf(as, path)));
    expect(new Set(urls).size).toBe(1);
  });

  it('is there for an empty change request', async () => {
    const { space, member } = await service.make.spaceWithMember('read');
    const id = await makeChangeRequest(service, space.id);
    const pdf = await read(service.as(member.token), `/v1/spaces/${space.id}/change-requests/${id}/pdf`);
    expect(pdf.pages.length).toBe(1);
  });

  it('names pictures whose bytes are lost', async () => {
    const { space, member } = await service.make.spaceWithMember('read');
    await service.make.file(space.id, { name: 'lost.png', gitPath: 'lost.png' });
    await service.make.page(space.id, { title: 'Page', gitPath: 'page.md', markdown: '![](lost.png)\n' });
    const id = await makeChangeRequest(service, space.id);
    const pdf = await read(service.as(member.token), `/v1/spaces/${space.id}/change-requests/${id}/pdf`);
    expect(pdf.pages[2]).toContain('Image: lost.png');
  });

  it('needs a page that is there, and one for `only`', async () => {
    const { as, path } = await makeStage();
    expect((await as.get(`${path}?page=${newId()}`)).status).toBe(404);
    const alone = await as.get(`${path}?only=true`);
    expect([alone.status, alone.body.error.details]).toEqual([400, [{ field: 'only', message: expect.stringContaining('page') }]]);
    expect((await as.get(`${path}?only=yes`)).status).toBe(400);
    expect((await as.get(path.replace(/[^/]+\/pdf$/, '99/pdf'))).status).toBe(404);
  });
});

describe('the link to a PDF', () => {
  it('answers without a token, with ranges, for a day and more', async () => {
    const { as, path } = await makeStage();
    const url = await urlOf(as, path);
    const expires = Number(new URL(url).searchParams.get('expires'));
    const whole = await fetch(url);
    const bytes = Buffer.from(await whole.arrayBuffer());
    expect(expires - service.app.get(Clock).now().getTime()).toBeGreaterThan(24 * 60 * 60 * 1000);
    expect(Object.fromEntries(['content-type', 'content-disposition', 'accept-ranges', 'x-content-type-options'].map((name) => [name, whole.headers.get(name)]))).toEqual({
      'content-type': 'application/pdf',
      'content-disposition': "inline; filename*=UTF-8''change-request-1.pdf",
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
    });
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const part = await fetch(url, { headers: { range: 'bytes=1-3' } });
    expect([part.status, await part.text()]).toEqual([206, 'PDF']);
    const again = await fetch(url, { headers: { 'if-none-match': String(whole.headers.get('etag')) } });
    expect(again.status).toBe(304);
    const head = await fetch(url, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(String(bytes.length));
  });

  it('is refused when it is forged or over', async () => {
    const { as, path } = await makeStage();
    const url = await urlOf(as, path);
    expect((await fetch(url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).status).toBe(403);
    expect((await fetch(url.replace('change-request-1', 'change-request-2'))).status).toBe(403);
    expect((await fetch(url.replace(/\?.*/, ''))).status).toBe(403);
  });
});

describe('a PDF over a limit', () => {
  async function answer(environment: Readonly<Record<string, string>>, markdowns: readonly string[]): Promise<{ status: number; message: string }> {
    const small = await startTestApp(environment);
    try {
      const { space, member } = await small.make.spaceWithMember('read');
      await small.make.file(space.id, { gitPath: 'a.png' });
      for (const markdown of markdowns) await small.make.page(space.id, { markdown, gitPath: `${newId()}.md` });
      const id = await makeChangeRequest(small, space.id);
      const { status, body } = await small.as(member.token).get(`/v1/spaces/${space.id}/change-requests/${id}/pdf`);
      return { status, message: String(body.error?.message) };
    } finally {
      await small.close();
    }
  }

  it.each([
    ['pages', { PDF_MAX_PAGES: '1' }, ['a', 'b'], /2 pages, of at most 1\b/],
    ['paper', { PDF_MAX_PAGES: '3' }, ['a line\n\n'.repeat(500)], /more than 3 pages/],
    ['bytes', { PDF_MAX_BYTES: '10' }, ['0123456789a'], /11 bytes, of at most 10\b/],
    ['images', { PDF_MAX_IMAGES: '0' }, ['![](a.png)'], /1 images, of at most 0\b/],
    ['time', { PDF_TIMEOUT_SECONDS: '1' }, ['مرحبا بالعالم '.repeat(50_000)], /longer than 1 s/],
    ['memory', { PDF_MEMORY_MB: '64' }, ['word **bold** '.repeat(70_000)], /more than 64 MB of memory/],
  ])('of %s is refused, and the answer names it and what to do', async (_limit, environment, markdowns, fault) => {
    const { status, message } = await answer(environment, markdowns);
    expect(status).toBe(413);
    expect(message).toMatch(fault);
    expect(message).toMatch(/`page`/);
  });
});
