/**
 * Rows of a comma-separated file as RFC 4180 has them: quoted fields may hold commas, line breaks and doubled quotes.
 * Linear in the text; a quote that is never closed takes the rest.
 */
export function parseCommaSeparated(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const field = /"((?:[^"]|"")*)(?:"|$)([^,\r\n]*)|([^,\r\n]*)/y;
  while (field.lastIndex < text.length) {
    const [, quoted, after, plain] = field.exec(text) ?? [];
    row.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"') + (after ?? ''));
    const end = field.lastIndex;
    if (text[end] === ',') {
      field.lastIndex = end + 1;
      if (end + 1 === text.length) row.push('');
      else continue;
    } else {
      field.lastIndex = end + (text.startsWith('\r\n', end) ? 2 : 1);
    }
    rows.push(row);
    row = [];
  }
  if (row.length > 0) rows.push(row);
  return rows;
}

/** Rows as a Markdown table whose head is the first one. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  const width = Math.max(1, ...rows.map((row) => row.length));
  const line = (cells: readonly string[]): string => `| ${Array.from({ length: width }, (_unused, column) => cellText(cells[column] ?? '')).join(' | ')} |`;
  const rule = `| ${Array.from({ length: width }, () => '---').join(' | ')} |`;
  return [line(head), rule, ...body.map(line)].join('\n') + '\n';
}

/** Plain text of a cell: nothing in it is markup. */
function cellText(value: string): string {
  return value.replace(/[\\`*_[\]<>|~#&]/g, '\\$&').replace(/\s*\r?\n\s*/g, '<br>').trim();
}
