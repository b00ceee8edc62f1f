import type { Block } from '../json-document.js';
import { TAG_TYPES } from './tag-types.js';
import type { WriteContext } from './write-context.js';

const KEY = /^[^\s="'%{}]+$/;

/** Tags by the type of their block. */
const TAGS = new Map([
  ...['content-ref', 'embed', 'file', 'openapi-webhook', 'swagger'].map((name): [string, string] => [name, name]),
  ...Object.entries(TAG_TYPES).map(([name, { block }]): [string, string] => [block, name]),
]);

export function tagOf(type: string): string | undefined {
  return TAGS.get(type);
}

/** ` key="value"` for each entry that a tag can hold. */
export function tagAttributes(data: Readonly<Record<string, unknown>>): string {
  return Object.entries(data)
    .flatMap(([key, value]) => (KEY.test(key) && (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number') ? [` ${key}="${attributeValue(String(value))}"`] : []))
    .join('');
}

function attributeValue(value: string): string {
  return value.replace(/[\r\n]+/g, ' ').replace(/%\}/g, '% }').replace(/["\\]/g, '\\$&');
}

/** Opening tag of a block that points at something, and the link that repeats it for readers without such blocks. */
export function referenceTag(block: Block, context: WriteContext): { name: string; open: string; fallback: string | undefined } {
  const { ref, ...data } = block.data;
  const address = context.address(ref);
  const isSpecification = typeof ref === 'object' && ref !== null && 'kind' in ref && ref.kind === 'openapi';
  const name = block.type === 'openapi-operation' && isSpecification ? 'openapi-operation' : (tagOf(block.type) ?? block.type);
  const attribute = name === 'content-ref' ? 'url' : isSpecification ? 'spec' : 'src';
  const reference = name === 'embed' || ref === undefined ? '' : tagAttributes({ [attribute]: address });
  const repeats = (name === 'content-ref' || name === 'openapi') && ref !== undefined && address !== '';
  return { name, open: `{% ${name}${reference}${tagAttributes(data)} %}`, fallback: repeats ? address : undefined };
}
