import type { DocumentReference, Data } from '../json-document.js';
import type { HtmlToken } from '../syntax/html-tokens.js';
import type { ReadContext } from './read-context.js';
import { dataOf } from './nodes.js';
import type { Cell } from './tables.js';

/** Reads the cells of one typed column. */
export interface TypedCell {
  /** `unfit` when the cell holds something that isn't of the type: the column is then one of text. */
  read: (tokens: readonly HtmlToken[]) => Cell | 'unfit';
  /** What the column's definition says beside its title; asked after all cells. */
  definition: () => Data;
}

const REFERENCE_KINDS = { 'content-ref': 'link', files: 'file', image: 'image' } as const;

/** @param attributes of the column's header; undefined for columns of text and of unknown types */
export function typedCell(attributes: ReadonlyMap<string, string> | undefined, context: ReadContext): TypedCell | undefined {
  const isCover = attributes?.has('data-card-cover') === true || attributes?.has('data-card-cover-dark') === true;
  const type = attributes?.get('data-type') ?? (attributes?.has('data-card-target') === true ? 'content-ref' : isCover ? 'files' : undefined);
  switch (type) {
    case 'checkbox':
      return plainCell({ type }, (text) => (text === 'true' || text === 'false' ? { data: text === 'true' } : 'unfit'));
    case 'number':
    case 'rating': {
      const max = Number(attributes?.get('data-max') ?? Number.NaN);
      return plainCell(dataOf({ type, max: Number.isFinite(max) ? max : undefined }), numberCell);
    }
    case 'content-ref':
    case 'files':
    case 'image':
      return referenceCell(type, attributes?.get('data-object-fit'), context);
    case 'select':
      return selectCell(attributes?.has('data-multiple') === true);
    default:
      return undefined;
  }
}

function plainCell(definition: Data, read: (text: string) => Cell | 'unfit'): TypedCell {
  return {
    definition: () => definition,
    read: (tokens) => {
      const text = plainTokens(tokens);
      return text === '' ? undefined : text === undefined ? 'unfit' : read(text);
    },
  };
}

function numberCell(text: string): Cell | 'unfit' {
  const value = Number(text);
  // Only numbers that are written the same way again.
  return String(value) === text && Number.isFinite(value) ? { data: value } : 'unfit';
}

function plainTokens(tokens: readonly HtmlToken[]): string | undefined {
  return tokens.every(({ type }) => type === 'text') ? textOf(tokens) : undefined;
}

function textOf(tokens: readonly HtmlToken[]): string {
  return tokens.map((token) => (token.type === 'text' ? token.text : '')).join('').trim();
}

/** Cells of `<a href>`; the links' texts are their addresses again. */
function referenceCell(type: keyof typeof REFERENCE_KINDS, objectFit: string | undefined, context: ReadContext): TypedCell {
  return {
    definition: () => dataOf({ type, objectFit: type === 'image' ? objectFit : undefined }),
    read: (tokens) => {
      const references: DocumentReference[] = [];
      let address: string | undefined;
      for (const token of tokens) {
        if (token.type === 'open' && token.name === 'a' && address === undefined && token.attributes.size === 1) {
          address = token.attributes.get('href');
        } else if (token.type === 'close' && token.name === 'a' && address !== undefined) {
          references.push(context.reference(address, REFERENCE_KINDS[type]));
          address = undefined;
        } else if (token.type !== 'text' || (token.text.trim() !== '' && !repeats(token.text.trim(), address))) {
          return 'unfit';
        }
      }
      if (address !== undefined || (type !== 'files' && references.length > 1)) {
        return 'unfit';
      }
      const [first] = references;
      return first === undefined ? undefined : { data: type === 'files' ? references : first };
    },
  };
}

/** A link's text that says no more than its address: the whole, or the file's name. */
function repeats(text: string, address: string | undefined): boolean {
  return address !== undefined && (text === address || address.endsWith(`/${text}`));
}

/** Cells of `<span data-option="id">Label, </span>`. */
function selectCell(multiple: boolean): TypedCell {
  const labels = new Map<string, string>();
  return {
    definition: () => ({ type: 'select', multiple, options: [...labels].map(([value, label]) => ({ value, label })) }),
    read: (tokens) => {
      const chosen: string[] = [];
      let option: string | undefined;
      for (const token of tokens) {
        if (token.type === 'open' && token.name === 'span' && option === undefined && token.attributes.size === 1) {
          option = token.attributes.get('data-option');
        } else if (token.type === 'text' && option !== undefined) {
          const label = token.text.trim().replace(/,$/, '');
          if ((labels.get(option) ?? label) !== label) {
            return 'unfit';
          }
          labels.set(option, label);
        } else if (token.type === 'close' && token.name === 'span' && option !== undefined) {
          chosen.push(option);
          option = undefined;
        } else if (token.type !== 'text' || token.text.trim() !== '') {
          return 'unfit';
        }
      }
      return option !== undefined || chosen.some((one) => !labels.has(one)) ? 'unfit' : chosen.length === 0 ? undefined : { data: chosen };
    },
  };
}
