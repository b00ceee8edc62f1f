import type { InlineNode, Leaf, Mark, TextNode } from '../json-document.js';
import { sameMarks } from './marks.js';

/** Collects inline nodes: neighbouring texts with the same marks become one leaf. */
export class InlineSink {
  readonly nodes: InlineNode[] = [];

  text(text: string, marks: readonly Mark[]): void {
    if (text === '') {
      return;
    }
    const last = this.lastLeaf();
    if (last !== undefined && sameMarks(last.marks, marks)) {
      last.text += text;
      return;
    }
    this.openText().leaves.push({ object: 'leaf', text, marks: [...marks] });
  }

  /** An inline, or a text that isn't to be joined with others. */
  inline(inline: InlineNode): void {
    this.nodes.push(inline);
  }

  /** Drops blanks at both ends, as a paragraph of HTML has none. */
  trimmed(): InlineNode[] {
    this.trim(0, (text) => text.slice(blanksAtStart(text)));
    this.trim(-1, withoutLastBlanks);
    return this.nodes;
  }

  private trim(at: 0 | -1, cut: (text: string) => string): void {
    const node = this.nodes.at(at);
    const leaf = node?.object === 'text' ? node.leaves.at(at) : undefined;
    if (node?.object !== 'text' || leaf === undefined) {
      return;
    }
    leaf.text = cut(leaf.text);
    if (leaf.text === '') {
      node.leaves.splice(at, 1);
      if (node.leaves.length === 0) {
        this.nodes.splice(at, 1);
      }
      this.trim(at, cut);
    }
  }

  private lastLeaf(): Leaf | undefined {
    const last = this.nodes.at(-1);
    return last?.object === 'text' ? last.leaves.at(-1) : undefined;
  }

  private openText(): TextNode {
    const last = this.nodes.at(-1);
    if (last?.object === 'text') {
      return last;
    }
    const created: TextNode = { object: 'text', leaves: [] };
    this.nodes.push(created);
    return created;
  }
}

function blanksAtStart(text: string): number {
  let start = 0;
  while (text[start] === ' ') {
    start += 1;
  }
  return start;
}

/** A pattern would look at each run of blanks in the text. */
function withoutLastBlanks(text: string): string {
  let end = text.length;
  while (text[end - 1] === ' ') {
    end -= 1;
  }
  return text.slice(0, end);
}
