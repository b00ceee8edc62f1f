import type { Definition, FootnoteDefinition, Nodes } from 'mdast';
import type { Block, DocumentReference } from '../json-document.js';
import type { MarkdownLink } from '../markdown-facts.js';

export type ResolveAddress = (address: string, kind: MarkdownLink['kind']) => DocumentReference | undefined;

/** What reading one page's tree shares. */
export class ReadContext {
  readonly definitions = new Map<string, Definition>();
  private readonly usedDefinitions = new Set<string>();
  private readonly footnotes = new Map<string, FootnoteDefinition>();

  constructor(
    root: Nodes,
    readonly restore: (text: string) => string,
    private readonly resolve: ResolveAddress | undefined,
    /** Blocks of a footnote. */
    readonly readFootnote: (footnote: FootnoteDefinition, depth: number) => Block[],
  ) {
    this.collect(root);
  }

  reference(address: string, kind: MarkdownLink['kind']): DocumentReference {
    return this.resolve?.(address, kind) ?? { kind: 'url', url: address };
  }

  isUsed(definition: Definition): boolean {
    return this.definitions.get(definition.identifier) === definition && this.usedDefinitions.has(definition.identifier);
  }

  /** A footnote belongs to the first mark that names it: it is given out once, so notes can't multiply or go round in circles. */
  takeFootnote(identifier: string): FootnoteDefinition | undefined {
    const name = footnoteName(identifier);
    const footnote = this.footnotes.get(name);
    this.footnotes.delete(name);
    return footnote;
  }

  /** Some footnote that no mark has taken. */
  takeLeftFootnote(): FootnoteDefinition | undefined {
    for (const [name, footnote] of this.footnotes) {
      this.footnotes.delete(name);
      return footnote;
    }
    return undefined;
  }

  private collect(node: Nodes): void {
    if (node.type === 'definition') {
      if (!this.definitions.has(node.identifier)) {
        this.definitions.set(node.identifier, node);
      }
    } else if (node.type === 'footnoteDefinition') {
      const name = footnoteName(node.identifier);
      // A second one of a name is never referred to, but its text counts.
      this.footnotes.set(this.footnotes.has(name) ? `${name}\n${String(this.footnotes.size)}` : name, node);
    } else if (node.type === 'linkReference' || node.type === 'imageReference') {
      this.usedDefinitions.add(node.identifier);
    }
    if ('children' in node) {
      for (const child of node.children) {
        this.collect(child);
      }
    }
  }
}

function footnoteName(identifier: string): string {
  return identifier.toLowerCase();
}
