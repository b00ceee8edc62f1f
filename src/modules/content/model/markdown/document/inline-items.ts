import type { Nodes, PhrasingContent } from 'mdast';
import { type HtmlToken, htmlTokens } from '../syntax/html-tokens.js';
import { joinLines } from '../text-lines.js';
import { matchPairs } from './pairs.js';

export type OpenToken = Extract<HtmlToken, { type: 'open' }>;

/** Piece of a paragraph: HTML elements are still tags among the rest. */
export type InlineItem =
  | { type: 'text'; text: string }
  | { type: 'node'; node: Exclude<PhrasingContent, { type: 'text' | 'html' }> }
  | { type: 'open'; tag: OpenToken; source: string }
  | { type: 'close'; name: string; source: string };

export interface InlineItems {
  items: readonly InlineItem[];
  /** Index of the closing tag of an opening one. */
  partners: readonly (number | undefined)[];
}

const HTML_SPACE = /[ \t\r\n\f]+/g;

export function markdownItems(children: readonly PhrasingContent[], restore: (text: string) => string): InlineItems {
  return pairItems(
    children.flatMap((node): InlineItem[] => {
      switch (node.type) {
        case 'text':
          return [{ type: 'text', text: joinLines(restore(node.value)) }];
        case 'html':
          return tokenItems(htmlTokens(restore(node.value)), restore(node.value));
        default:
          return [{ type: 'node', node }];
      }
    }),
  );
}

/** @param html what the tokens' positions are in */
export function htmlItems(tokens: readonly HtmlToken[], html: string): InlineItems {
  return pairItems(tokenItems(tokens, html));
}

function tokenItems(tokens: readonly HtmlToken[], html: string): InlineItem[] {
  return tokens.map((token): InlineItem => {
    const source = html.slice(token.start, token.end).replace(HTML_SPACE, ' ');
    switch (token.type) {
      case 'text':
        return { type: 'text', text: token.text.replace(HTML_SPACE, ' ') };
      case 'open':
        return { type: 'open', tag: token, source };
      case 'close':
        return { type: 'close', name: token.name, source };
      case 'other':
        return { type: 'text', text: source };
    }
  });
}

export function pairItems(items: readonly InlineItem[]): InlineItems {
  const tags = items.map((item) => {
    switch (item.type) {
      case 'open':
        return { open: true, name: item.tag.name };
      case 'close':
        return { open: false, name: item.name };
      default:
        return undefined;
    }
  });
  return { items, partners: matchPairs(tags) };
}

/** The text of Markdown that is nested too deeply to keep its marks; not recursive. */
export function flatText(root: Nodes): string {
  const texts: string[] = [];
  const stack: Nodes[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if ('children' in node) {
      for (let index = node.children.length - 1; index >= 0; index -= 1) {
        const child = node.children[index];
        if (child !== undefined) {
          stack.push(child);
        }
      }
    } else if ('value' in node) {
      texts.push(node.value);
    } else if ('alt' in node) {
      texts.push(node.alt ?? '');
    } else if (node.type === 'break') {
      texts.push('\n');
    } else if (node.type === 'footnoteReference') {
      texts.push(`[^${node.label ?? node.identifier}]`);
    }
  }
  return texts.join('');
}
