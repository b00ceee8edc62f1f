import type { Block, Fragment, Inline, InlineNode, JsonDocument } from '../json-document.js';
import { InlineSink } from './inline-sink.js';
import { append } from './nodes.js';

type TextOf = (inline: Inline) => string | undefined;

/** A document in which some inlines are text; what holds none of them is shared with the original. */
export function withText(document: JsonDocument, textOf: TextOf): JsonDocument {
  return { ...document, nodes: document.nodes.map((block) => replaceIn(block, textOf)) };
}

function replaceIn<Node extends Block | Inline | Fragment>(node: Node, textOf: TextOf): Node {
  const { fragments } = node.object === 'fragment' ? { fragments: undefined } : node;
  return {
    ...node,
    ...(node.nodes === undefined ? {} : { nodes: replaceNodes(node.nodes, textOf) }),
    ...(fragments === undefined ? {} : { fragments: fragments.map((one) => replaceIn(one, textOf)) }),
  };
}

function replaceNodes(nodes: readonly (Block | InlineNode)[], textOf: TextOf): (Block | InlineNode)[] {
  const replaced: (Block | InlineNode)[] = [];
  let sink = new InlineSink();
  const endInlines = (): void => {
    append(replaced, sink.nodes);
    sink = new InlineSink();
  };
  for (const node of nodes) {
    if (node.object === 'block') {
      endInlines();
      replaced.push(replaceIn(node, textOf));
    } else if (node.object === 'inline') {
      const text = textOf(node);
      if (text === undefined) {
        sink.inline(replaceIn(node, textOf));
      } else {
        sink.text(text, []);
      }
    } else if (nodes.length === 1) {
      // Also the empty text that stands for an empty block.
      sink.inline(node);
    } else {
      for (const { text, marks } of node.leaves) {
        sink.text(text, marks);
      }
    }
  }
  endInlines();
  return replaced;
}
