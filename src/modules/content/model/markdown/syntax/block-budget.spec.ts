import { expect, it } from '@jest/globals';
import type { Nodes } from 'mdast';
import { MAX_CELLS, MAX_DEFINITIONS } from './block-budget.js';
import { parseMarkdown } from './parse-markdown.js';

function nodesOf(markdown: string): { nodes: Nodes[]; text: string } {
  const { root, restore } = parseMarkdown(markdown);
  const nodes: Nodes[] = [];
  const visit = (node: Nodes): void => {
    nodes.push(node);
    if ('children' in node) node.children.forEach(visit);
  };
  visit(root);
  return { nodes, text: restore(nodes.map((node) => ('value' in node ? node.value : '')).join('')) };
}

function countOf(markdown: string, type: Nodes['type']): number {
  return nodesOf(markdown).nodes.filter((node) => node.type === type).length;
}

const TABLE = '|a|b|\n|-|-|\n';

it('reads rows of tables up to the limit, and keeps what is beyond it as text', () => {
  expect(countOf(`${TABLE}${'|x'.repeat(MAX_CELLS)}`, 'tableCell')).toBe(2 + MAX_CELLS);
  const wide = `${TABLE}${'|x'.repeat(MAX_CELLS + 2_000)}`;
  expect(countOf(wide, 'tableCell')).toBeLessThanOrEqual(4 + MAX_CELLS);
  expect(nodesOf(wide).text.match(/x/g)).toHaveLength(MAX_CELLS + 2_000);
  expect(nodesOf(wide).text).toContain('x|x|x');
});

it('takes a head of too many cells for text', () => {
  const head = `${'|x'.repeat(MAX_CELLS + 1)}\n${'|-'.repeat(MAX_CELLS + 1)}`;
  expect(countOf(head, 'table')).toBe(0);
  expect(nodesOf(head).text).toBe(head);
});

it('reads definitions up to the limit, and keeps those beyond it as text', () => {
  const definitions = Array.from({ length: MAX_DEFINITIONS + 3 }, (_, index) => `[label ${index}]: address-${index}`);
  expect(countOf(definitions.join('\n'), 'definition')).toBe(MAX_DEFINITIONS);
  expect(nodesOf(definitions.join('\n')).text).toBe(definitions.slice(MAX_DEFINITIONS).join('\n'));
  expect(countOf(definitions.join('\n\n'), 'definition')).toBe(MAX_DEFINITIONS);
});

it.each(['*a_ ', '**a*', '{% ', '[', '|x', '[a]: b\n', '[a]:\n'])('loses no text of %j thousands of times', (piece) => {
  const text = nodesOf(`${piece.repeat(3_000)}end`).text;
  expect(text).toContain('end');
});
