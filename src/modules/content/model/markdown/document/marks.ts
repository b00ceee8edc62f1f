import type { Mark } from '../json-document.js';

/** From the outer to the inner one; the order makes equal texts equal. */
const ORDER = ['bold', 'italic', 'strikethrough', 'color', 'superscript', 'subscript', 'keyboard', 'code'];

export function withMark(marks: readonly Mark[], mark: Mark): Mark[] {
  const same = marks.find(({ type }) => type === mark.type);
  const added = same?.data === undefined ? mark : { ...mark, data: { ...same.data, ...mark.data } };
  return [...marks.filter(({ type }) => type !== mark.type), added].sort((one, other) => rank(one) - rank(other));
}

function rank({ type }: Mark): number {
  const index = ORDER.indexOf(type);
  return index === -1 ? ORDER.length : index;
}

export function sortedMarks(marks: readonly Mark[]): Mark[] {
  return [...marks].sort((one, other) => rank(one) - rank(other));
}

export function sameMark(one: Mark, other: Mark): boolean {
  return one.type === other.type && one.data?.['text'] === other.data?.['text'] && one.data?.['background'] === other.data?.['background'];
}

export function sameMarks(some: readonly Mark[], others: readonly Mark[]): boolean {
  return some.length === others.length && some.every((mark, index) => other(others, index, mark));
}

function other(others: readonly Mark[], index: number, mark: Mark): boolean {
  const counterpart = others[index];
  return counterpart !== undefined && sameMark(mark, counterpart);
}

export const COLORS = new Set(['default', 'green', 'blue', 'red', 'orange', 'yellow', 'purple', '$primary', '$info', '$success', '$warning', '$danger']);
const DECLARATION = /^\s*(color|background-color)\s*:\s*(\S+)\s*$/;

/** `color:red;background-color:blue` as a mark; undefined when there is anything else in it. */
export function colorMark(style: string): Mark | undefined {
  const data: Record<string, unknown> = {};
  for (const declaration of style.split(';').filter((part) => part.trim() !== '')) {
    const [, property, value] = DECLARATION.exec(declaration) ?? [];
    if (property === undefined || value === undefined || !COLORS.has(value)) {
      return undefined;
    }
    data[property === 'color' ? 'text' : 'background'] = value;
  }
  return Object.keys(data).length === 0 ? undefined : { object: 'mark', type: 'color', data };
}
