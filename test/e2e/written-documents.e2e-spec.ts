import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeChangeRequest } from '../support/change-requests.js';
import type { Client, Json } from '../support/client.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

/** Much of it has no place in a document, or stands there in one of several ways to write it. */
const MARKDOWN = `---
description: Told in front
title: Of long ago
---

Setext
======
A line,
its *second* line, and [a link](./target.md "T").
<!-- For editors only. -->

#### Deep ####
* loose

* list
`;

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

const paragraph = (text: string): object => ({ object: 'block', type: 'paragraph', data: {}, isVoid: false, nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }] });

describe('a document that is sent for a page', () => {
  let as: Client;
  let one: string;
  let page: string;

  beforeAll(async () => {
    const { space, member } = await service.make.spaceWithMember('edit');
    as = service.as(member.token);
    await service.make.page(space.id, { title: 'Target', markdown: 'Here.\n' });
    page = await service.make.page(space.id, { title: 'Page', markdown: MARKDOWN });
    one = `/v1/spaces/${space.id}/change-requests/${await makeChangeRequest(service, space.id)}`;
  });

  const read = async (format: string): Promise<Json> => (await as.get(`${one}/content/page/${page}?format=${format}`)).body;
  const send = async (document: Json, rest: object = {}): Promise<void> => {
    expect(await as.post(`${one}/content`, { changes: [{ operation: 'update_page', page, document: { document }, ...rest }] })).toMatchObject({ status: 200 });
  };

  it('changes nothing where it is as it was read', async () => {
    const before = (await as.get(one)).body;
    await send((await read('document')).document);
    expect((await as.get(one)).body).toEqual(before);
    expect((await read('markdown')).markdown).toBe(MARKDOWN);
  });

  it('leaves as they were written the blocks that it leaves alone, and takes nothing from the front matter', async () => {
    const { document } = await read('document');
    document.nodes.push(paragraph('More.'));
    await send(document, { title: 'Told' });
    expect(await read('markdown')).toMatchObject({ markdown: `${MARKDOWN}\nMore.\n`, title: 'Told' });
  });

  it('is written anew where what it leaves alone would be too long with it, and refused where the front matter is', async () => {
    const frontMatter = `---\ndescription: ${'d'.repeat(1_000)}\n---\n`;
    // As long as it may be; what is made of it is shorter.
    const markdown = `${frontMatter}Title\n${'='.repeat(1_000_000 - frontMatter.length - 7)}\n`;
    expect(await as.post(`${one}/content`, { changes: [{ operation: 'update_page', page, document: { markdown } }] })).toMatchObject({ status: 200 });
    const { document } = await read('document');
    document.nodes.push(paragraph('More.'));
    await send(document);
    expect((await read('markdown')).markdown).toBe(`${frontMatter}# Title\n\nMore.\n`);
    document.nodes.push(paragraph('x'.repeat(1_000_000 - 500)));
    const answer = await as.post(`${one}/content`, { changes: [{ operation: 'update_page', page, document: { document } }] });
    expect([answer.status, answer.body.error?.message]).toEqual([400, expect.stringMatching(/^changes\.0\.document\.document: must have at most 1000000 characters of Markdown with the front matter of the page, has \d+$/)]);
  });
});

describe('a document that is sent for a comment or a reply', () => {
  it('is no edit where it is as it was read', async () => {
    const { space, member } = await service.make.spaceWithMember('comment');
    const as = service.as(member.token);
    const comments = `/v1/spaces/${space.id}/comments`;
    const comment = `${comments}/${String((await as.post(comments, { body: { markdown: MARKDOWN } })).body.id)}`;
    const reply = `${comment}/replies/${String((await as.post(`${comment}/replies`, { body: { markdown: MARKDOWN } })).body.id)}`;
    for (const path of [comment, reply]) {
      const { document } = (await as.get(`${path}?format=document`)).body.body;
      const { body } = await as.put(path, { body: { document } });
      expect(body.body.markdown).toBe(MARKDOWN);
      expect(body.editedAt).toBeUndefined();
    }
  });
});
