import { newId } from '../src/kernel/ids/id.js';
import { PLAIN_FIELDS } from '../src/modules/content/model/page.js';
import type { NewPage } from '../src/modules/content/store/content-changes.js';

/** Children of each page of the made-up tree. */
const BREADTH = 10;
const WORDS = 'space page revision file link search import merge branch reader writer token role grant tree path slug title body line'.split(' ');

/** `count` pages in a tree, each of as many parts of about 300 characters, with headings, links and code. */
export function samplePages(count: number, parts: number): NewPage[] {
  const ids = Array.from({ length: count }, () => newId());
  return ids.map((pageId, index) => ({
    pageId,
    parentId: index < BREADTH ? null : (ids[Math.floor(index / BREADTH) - 1] ?? null),
    markdown: sampleMarkdown(index, parts),
    fields: {
      ...PLAIN_FIELDS,
      title: `Page ${String(index)}`,
      gitPath: `${String(index)}.md`,
    },
  }));
}

/** The body of the page at `index`; another `edition` differs in one paragraph. */
export function sampleMarkdown(index: number, parts: number, edition = 0): string {
  const paragraphs = Array.from({ length: parts }, (_, place) => {
    const words = Array.from({ length: 40 }, (_, word) => WORDS[(index * 7 + place * 13 + word * (place + 1)) % WORDS.length]);
    return `## Part ${String(place)}\n\n${words.join(' ')}, see [another](${String((index + place) % 100)}.md).\n`;
  });
  return [`# Page ${String(index)}\n`, `Edition ${String(edition)}.\n`, ...paragraphs, '```js\nconst answer = 42;\n```\n'].join('\n');
}
