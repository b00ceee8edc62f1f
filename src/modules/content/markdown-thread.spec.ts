import { afterAll, describe, expect, it } from '@jest/globals';
import { setImmediate as turn } from 'node:timers/promises';
import { MarkdownThread } from './markdown-thread.js';
import * as tasks from './markdown-thread-tasks.js';

const thread = new MarkdownThread();
afterAll(() => thread.onApplicationShutdown());

const SUMMARY = `# Contents\n\n${'* [One](one.md)\n  * [Two](two.md)\n'.repeat(600)}\n## Part\n\n* [Three](three.md)\n`;

describe('a long text', () => {
  const markdown = `# Title\n\n![one](a.png) <code class="expression">space.vars.name</code>\n\n${'A [link](other.md) and __proto__.\n\n'.repeat(600)}`;
  const source = { markdown, references: { 'other.md': { kind: 'page', page: 'other' } } } as const;
  const variables = { space: { name: 'Docspine' }, page: {} };

  it('is read as it is without a thread', async () => {
    expect(await thread.document(source, variables)).toEqual(tasks.document([source, variables]));
    expect(await thread.document(source)).toEqual(tasks.document([source]));
    expect(await thread.facts(markdown)).toEqual(tasks.facts([markdown]));
    expect(await thread.addresses(markdown)).toEqual(tasks.addresses([markdown]));
    expect(await thread.summary(SUMMARY)).toEqual(tasks.summary([SUMMARY]));
    expect(await thread.evaluated(markdown, variables)).toEqual(tasks.evaluated([markdown, variables]));
  });

  it.each([
    ['facts', () => thread.facts(markdown.repeat(5))],
    ['a table of contents', () => thread.summary(SUMMARY.repeat(5))],
  ])('keeps nobody else waiting for its %s', async (_, read) => {
    let ended = false;
    const reading = read().then(() => (ended = true));
    // Several turns of the event loop pass before the end; parsed in this thread, none would.
    for (let turns = 0; turns < 20; turns += 1) await turn();
    expect(ended).toBe(false);
    await reading;
  });
});

it('reads short texts too', async () => {
  expect(await thread.facts('# Title')).toEqual(tasks.facts(['# Title']));
});
