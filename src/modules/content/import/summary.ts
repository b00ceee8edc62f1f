import type { List, ListItem, PhrasingContent, RootContent } from 'mdast';
import { parseMarkdown } from '../model/markdown/syntax/parse-markdown.js';
import { toString } from 'mdast-util-to-string';
import { withoutFrontMatter } from './front-matter.js';

/** An entry of a table of contents. */
export interface SummaryEntry {
  /** Plain text, unescaped; never empty. */
  title: string;
  /** As written; absent for drafts (`[x]()`) and entries without a link. */
  address?: string;
  entries: SummaryEntry[];
}

/** A part: `title` is absent for entries that stand outside of parts. */
export interface SummaryPart {
  title?: string;
  entries: SummaryEntry[];
}

/** Deeper entries stay at this depth; readers of the tree may then recurse. */
const MOST_DEPTH = 32;

/**
 * Reads `SUMMARY.md` of GitBook and mdBook, which share a shape: a first heading that is the title,
 * lists of links, headings that open parts, links outside of lists (mdBook's prefix and suffix chapters),
 * which stand outside of parts, and separators, which mean nothing.
 */
export function parseSummary(markdown: string): SummaryPart[] {
  const parts: SummaryPart[] = [];
  const partAt = (title: string | undefined): SummaryPart => {
    const part: SummaryPart = { ...(title === undefined ? {} : { title }), entries: [] };
    parts.push(part);
    return part;
  };
  let part = partAt(undefined);
  let first = true;
  for (const node of parseMarkdown(withoutFrontMatter(markdown)).root.children) {
    if (node.type === 'heading') {
      const title = textOfNode(node);
      if (!(first && node.depth === 1) && title !== '') part = partAt(title);
    } else if (node.type === 'paragraph') {
      const entries = entriesOfPhrasing(node.children);
      if (entries.length > 0 && part.title !== undefined) part = partAt(undefined);
      part.entries.push(...entries);
    } else if (node.type === 'list') {
      part.entries.push(...entriesOfList(node, 1));
    }
    if (node.type !== 'html' && node.type !== 'thematicBreak') first = false;
  }
  return parts.filter((each) => each.title !== undefined || each.entries.length > 0);
}

function entriesOfList(list: List, depth: number): SummaryEntry[] {
  return list.children.flatMap((item) => entriesOfItem(item, depth));
}

function entriesOfItem(item: ListItem, depth: number): SummaryEntry[] {
  const own: SummaryEntry[] = [];
  for (const child of item.children) {
    if (child.type === 'list') {
      const parent = own.at(-1);
      const below = depth < MOST_DEPTH ? entriesOfList(child, depth + 1) : entriesOfDeepList(child);
      (parent?.entries ?? own).push(...below);
    } else {
      own.push(...entriesOfBlock(child));
    }
  }
  return own;
}

/** All entries of a list, however deep, in one row. */
function entriesOfDeepList(list: List): SummaryEntry[] {
  const entries: SummaryEntry[] = [];
  const open: RootContent[] = [list];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === 'list' || node.type === 'listItem') {
      for (const child of [...node.children].reverse()) open.push(child);
    } else {
      entries.push(...entriesOfBlock(node));
    }
  }
  return entries;
}

function entriesOfBlock(node: RootContent): SummaryEntry[] {
  if (node.type !== 'paragraph' && node.type !== 'heading') return [];
  const entries = entriesOfPhrasing(node.children);
  const text = textOfNode(node);
  if (entries.length > 0 || text === '') return entries;
  // Markdown takes an address with blanks or a lone bracket for text; tables of contents that people write have them.
  const [, title, address] = /^\[([^\]]+)\]\(([^()]+(?:\([^()]*\)[^()]*)*)\)$/.exec(text) ?? [];
  return [title === undefined || address === undefined ? { title: text, entries: [] } : { title, address, entries: [] }];
}

function entriesOfPhrasing(children: readonly PhrasingContent[]): SummaryEntry[] {
  return children.flatMap((child) => {
    if (child.type === 'strong' || child.type === 'emphasis' || child.type === 'delete') return entriesOfPhrasing(child.children);
    if (child.type !== 'link') return [];
    const title = textOfNode(child) || child.url;
    if (title === '') return [];
    return [{ title, ...(child.url === '' ? {} : { address: child.url }), entries: [] }];
  });
}

function textOfNode(node: Parameters<typeof toString>[0]): string {
  return toString(node, { includeHtml: false }).replace(/\s+/g, ' ').trim();
}
