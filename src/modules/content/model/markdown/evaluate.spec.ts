import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { evaluateDocument, evaluateMarkdown } from './evaluate.js';
import { markdownFragments } from './markdown-fragments.testing.js';
import { plainText } from './plain-text.testing.js';
import { markdownToDocument } from './markdown-to-document.js';

const x = '<code class="expression">space.vars.x</code>';
const y = '<code class="expression">page.vars.y</code>';
const evaluate = (markdown: string, value: string) => evaluateMarkdown(markdown, { space: { x: value }, page: { y: value } });

describe('evaluateMarkdown', () => {
  it('puts in the values of the space and the page', () => {
    expect(evaluateMarkdown(`---\na: 1\n---\n# ${x}\n\n> - ${y}\n`, { space: { x: 'v1' }, page: { y: 'p' } })).toBe('---\na: 1\n---\n# v1\n\n> - p\n');
  });

  it('puts them into HTML and tables, escaped for each', () => {
    expect(evaluate(`<p>${x}</p>`, '<b>|&')).toBe('<p>&#60;b&#62;&#124;&#38;</p>');
    expect(evaluate(`| a |\n|---|\n| ${x} |`, 'b|c')).toBe('| a |\n|---|\n| b\\|c |');
  });

  it.each(['<code class="expression">space.vars.z</code>', '<code class="expression">page.vars.toString</code>', '<code class="expression">space.vars.x + 1</code>', `\`${x}\``, `\`\`\`\n${x}\n\`\`\``, `    ${x}`, `\\${x}`, `<!-- ${x} -->`, `<pre>${x}</pre>`, `a  \r\n\tb`])(
    'leaves %j as it is',
    (markdown) => {
      expect(evaluate(markdown, 'v')).toBe(markdown);
    },
  );

  it('makes no markup of a value', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...'ab1 _*~`[]()<>!&#$%{}|\\:/@.-+=\n', '{% hint %}', '# ', '- ', '1. ', 'http://x', '<b>', '&amp;'), { maxLength: 10 }), (parts) => {
        const value = parts.join('');
        const evaluated = markdownToDocument(evaluate(`q ${x} q\n\n${x}`, value)).nodes;
        expect(evaluated).toEqual([
          { object: 'block', type: 'paragraph', data: {}, isVoid: false, nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: `q ${value.replace(/\n/g, ' ')} q`, marks: [] }] }] },
          ...(value === '' ? [] : [{ object: 'block', type: 'paragraph', data: {}, isVoid: false, nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: value.replace(/\n/g, ' '), marks: [] }] }] }]),
        ]);
      }),
      { numRuns: 300 },
    );
  });

  it('changes nothing else', () => {
    fc.assert(
      fc.property(markdownFragments, (markdown) => {
        expect(evaluateMarkdown(markdown, { space: {}, page: {} })).toBe(markdown);
        expect(evaluate(markdown, x)).toContain(markdown.includes(x) ? 'space' : '');
      }),
      { numRuns: 200 },
    );
  });
});

describe('evaluateDocument', () => {
  it('makes text of expressions', () => {
    const document = markdownToDocument(`a ${x} **b** ${y}\n\n- <code class="expression">space.vars.z</code>`);
    const evaluated = evaluateDocument(document, { space: { x: '*1*' }, page: { y: '2' } });
    expect(JSON.stringify(evaluated)).toContain('"a *1* "');
    expect(JSON.stringify(evaluated)).toContain('space.vars.z');
    expect(JSON.stringify(evaluated)).not.toContain('page.vars.y');
    expect(plainText(evaluate(x, '&lt;b>'))).toBe('&lt;b>');
  });
});
