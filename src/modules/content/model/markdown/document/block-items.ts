import type { RootContent } from 'mdast';
import { type HtmlToken, htmlTokens } from '../syntax/html-tokens.js';
import { type LiquidTag, liquidTags } from '../syntax/liquid-tags.js';
import { matchPairs, type Tag } from './pairs.js';

/** One of a row of sibling blocks; `{% %}` and `<details>` tags still stand among the rest. */
export type BlockItem =
  | { type: 'node'; node: Exclude<RootContent, { type: 'html' | 'liquid' }> }
  /** HTML in which no `details` or `summary` begins or ends. */
  | { type: 'html'; html: string; tokens: readonly HtmlToken[] }
  | { type: 'open'; name: string; attributes: ReadonlyMap<string, string>; source: string; liquid: boolean }
  | { type: 'close'; name: string; source: string; liquid: boolean };

export interface BlockItems {
  items: readonly BlockItem[];
  /** Index of the node that each item is from. */
  origins: readonly number[];
  /** Index of each tag's counterpart. */
  partners: readonly (number | undefined)[];
}

/** Elements that may hold Markdown: their tags are HTML blocks of their own, with blank lines between. */
const MARKDOWN_ELEMENTS = new Set(['details', 'summary']);

/** Tags that may go without an end, and hold at most a caption. */
export const OPTIONAL_END = new Set(['content-ref', 'embed', 'file', 'openapi', 'openapi-operation', 'openapi-schemas', 'openapi-webhook', 'swagger']);

export function blockItems(nodes: readonly RootContent[], restore: (text: string) => string): BlockItems {
  const items: BlockItem[] = [];
  const origins: number[] = [];
  for (const [index, node] of nodes.entries()) {
    for (const item of itemsOf(node, restore)) {
      items.push(item);
      origins.push(index);
    }
  }
  return { items, origins, partners: matchPairs(items.map(tagOf)) };
}

function itemsOf(node: RootContent, restore: (text: string) => string): BlockItem[] {
  switch (node.type) {
    case 'html':
      return htmlItems(restore(node.value));
    case 'liquid':
      return liquidTags(restore(node.value)).map(liquidItem);
    default:
      return [{ type: 'node', node }];
  }
}

function liquidItem({ name, attributes, source }: LiquidTag): BlockItem {
  return name.startsWith('end')
    ? { type: 'close', name: name.slice('end'.length), source, liquid: true }
    : { type: 'open', name, attributes, source, liquid: true };
}

function htmlItems(html: string): BlockItem[] {
  const items: BlockItem[] = [];
  let run: HtmlToken[] = [];
  const endRun = (): void => {
    if (run.length > 0) {
      items.push({ type: 'html', html, tokens: run });
      run = [];
    }
  };
  for (const token of htmlTokens(html)) {
    if ((token.type === 'open' || token.type === 'close') && MARKDOWN_ELEMENTS.has(token.name)) {
      endRun();
      const source = html.slice(token.start, token.end);
      items.push(
        token.type === 'open'
          ? { type: 'open', name: token.name, attributes: token.attributes, source, liquid: false }
          : { type: 'close', name: token.name, source, liquid: false },
      );
    } else {
      run.push(token);
    }
  }
  endRun();
  return items;
}

function tagOf(item: BlockItem): Tag | undefined {
  switch (item.type) {
    case 'open':
    case 'close':
      return {
        open: item.type === 'open',
        name: `${item.liquid ? '%' : '<'}${item.name}`,
        optionalEnd: item.liquid && OPTIONAL_END.has(item.name),
      };
    default:
      return undefined;
  }
}
