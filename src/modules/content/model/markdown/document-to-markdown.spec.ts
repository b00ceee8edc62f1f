import { describe, expect, it } from '@jest/globals';
import { documentToMarkdown } from './document-to-markdown.js';
import type { Block } from './json-document.js';
import { markdownToDocument } from './markdown-to-document.js';
import { validateDocument } from './validate-document.js';

const block = (type: string, rest: Partial<Block> = {}): Block => ({ object: 'block', type, data: {}, isVoid: false, ...rest });
const text = (value: string) => ({ object: 'text' as const, leaves: [{ object: 'leaf' as const, text: value, marks: [] }] });
const write = (...nodes: Block[]) => documentToMarkdown({ object: 'document', data: {}, nodes });

describe('documentToMarkdown', () => {
  it('writes Markdown as people do', () => {
    const markdown = [
      '# Title <a href="#x" id="x"></a>',
      'Some **bold _and_ italic** text, [a link](p.md "t") and <https://e.org>[^1].',
      '1. one\n   - two\n2. three',
      '- [ ] open\n- [x] done',
      '{% hint style="info" %}\nMind `this`.\n{% endhint %}',
      '| A | B |\n| --- | :-: |\n| c | d\\|e |',
      '```js\nlet a\n```',
      '$$a = b$$',
      '## Of $$|a|$$',
      '| $$\\|a\\|$$ |\n| --- |\n| b |',
      'Costs $$a$b$$ and $$c$ $$.',
      '<span data-gb-custom-inline data-tag="emoji" data-code="1f600">😀</span> Hi',
      '![alt](i.png)',
      '[^1]: A note.',
    ].join('\n\n');
    expect(documentToMarkdown(markdownToDocument(markdown))).toBe(`${markdown}\n`);
  });

  it('keeps the text of what it has no notation for', () => {
    expect(write(block('future', { nodes: [text('*in*')], fragments: [{ object: 'fragment', nodes: [block('paragraph', { nodes: [text('side')] })] }] }))).toBe('\\*in\\*\n\nside\n');
    expect(write(block('paragraph', { nodes: [{ object: 'inline', type: 'emoji', data: { code: 'smile' }, isVoid: true, nodes: [] }] }))).toBe(':smile:\n');
    expect(write(block('drawing', { data: { ref: { kind: 'file', file: 'f1' } }, isVoid: true }))).toBe('![](file:f1)\n');
  });

  it('writes nothing that isn’t there', () => {
    expect(write()).toBe('');
    expect(write(block('paragraph', { nodes: [text('')] }))).toBe('');
  });

  it('survives data of any kind', () => {
    const odd: unknown[] = [null, 1, [], { toString: 1 }, { kind: 'unknown' }];
    for (const type of ['math', 'if', 'integration', 'content-ref', 'embed', 'table', 'images', 'code', 'hint', 'list-ordered', 'reusable-content', 'drawing', 'heading-1', 'expandable', 'openapi-operation']) {
      for (const value of odd) {
        const data = Object.fromEntries(['formula', 'expression', 'integration', 'block', 'props', 'ref', 'url', 'view', 'definition', 'records', 'syntax', 'title', 'style', 'start', 'id', 'align'].map((key) => [key, value]));
        expect(typeof write(block(type, { data }))).toBe('string');
      }
    }
  });
});

describe('validateDocument', () => {
  const fault = (value: unknown): string => {
    try {
      validateDocument(value);
    } catch (error) {
      return error instanceof Error ? error.message : '';
    }
    return 'accepted';
  };
  const within = (node: unknown) => ({ object: 'document', data: {}, nodes: [node] });

  it.each<[unknown, string]>([
    [null, 'document: must be an object'],
    [{ object: 'page' }, 'document.object: must be "document"'],
    [{ object: 'document', nodes: {} }, 'document.nodes: must be a list'],
    [within({ object: 'block' }), 'document.nodes[0].type: must be a string'],
    [within({ object: 'block', type: 'paragraph', isVoid: 1 }), 'document.nodes[0].isVoid: must be true or false'],
    [within({ object: 'block', type: 'paragraph', nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 1 }] }] }), 'document.nodes[0].nodes[0].leaves[0].text: must be a string'],
    [within({ object: 'block', type: 'file', data: { ref: { kind: 'file' } } }), 'document.nodes[0].data.ref: must be a content reference'],
    [within({ object: 'block', type: 'code', data: { syntax: 1 } }), 'document.nodes[0].data.syntax: must be a string'],
    [JSON.parse('{"object":"document","nodes":[{"object":"block","type":"a","data":{"__proto__":{"x":1}}}]}'), 'document.nodes[0].data.__proto__: is no name that data can have'],
  ])('names the first fault of %j', (value, message) => {
    expect(fault(value)).toBe(message);
  });

  it('limits the cells of tables', () => {
    const keys = (count: number): Record<string, object> => Object.fromEntries(Array.from({ length: count }, (_unused, index) => [`k${String(index)}`, {}]));
    const table = { object: 'block', type: 'table', data: { view: {}, definition: keys(1_000), records: keys(401) } };
    expect(fault({ object: 'document', nodes: [table] })).toBe('document: must have at most 400000 cells in its tables, columns times records, has 401000');
  });

  it('limits the depth', () => {
    const nest = (depth: number): Block => block('blockquote', { nodes: depth === 1 ? [] : [nest(depth - 1)] });
    expect(fault(within(nest(64)))).toBe('accepted');
    expect(fault(within(nest(65)))).toMatch(/64 levels deep/);
    expect(fault(within(nest(3000)))).toMatch(/64 levels deep/);
    const data = JSON.parse(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`);
    expect(fault(within(block('a', { data })))).toMatch(/16 levels deep in its data/);
  });

  it('takes what is left out for empty, and nothing that it does not know', () => {
    expect(validateDocument(within({ object: 'block', type: 'paragraph', extra: 1, nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'a' }] }] }))).toEqual(
      within({ object: 'block', type: 'paragraph', data: {}, isVoid: false, nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'a', marks: [] }] }] }),
    );
  });
});
