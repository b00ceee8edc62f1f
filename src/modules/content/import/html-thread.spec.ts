import { afterAll, describe, expect, it } from '@jest/globals';
import { performance } from 'node:perf_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { htmlToMarkdown } from './html-to-markdown.js';
import { readHtmlPage } from './html-page.js';
import { HtmlThread } from './html-thread.js';

const thread = new HtmlThread();

afterAll(() => thread.onApplicationShutdown());

const never = new AbortController().signal;
const page = (paragraphs: number): string => `<h1 id="top">Manual</h1>${'<p>para with <b>bold</b> <a href="#x" id="y">l</a></p>'.repeat(paragraphs)}`;

describe('the thread', () => {
  it.each([1, 400])('makes the same Markdown of %i paragraphs as is made without it', async (paragraphs) => {
    const conversion = { anchors: new Set(['y']) };
    const markdown = await thread.markdown(readHtmlPage(page(paragraphs)).root, conversion, never);
    expect(markdown).toBe(htmlToMarkdown(readHtmlPage(page(paragraphs)).root, conversion));
  });

  it('leaves the process to others while it works', async () => {
    const { root } = readHtmlPage(page(6_000));
    let ended = false;
    const begun = performance.now();
    const converted = thread.markdown(root, {}, never).then(() => (ended = true));
    let longest = 0;
    for (let last = begun; !ended; last = performance.now()) {
      await turn();
      longest = Math.max(longest, performance.now() - last);
    }
    await converted;
    expect(longest).toBeLessThan((performance.now() - begun) / 2);
  });

  it('ends when it is told to', async () => {
    const ending = new AbortController();
    const converted = thread.markdown(readHtmlPage(page(6_000)).root, {}, ending.signal);
    ending.abort();
    await expect(converted).rejects.toThrow();
    expect(await thread.markdown(readHtmlPage(page(400)).root, {}, never)).toContain('Manual');
  });
});
