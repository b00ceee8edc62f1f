/** Most characters of one page: a body that people read. */
const LONGEST_PAGE = 100_000;

/** The parts that are there, as paragraphs. */
export function paragraphs(parts: readonly (string | undefined)[]): string {
  const text = parts.filter((part) => part !== undefined && part !== '').join('\n\n');
  return text === '' ? '' : `${text.length > LONGEST_PAGE ? `${text.slice(0, LONGEST_PAGE)}…` : text}\n`;
}

/** The parts that are there, one behind the other, with a full stop between. */
export function sentences(parts: readonly (string | undefined)[]): string {
  const there = parts.filter((part) => part !== undefined).filter((part) => part !== '');
  return there.map((part, index) => (index < there.length - 1 ? `${part.trimEnd().replace(/\.$/, '')}.` : part)).join(' ');
}

/** Code within a line, whatever backticks it holds. */
export function code(text: string): string {
  const fence = '`'.repeat(longest(text.match(/`+/g)) + 1);
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${text.replace(/\s+/g, ' ')}${pad}${fence}`;
}

export function codeBlock(language: string, text: string): string {
  const fence = '`'.repeat(Math.max(2, longest(text.match(/`{3,}/g))) + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** Length of the longest; there may be more than a call takes arguments. */
function longest(runs: readonly string[] | null): number {
  return (runs ?? []).reduce((most, { length }) => Math.max(most, length), 0);
}

/** A table, or nothing without rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string | undefined {
  if (rows.length === 0) return undefined;
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function cell(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('|', '\\|').trim();
}
