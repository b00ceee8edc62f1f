/** What became of a request, as its client knows it. */
export type Outcome =
  | { readonly kind: 'acknowledged'; readonly body: Json }
  /** The service said that it can't for now, or there was no answer: done or not, but never half. */
  | { readonly kind: 'unknown' }
  /** Refused for what it is. */
  | { readonly kind: 'refused'; readonly status: number };

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers of many shapes, looked into by key
export type Json = any;

/** Something that holds one text, written by one client, one write after the other. */
export interface Register {
  readonly name: string;
  /** Where it is read, and the names of fields on the way to the text. */
  readonly path: string;
  readonly field: readonly string[];
  acknowledged: string;
  /** Texts whose writes ended unknown: each may be there, also later than an acknowledged one. */
  readonly unknown: Set<string>;
  /** What became of deleting it. */
  deleted: 'no' | 'unknown' | 'acknowledged';
}

/** Pages that one change request brings along: all of them or none. */
export interface Whole {
  readonly name: string;
  readonly path: string;
  readonly titles: readonly string[];
  /** Its content was acknowledged. */
  written: boolean;
  /** Its merge was acknowledged. */
  merged: boolean;
}

/** A line that was added to a page which all clients add to, and take nothing from. */
export interface Line {
  /** Where the page is read. */
  readonly path: string;
  readonly text: string;
}

export class History {
  readonly registers: Register[] = [];
  readonly wholes: Whole[] = [];
  /** Those that were acknowledged. */
  readonly lines: Line[] = [];
  /** Merges that were refused as another one had changed the same place. */
  conflicts = 0;

  register(name: string, path: string, field: readonly string[], acknowledged: string): Register {
    const register: Register = { name, path, field, acknowledged, unknown: new Set<string>(), deleted: 'no' };
    this.registers.push(register);
    return register;
  }

  whole(name: string, path: string, titles: readonly string[]): Whole {
    const whole = { name, path, titles, written: false, merged: false };
    this.wholes.push(whole);
    return whole;
  }
}

/** Keeps what became of a write. */
export function wrote(register: Register, text: string, outcome: Outcome): void {
  if (outcome.kind === 'acknowledged') register.acknowledged = text;
  else if (outcome.kind === 'unknown') register.unknown.add(text);
}

/** Keeps what became of its deletion. */
export function deleted(register: Register, outcome: Outcome): void {
  if (outcome.kind !== 'refused') register.deleted = outcome.kind;
}

/** What is wrong with what is there in the end. */
export function registerFault({ name, acknowledged, unknown, deleted: gone }: Register, found: string | undefined): string | undefined {
  if (gone === 'acknowledged') return found === undefined ? undefined : `${name}: ${JSON.stringify(found)}, but its deletion was acknowledged.`;
  if (gone === 'unknown' && found === undefined) return undefined;
  if (found === acknowledged || (found !== undefined && unknown.has(found))) return undefined;
  return `${name}: ${found === undefined ? 'nothing is there' : JSON.stringify(found)}, but ${JSON.stringify(acknowledged)} was acknowledged last.`;
}

/** @param status of the change request in the end, and the titles of the main content's pages */
export function wholeFault({ name, titles, written, merged }: Whole, status: string, pages: ReadonlySet<string>): string | undefined {
  const there = titles.filter((title) => pages.has(title)).length;
  if (merged && status !== 'merged') return `${name}: its merge was acknowledged, but it is ${status}.`;
  if (there !== 0 && there !== titles.length) return `${name}: ${String(there)} of ${String(titles.length)} pages are in the main content.`;
  if (there > 0 && status !== 'merged') return `${name}: its pages are in the main content, but it is ${status}.`;
  if (written && status === 'merged' && there === 0) return `${name}: it is merged, but its pages are not in the main content.`;
  return undefined;
}

/** @param markdown of the page in the end */
export function lineFaults(lines: readonly Line[], markdown: string): string[] {
  const there = new Map<string, number>();
  for (const line of markdown.split('\n')) there.set(line, (there.get(line) ?? 0) + 1);
  return lines.flatMap(({ path, text }) => {
    const count = there.get(text) ?? 0;
    return count === 1 ? [] : [`${path}: the line ${JSON.stringify(text)}, whose merge was acknowledged, is there ${String(count)} times.`];
  });
}
