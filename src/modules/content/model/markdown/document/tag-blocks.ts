import type { Block, DocumentReference } from '../json-document.js';
import { type BlockItem, type BlockItems, OPTIONAL_END } from './block-items.js';
import { type BlockReader, orEmpty } from './block-reader.js';
import { caption } from './images.js';
import { block, childInlines, dataOf, fragment, inlineText, voidBlock } from './nodes.js';
import { TAG_TYPES } from './tag-types.js';

type OpenItem = Extract<BlockItem, { type: 'open' }>;

/** A block and the index of its last item. */
interface Made {
  block: Block;
  end: number;
}

/** Reads the block that the tag at `start` opens; undefined when the tag is none that means anything here. */
export function readTagBlock(reader: BlockReader, items: BlockItems, start: number, depth: number): Made | undefined {
  const item = items.items[start];
  if (item?.type !== 'open') {
    return undefined;
  }
  const end = items.partners[start];
  if (item.liquid && (item.name === 'include' || item.name.startsWith('@'))) {
    const made = item.name === 'include' ? reusableContent(reader, item) : integration(item);
    return made && { block: made, end: start };
  }
  if (item.liquid && OPTIONAL_END.has(item.name)) {
    return { block: reference(reader, items, item, start, end ?? start, depth), end: end ?? start };
  }
  if (end === undefined) {
    return undefined;
  }
  const made = item.liquid ? container(reader, items, item, start, end, depth) : expandable(reader, items, item, start, end, depth);
  return made && { block: made, end };
}

function attributesOf(item: OpenItem, ...without: string[]): Record<string, unknown> {
  const booleans = TAG_TYPES[item.name]?.booleans ?? [];
  const entries = [...item.attributes].filter(([key]) => !without.includes(key));
  return Object.fromEntries(entries.map(([key, value]) => [key, booleans.includes(key) && /^(?:true|false)$/.test(value) ? value === 'true' : value]));
}

function reusableContent(reader: BlockReader, item: OpenItem): Block | undefined {
  const address = item.attributes.get('');
  return address === undefined || address === '' ? undefined : voidBlock('reusable-content', { ref: reader.context.reference(address, 'link') });
}

/** `{% @integration/block key="value" %}`. */
function integration(item: OpenItem): Block | undefined {
  const [, name, blockName] = /^@([^/]+)\/(.+)$/.exec(item.name) ?? [];
  if (name === undefined || blockName === undefined) {
    return undefined;
  }
  const { url, ...props } = attributesOf(item);
  return voidBlock('integration', { integration: name, block: blockName, props, url });
}

/** Blocks that point at something; between the tags stands a caption, or the address again for readers without such blocks. */
function reference(reader: BlockReader, items: BlockItems, item: OpenItem, start: number, end: number, depth: number): Block {
  const { context } = reader;
  const type = TAG_TYPES[item.name]?.block ?? item.name;
  let address: string | undefined;
  let data: Record<string, unknown>;
  if (item.name === 'embed') {
    address = item.attributes.get('url');
    data = attributesOf(item);
  } else {
    const attribute = item.name === 'content-ref' ? 'url' : item.attributes.has('spec') ? 'spec' : 'src';
    address = item.attributes.get(attribute);
    const ref: DocumentReference | undefined =
      address === undefined
        ? undefined
        : attribute === 'spec'
          ? { kind: 'openapi', spec: address }
          : context.reference(address, item.name === 'file' ? 'file' : 'link');
    data = { ...attributesOf(item, attribute), ref };
  }
  const inside = end > start ? reader.readItems(items, start + 1, end, depth + 2) : [];
  const repeats = inside.length === 1 && inside[0] !== undefined && repeatsAddress(inside[0], address);
  return voidBlock(type, dataOf(data), inside.length === 0 || repeats ? [] : [caption(inside)]);
}

/** `[address](address)` by itself. */
function repeatsAddress(paragraphBlock: Block, address: string | undefined): boolean {
  const nodes = childInlines(paragraphBlock);
  const [link] = nodes;
  return paragraphBlock.type === 'paragraph' && nodes.length === 1 && link?.object === 'inline' && link.type === 'link' && inlineText(link.nodes) === address;
}

