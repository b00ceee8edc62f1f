import type { Paragraph, RootContent } from 'mdast';
import { type HtmlToken, htmlTokens } from '../syntax/html-tokens.js';
import { type LiquidTag, liquidTags } from '../syntax/liquid-tags.js';
import { matchPairs, type Tag } from './pairs.js';

/** One of a row of sibling blocks; `{% %}` and `<details>` tags still stand among the rest. */
export type BlockItem =
  | { type: 'node'; node: Exclude<RootContent, { type: 'html' | 'liquid' }> }
  /** HTML in which no `details` or `summary` begins or ends. */
  | { type: 'html'; html: string; tokens: readonly HtmlToken[] }
  | TagItem;

type TagItem = { name: string; source: string; liquid: boolean; onLine?: true } & ({ type: 'open'; attributes: ReadonlyMap<string, string> } | { type: 'close' });

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

/** Tags that people also write on the lines of what they hold: `{% hint style="info" %} Text {% endhint %}`. */
const ON_LINES = new Set(['hint', 'tab', 'step', 'column']);

export function blockItems(nodes: readonly RootContent[], restore: (text: string) => string): BlockItems {
  const cut = cutItems(nodes, restore, () => true);
  // A tag on a line without its counterpart is text, so then only those are cut off whose paragraph has both.
  const lonely = cut.items.some((item, index) => (item.type === 'open' || item.type === 'close') && item.onLine === true && cut.partners[index] === undefined);
  return lonely ? cutItems(nodes, restore, (open, close) => open !== undefined && open === close) : cut;
}

function cutItems(nodes: readonly RootContent[], restore: (text: string) => string, isCut: (open: string | undefined, close: string | undefined) => boolean): BlockItems {
  const items: BlockItem[] = [];
  const origins: number[] = [];
  for (const [index, node] of nodes.entries()) {
    for (const item of (node.type === 'paragraph' ? itemsOfParagraph(node, restore, isCut) : undefined) ?? itemsOf(node, restore)) {
      items.push(item);
      origins.push(index);
    }
  }
  return { items, origins, partners: matchPairs(items.map(tagOf)) };
}

/** A paragraph that begins or ends with a tag as that and the rest. */
function itemsOfParagraph(node: Paragraph, restore: (text: string) => string, isCut: (open: string | undefined, close: string | undefined) => boolean): BlockItem[] | undefined {
  const tagAt = (at: 0 | -1, type: 'open' | 'close'): TagItem | undefined => {
    const child = node.children.at(at);
    const [tag, another] = child?.type === 'liquid' ? liquidTags(restore(child.value)).map(liquidItem) : [];
    return tag?.type === type && another === undefined && ON_LINES.has(tag.name) ? { ...tag, onLine: true } : undefined;
  };
  const open = tagAt(0, 'open');
  const close = tagAt(-1, 'close');
  if ((open === undefined && close === undefined) || !isCut(open?.name, close?.name)) {
    return undefined;
  }
  const children = node.children.slice(open === undefined ? 0 : 1, close === undefined ? undefined : -1);
  const first = children[0];
  if (open !== undefined && first?.type === 'text') children[0] = { ...first, value: first.value.trimStart() };
  const last = children.at(-1);
  if (close !== undefined && last?.type === 'text') children[children.length - 1] = { ...last, value: last.value.trimEnd() };
  return [open, { type: 'node' as const, node: { ...node, children } }, close].filter((item) => item !== undefined);
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

function liquidItem({ name, attributes, source }: LiquidTag): TagItem {
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
