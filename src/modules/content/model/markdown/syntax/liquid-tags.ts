/** `{% name key="value" %}`. */
export interface LiquidTag {
  /** `endhint` for `{% endhint %}`. */
  name: string;
  /** A value without a key (`{% include "x.md" %}`) is at `''`. */
  attributes: ReadonlyMap<string, string>;
  /** As written. */
  source: string;
}

const SPACE = /\s+/y;
const NAME = /[^\s="']+/y;
const EQUALS = /\s*=\s*/y;
const QUOTED = /"([^"\\]*(?:\\.[^"\\]*)*)"|'([^'\\]*(?:\\.[^'\\]*)*)'/y;
const BARE = /[^\s"']+/y;
const ESCAPED_QUOTE = /\\(["'\\])/g;

/** The tags of a line of tags. */
export function liquidTags(source: string): LiquidTag[] {
  const tags: LiquidTag[] = [];
  for (let start = source.indexOf('{%'); start !== -1; ) {
    const end = source.indexOf('%}', start + 2);
    if (end === -1) {
      break;
    }
    tags.push(readTag(source.slice(start, end + 2)));
    start = source.indexOf('{%', end + 2);
  }
  return tags;
}

function readTag(source: string): LiquidTag {
  const inside = source.slice(2, -2).replace(/^-|-$/g, '');
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    const match = pattern.exec(inside) ?? undefined;
    at = match === undefined ? at : pattern.lastIndex;
    return match;
  };
  const value = (): string | undefined => {
    const quoted = take(QUOTED);
    return quoted === undefined ? take(BARE)?.[0] : (quoted[1] ?? quoted[2] ?? '').replace(ESCAPED_QUOTE, '$1');
  };
  take(SPACE);
  const name = take(NAME)?.[0] ?? '';
  const attributes = new Map<string, string>();
  while (at < inside.length) {
    take(SPACE);
    const key = take(NAME)?.[0];
    if (key !== undefined && take(EQUALS) !== undefined) {
      attributes.set(key, value() ?? '');
    } else if (key !== undefined) {
      attributes.set(key, 'true');
    } else {
      const positional = value();
      if (positional !== undefined) {
        attributes.set('', positional);
      } else {
        // A lone quote or sign of equality.
        at += 1;
      }
    }
  }
  return { name, attributes, source };
}
