import type { Nodes } from 'mdast';
import type { Extension } from 'mdast-util-from-markdown';
import { parseMarkdown } from '../model/markdown/syntax/parse-markdown.js';

export interface MarkdownAddress {
  /** `file`: what `{% file %}` shows. */
  kind: 'link' | 'image' | 'file';
  /** Without Markdown's escapes. */
  address: string;
  /** Offsets in the text of what stands for it, without quotes or angle brackets. */
  start: number;
  end: number;
}

/** Every address of links, pictures, definitions, file blocks and HTML in a Markdown text, in order. */
export function markdownAddresses(markdown: string): MarkdownAddress[] {
  const found: MarkdownAddress[] = [];
  const { root, restore } = parseMarkdown(markdown, [recorder(found)]);
  for (const address of found) address.address = restore(address.address);
  const open: Nodes[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === 'html') found.push(...htmlAddresses(markdown, node));
    if (node.type === 'liquid') found.push(...fileAddresses(markdown, node));
    if ('children' in node) open.push(...node.children);
  }
  return found.sort((one, other) => one.start - other.start);
}

/**
 * The text with other addresses; undefined keeps one. All else stays to the byte.
 * @param addresses those of the text, for who has them: finding them costs a parse
 */
export function rewriteMarkdownAddresses(
  markdown: string,
  rewrite: (address: MarkdownAddress) => string | undefined,
  addresses: readonly MarkdownAddress[] = markdownAddresses(markdown),
): string {
  let rewritten = '';
  let last = 0;
  for (const address of addresses) {
    const other = address.start < last ? undefined : rewrite(address);
    if (other === undefined) continue;
    rewritten += markdown.slice(last, address.start) + other;
    last = address.end;
  }
  return rewritten + markdown.slice(last);
}

/** The default work of the parser on destinations, and a note of where they stand, which its tree doesn't tell. */
function recorder(found: MarkdownAddress[]): Extension {
  return {
    exit: {
      resourceDestinationString(token) {
        const address = this.resume();
        const node = this.stack.at(-1);
        if (node === undefined || (node.type !== 'link' && node.type !== 'image')) return;
        node.url = address;
        found.push({ kind: node.type, address, start: token.start.offset, end: token.end.offset });
      },
      definitionDestinationString(token) {
        const address = this.resume();
        const node = this.stack.at(-1);
        if (node?.type !== 'definition') return;
        node.url = address;
        found.push({ kind: 'link', address, start: token.start.offset, end: token.end.offset });
      },
    },
  };
}

function fileAddresses(markdown: string, node: Nodes): MarkdownAddress[] {
  const start = node.position?.start.offset;
  const end = node.position?.end.offset;
  if (start === undefined || end === undefined) return [];
  const written = /^\{%\s*file\s[^%]*?\bsrc\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(markdown.slice(start, end));
  const address = written?.[1] ?? written?.[2];
  if (written === null || address === undefined || address === '') return [];
  const from = start + written[0].length - 1 - address.length;
  return [{ kind: 'file', address, start: from, end: from + address.length }];
}

function htmlAddresses(markdown: string, node: Nodes): MarkdownAddress[] {
  const start = node.position?.start.offset;
  const end = node.position?.end.offset;
  if (start === undefined || end === undefined) return [];
  const addresses: MarkdownAddress[] = [];
  for (const tag of markdown.slice(start, end).matchAll(/<(img|a|source|video|audio)\s[^>]*>/gi)) {
    const written = /\s(?:src|href)\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag[0]);
    const address = written?.[1] ?? written?.[2];
    if (written === null || address === undefined || address === '') continue;
    const from = start + tag.index + written.index + written[0].length - 1 - address.length;
    addresses.push({ kind: /^img$/i.test(tag[1] ?? '') ? 'image' : 'link', address, start: from, end: from + address.length });
  }
  return addresses;
}
