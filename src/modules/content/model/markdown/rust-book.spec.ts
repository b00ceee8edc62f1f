import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { documentToMarkdown } from './document-to-markdown.js';
import { readMarkdownFacts } from './markdown-reader.js';
import { markdownToDocument } from './markdown-to-document.js';
import { keepUnchanged } from './unchanged-markdown.js';

const folder = resolve('../shared/data/rust-book/src');
const present = existsSync(folder);
const name = present ? 'a book of a hundred chapters' : `a book of a hundred chapters (skipped: ${folder} is absent)`;

(present ? describe : describe.skip)(name, () => {
  const chapters = present ? readdirSync(folder).filter((file) => file.endsWith('.md')).map((file) => ({ file, markdown: readFileSync(join(folder, file), 'utf8') })) : [];
  const facts = new Map(chapters.map(({ file, markdown }) => [file, readMarkdownFacts(markdown)]));
  const words = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

  it('keeps its words in the facts and in the documents', () => {
    for (const { file, markdown } of chapters) {
      const read = facts.get(file);
      const inFacts = new Set(words((read?.sections ?? []).flatMap(({ title, body }) => [title, body]).join('\n') + (read?.links ?? []).map(({ address }) => ` ${address}`).join('')));
      const inDocument = new Set(words(JSON.stringify(markdownToDocument(markdown)).replace(/\\["\\n]/g, ' ')));
      // Tags, comments and the labels of links are no text; words with one bold letter are several texts.
      const plain = markdown.replace(/<!--[^]*?-->|<[a-z/](?:"[^"]*"|'[^']*'|[^>"'])*>|&\w+;|\*\*\w\*\*\w+/gi, ' ').replace(/\]\[[^\]]*\]|\[\^[^\]]*\]/g, ' ').replace(/^ *\[[^\]]*\]:.*$/gm, ' ').replace(/^[ >]*```.*$/gm, ' ');
      const expected = words(plain).filter((word) => word.length > 3);
      expect({ file, lost: expected.filter((word) => !inFacts.has(word) || !inDocument.has(word)) }).toEqual({ file, lost: [] });
    }
  });

  it('has the headings, links and code that it should have', () => {
    const types = facts.get('ch03-02-data-types.md');
    expect(types?.sections.map(({ anchor }) => anchor)).toEqual(expect.arrayContaining(['data-types', 'scalar-types', 'integer-types', 'the-tuple-type']));
    expect(types?.links.map(({ address }) => address)).toContain('ch02-00-guessing-game-tutorial.html#comparing-the-guess-to-the-secret-number');
    expect(types?.sections[0]?.body).toContain('let guess: u32 = "42".parse().expect("Not a number!");');
    expect([...facts.values()].every(({ sections }) => sections.length > 0)).toBe(true);
    expect([...facts.values()].reduce((sum, { links }) => sum + links.length, 0)).toBeGreaterThan(400);
  });

  it('is the same tree again after writing it', () => {
    for (const { markdown } of chapters) {
      const document = markdownToDocument(markdown);
      expect(markdownToDocument(documentToMarkdown(document))).toEqual(document);
    }
  });

  it('stays as it was written where a document changes nothing', () => {
    for (const { markdown } of chapters) {
      expect(keepUnchanged(documentToMarkdown(markdownToDocument(markdown)), { markdown, references: {} })).toBe(markdown);
    }
  });
});
