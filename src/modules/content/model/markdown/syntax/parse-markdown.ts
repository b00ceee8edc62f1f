import type { Root } from 'mdast';
import { type Extension as TreeExtension, fromMarkdown } from 'mdast-util-from-markdown';
import { gfmAutolinkLiteralFromMarkdown } from 'mdast-util-gfm-autolink-literal';
import { gfmFootnoteFromMarkdown } from 'mdast-util-gfm-footnote';
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTaskListItemFromMarkdown } from 'mdast-util-gfm-task-list-item';
import { gfmFootnote } from 'micromark-extension-gfm-footnote';
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough';
import { gfmTable } from 'micromark-extension-gfm-table';
import { gfmTaskListItem } from 'micromark-extension-gfm-task-list-item';
import { boundBlocks } from './block-budget.js';
import { boundedInline } from './inline-budget.js';
import { liquidSyntax, liquidTree } from './liquid-syntax.js';
import { mathSyntax, mathTree } from './math-syntax.js';

// The search for automatic links that follows the parse there is left out: the tokenizer has found them.
const automaticLinks = { ...gfmAutolinkLiteralFromMarkdown(), transforms: [] };

const trees = [
  automaticLinks,
  gfmFootnoteFromMarkdown(),
  gfmStrikethroughFromMarkdown(),
  gfmTableFromMarkdown(),
  gfmTaskListItemFromMarkdown(),
  liquidTree,
  mathTree,
];

export interface ParsedMarkdown {
  root: Root;
  /** To be applied to every text taken from the tree. */
  restore: (text: string) => string;
}

const EXTENSIONS = [gfmStrikethrough({ singleTilde: false }), gfmFootnote(), gfmTable(), gfmTaskListItem(), liquidSyntax, mathSyntax];

/** A line costs the tokenizer 0.05 to 0.15 ms even when there is next to nothing in it. */
const MAX_LINES = 50_000;

/**
 * Parses a page's body (without front matter). Never throws, and works in a bounded time: see
 * `boundedInline` and `boundBlocks` for what becomes text where markup is piled up beyond every use.
 * What follows after 50,000 lines becomes one paragraph of text; short of that, only footnotes by the
 * ten thousand cost more than in proportion (40,000 different ones: some 18 s).
 * @param observers take part in building the tree, for what it doesn't tell by itself
 */
export function parseMarkdown(source: string, observers: readonly TreeExtension[] = []): ParsedMarkdown {
  const end = indexAfterLines(source, MAX_LINES);
  const blocks = boundBlocks(source.slice(0, end));
  const root = fromMarkdown(blocks.text, {
    extensions: boundedInline(source, EXTENSIONS),
    mdastExtensions: [...trees, ...observers],
  });
  if (end < source.length) {
    root.children.push({ type: 'paragraph', children: [{ type: 'text', value: source.slice(end) }] });
  }
  return { root, restore: blocks.restore };
}

function indexAfterLines(source: string, lines: number): number {
  const end = /\r\n|[\r\n]/g;
  for (let line = 0; line < lines; line += 1) {
    if (!end.test(source)) {
      return source.length;
    }
  }
  return end.lastIndex;
}
