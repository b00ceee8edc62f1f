/** An entry of a table of contents. */
export interface SummaryLine {
  readonly title: string;
  /** Absent: nothing to lead to. */
  readonly address?: string;
  /** A part with a heading of its own; at the root alone. */
  readonly isPart: boolean;
  readonly entries: readonly SummaryLine[];
}

/** `SUMMARY.md` as GitBook and mdBook read it: lists of links, and headings that open parts. */
export function summaryText(lines: readonly SummaryLine[]): string {
  // What stands behind a part, and isn't in it, stands outside of lists; nothing can be below it there.
  const firstPart = lines.findIndex(({ isPart }) => isPart);
  const hasParts = lines.every(({ isPart, entries }, index) => isPart || index < firstPart || entries.length === 0);
  const blocks = lines.map((line, index): string => {
    if (line.isPart && hasParts) return `\n## ${plain(line.title)}\n\n${listOf(line.entries, 0)}`;
    return hasParts && firstPart >= 0 && index > firstPart ? `\n${link(line)}\n` : listOf([line], 0);
  });
  return `# Table of contents\n\n${blocks.join('')}`;
}

function listOf(lines: readonly SummaryLine[], depth: number): string {
  return lines.map((line) => `${'  '.repeat(depth)}* ${link(line)}\n${listOf(line.entries, depth + 1)}`).join('');
}

function link({ title, address }: SummaryLine): string {
  return `[${plain(title)}](${address === undefined ? '' : `<${address.replace(/[<>\\&]/g, '\\$&')}>`})`;
}

/** Text that Markdown takes for nothing but text. */
function plain(title: string): string {
  return title.replace(/\s+/gu, ' ').replace(/[!-/:-@[-`{-~]/g, '\\$&');
}