function container(reader: BlockReader, items: BlockItems, item: OpenItem, start: number, end: number, depth: number): Block | undefined {
  const read = (): Block[] => orEmpty(reader.readItems(items, start + 1, end, depth + 1));
  switch (item.name) {
    case 'hint':
      return block('hint', { style: 'info', ...attributesOf(item) }, read());
    case 'code':
      return code(reader, items, item, start, end, depth);
    case 'if': {
      const expression = item.source.slice(2, -2).trim().slice('if'.length).trim();
      return block('if', { expression }, read());
    }
    case 'tabs':
    case 'stepper':
    case 'columns':
      return group(reader, items, item, start, end, depth);
    default:
      return undefined;
  }
}

/** `tabs` and their like hold nothing but their own parts. */
function group(reader: BlockReader, items: BlockItems, item: OpenItem, start: number, end: number, depth: number): Block | undefined {
  const type = TAG_TYPES[item.name];
  if (type?.part === undefined) {
    return undefined;
  }
  // First the form, then the contents: what is read twice at every level would take for ever.
  const parts: { item: OpenItem; start: number; end: number }[] = [];
  for (let index = start + 1; index < end; index += 1) {
    const part = items.items[index];
    const partEnd = items.partners[index];
    if (part?.type !== 'open' || !part.liquid || part.name !== type.part || partEnd === undefined) {
      return undefined;
    }
    parts.push({ item: part, start: index + 1, end: partEnd });
    index = partEnd;
  }
  const partType = TAG_TYPES[type.part]?.block ?? type.part;
  const blocks = parts.map((part) => {
    const { valign, ...data } = attributesOf(part.item);
    return block(partType, { ...data, verticalAlignment: valign }, orEmpty(reader.readItems(items, part.start, part.end, depth + 2)));
  });
  return blocks.length === 0 ? undefined : block(type.block, attributesOf(item), blocks);
}

/** `{% code %}` around one block of code. */
function code(reader: BlockReader, items: BlockItems, item: OpenItem, start: number, end: number, depth: number): Block | undefined {
  if (end !== start + 2) {
    return undefined;
  }
  const inside = items.items[start + 1];
  const holdsCode = inside?.type === 'html' || (inside?.type === 'node' && inside.node.type === 'code');
  const [only, ...others] = holdsCode ? reader.readItems(items, start + 1, end, depth) : [];
  return only?.type === 'code' && others.length === 0 ? { ...only, data: dataOf({ ...only.data, ...attributesOf(item) }) } : undefined;
}

/** `<details>` with a `<summary>` as its first. */
function expandable(reader: BlockReader, items: BlockItems, item: OpenItem, start: number, end: number, depth: number): Block | undefined {
  if (item.name !== 'details' || [...item.attributes.keys()].some((key) => key !== 'open')) {
    return undefined;
  }
  let bodyStart = start + 1;
  while (isBlank(items.items[bodyStart])) {
    bodyStart += 1;
  }
  const summary = items.items[bodyStart];
  const summaryEnd = items.partners[bodyStart];
  const title: Block[] = [];
  if (summary?.type === 'open' && !summary.liquid && summary.name === 'summary' && summary.attributes.size === 0 && summaryEnd !== undefined) {
    title.push(...orEmpty(reader.readItems(items, bodyStart + 1, summaryEnd, depth + 2)));
    bodyStart = summaryEnd + 1;
  }
  const body = orEmpty(reader.readItems(items, bodyStart, end, depth + 2));
  return {
    ...block('expandable', { open: item.attributes.has('open') ? true : undefined }, []),
    fragments: [...(title.length === 0 ? [] : [fragment('expandable-title', title)]), fragment('expandable-body', body)],
  };
}

function isBlank(item: BlockItem | undefined): boolean {
  return item?.type === 'html' && item.tokens.every((token) => token.type === 'text' && token.text.trim() === '');
}

