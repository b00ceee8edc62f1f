import { type CST, Parser } from 'yaml';

/** Each level takes some calls within each other to read: many times this depth still leaves most of the stack free. */
const MOST_LEVELS = 100;

/**
 * Whether a YAML text is nested at most a hundred levels deep. To be asked before the text is read: readers call themselves
 * for each level, and where the stack ends while Node compiles a regular expression, the whole process does.
 */
export function isShallowYaml(text: string): boolean {
  // Each level takes a character at least.
  if (text.length <= MOST_LEVELS) return true;
  // This parser tells its tokens without calling itself.
  const open: { token: CST.Token | null | undefined; level: number }[] = [...new Parser().parse(text)].map((token) => ({ token, level: 0 }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { token, level } = next;
    if (level > MOST_LEVELS) return false;
    if (token?.type === 'document') open.push({ token: token.value, level });
    else if (token !== null && token !== undefined && 'items' in token) {
      for (const { key, value } of token.items) open.push({ token: key, level: level + 1 }, { token: value, level: level + 1 });
    }
  }
  return true;
}
