import type { Block, Fragment, Inline, InlineNode } from '../json-document.js';
import { block, dataOf, fragment, paragraph, textNode, voidBlock } from './nodes.js';

/** A paragraph of nothing but pictures as a block of images; undefined for every other. */
export function readImages(nodes: readonly InlineNode[]): Block | undefined {
  const images: Block[] = [];
  for (const node of nodes) {
    if (node.object === 'text') {
      if (node.leaves.some((leaf) => leaf.text.trim() !== '')) {
        return undefined;
      }
    } else if (node.type === 'inline-image' && node.data['size'] === undefined) {
      images.push(imageOf(node));
    } else {
      return undefined;
    }
  }
  return images.length === 0 ? undefined : block('images', {}, images);
}

function imageOf({ data }: Inline): Block {
  const { title, ...rest } = data;
  return voidBlock('image', rest, typeof title === 'string' ? [caption([paragraph([textNode(title)])])] : []);
}

export function caption(blocks: Block[]): Fragment {
  return fragment('caption', blocks);
}

/** Images beside each other are one block. */
export function mergeImages(blocks: readonly Block[], data: Readonly<Record<string, unknown>>): Block | undefined {
  return blocks.length > 0 && blocks.every(({ type }) => type === 'images')
    ? block('images', dataOf({ ...blocks[0]?.data, ...dataOf(data) }), blocks.flatMap(({ nodes }) => nodes ?? []))
    : undefined;
}
