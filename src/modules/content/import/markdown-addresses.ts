import type { Nodes } from 'mdast';
import type { Extension } from 'mdast-util-from-markdown';
import { parseMarkdown } from '../model/markdown/syntax/parse-markdown.js';

export interface MarkdownAddress {
  /** `file`: what `{% file %}` shows; other blocks have links. */
  kind: 'link' | 'image' | 'file';
  /** Without Markdown's escapes. */
  address: string;
  /** Offsets in the text of what stands for it, without quotes or angle brackets. */
  start: number;
  end: number;
}

/** Every address of links, pictures, definitions, blocks and HTML in a Markdown text, in order. */
export function markdownAddresses(markdown: string): MarkdownAddress[] {
  const found: MarkdownAddress[] = [];
  const { root, restore } = parseMarkdown(markdown, [recorder(found)]);
  for (const address of found) address.address = restore(address.address);
  const open: Nodes[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === 'html') found.push(...htmlAddresses(markdown, node));
    if (node.type === 'liquid') found.push(...blockAddresses(markdown, node));
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

/** Blocks that show what an attribute names. */
const BLOCK = /^\{%\s*(file|openapi|swagger|content-ref|embed)\s/;

function blockAddresses(markdown: string, node: Nodes): MarkdownAddress[] {
  const start = node.position?.start.offset;
  const end = node.position?.end.offset;
  if (start === undefined || end === undefined) return [];
  const [head = '', name] = BLOCK.exec(markdown.slice(start, end)) ?? [];
  if (name === undefined) return [];
  const attribute = name === 'content-ref' || name === 'embed' ? 'url' : 'src';
  const [tag = ''] = /^[^%]*(?:%(?!\})[^%]*)*/.exec(markdown.slice(start + head.length, end)) ?? [];
  const [address] = attributes(` ${tag}`, start + head.length - 1).filter((each) => each.name === attribute);
  return address === undefined ? [] : [{ kind: name === 'file' ? 'file' : 'link', address: address.value, start: address.start, end: address.end }];
}

function htmlAddresses(markdown: string, node: Nodes): MarkdownAddress[] {
  const start = node.position?.start.offset;
  const end = node.position?.end.offset;
  if (start === undefined || end === undefined) return [];
  return [...markdown.slice(start, end).matchAll(/<(img|a|area|source|video|audio|iframe|embed)\s[^>]*>/gi)].flatMap((tag) => {
    const kind = /^img$/i.test(tag[1] ?? '') ? 'image' : 'link';
    return attributes(tag[0], start + tag.index).flatMap((attribute) => {
      if (/^srcset$/i.test(attribute.name)) return candidates(attribute);
      return /^(?:src|href|poster)$/i.test(attribute.name) ? [{ kind, address: attribute.value, start: attribute.start, end: attribute.end } as const] : [];
    });
  });
}

interface Attribute {
  name: string;
  value: string;
  /** Offsets of the value in the whole text. */
  start: number;
  end: number;
}

/** Those in quotes, with a value. */
function attributes(tag: string, offset: number): Attribute[] {
  return [...tag.matchAll(/\s([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].flatMap((written) => {
    const value = written[2] ?? written[3] ?? '';
    const start = offset + written.index + written[0].length - 1 - value.length;
    return value === '' ? [] : [{ name: written[1] ?? '', value, start, end: start + value.length }];
  });
}

/** The pictures of a `srcset`, each before its width or density. */
function candidates({ value, start }: Attribute): MarkdownAddress[] {
  return [...value.matchAll(/[^\s,][^\s]*/g)].flatMap((written) => {
    const address = written[0].replace(/,+$/, '');
    const from = start + written.index;
    return /^\d+(?:\.\d+)?[wxh]$/.test(address) ? [] : [{ kind: 'image', address, start: from, end: from + address.length } as const];
  });
}
