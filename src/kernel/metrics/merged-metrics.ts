/** Metrics of several processes as one text, each value with the label `worker`. @param texts by the names of the processes */
export function mergedMetrics(texts: ReadonlyMap<string, string>): string {
  const families = new Map<string, string[]>();
  for (const [worker, text] of texts) {
    for (const family of text.split(/^(?=# HELP )/m).filter((part) => part !== '')) {
      const lines = family.trimEnd().split('\n');
      const head = lines.filter((line) => line.startsWith('#')).join('\n');
      const values = lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => labelled(line, worker));
      families.set(head, [...(families.get(head) ?? []), ...values]);
    }
  }
  return [...families].map(([head, values]) => `${[head, ...values].join('\n')}\n`).join('');
}

function labelled(line: string, worker: string): string {
  const label = `worker="${worker}"`;
  return line.replace(/^(\w+)(\{)?/, (_, name: string, more?: string) => (more === undefined ? `${name}{${label}}` : `${name}{${label},`));
}
