/** What a fragment leads to, without following references on the way; undefined: nothing. */
export function pointTo(root: unknown, fragment: string, named: ReadonlyMap<string, object>): unknown {
  if (!fragment.startsWith('/')) return fragment === '' ? root : named.get(`#${decoded(fragment)}`);
  let value = root;
  for (const word of fragment.slice(1).split('/')) value = step(value, word)?.value;
  return value;
}

/** More references one behind the other than a path through a document has. */
const MOST_HOPS = 50;

/**
 * Whether a fragment leads anywhere in a document: a JSON pointer (RFC 6901), percent-encoded or not, or the name of an
 * anchor. A pointer may lead through a local reference.
 */
export function leadsSomewhere(root: unknown, fragment: string, named: ReadonlyMap<string, object>): boolean {
  return fragment === '' || (fragment.startsWith('/') ? follows(root, fragment, MOST_HOPS) : named.has(`#${decoded(fragment)}`));
}

function follows(root: unknown, pointer: string, hops: number): boolean {
  if (hops === 0) return false;
  let value: unknown = root;
  const words = pointer.slice(1).split('/');
  for (const [index, word] of words.entries()) {
    const child = step(value, word);
    if (child !== undefined) value = child.value;
    else {
      const local = localReference(value);
      // A reference to elsewhere is followed by whoever resolves it.
      return local === 'elsewhere' || (local !== undefined && follows(root, [local, ...words.slice(index)].join('/'), hops - 1));
    }
  }
  return true;
}

/** What a word of a pointer, percent-encoded or not, leads to from a value. */
export function step(value: unknown, word: string): { value: unknown } | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const key of [unescaped(decoded(word)), unescaped(word)]) {
    if (Object.hasOwn(value, key)) return { value: Reflect.get(value, key) };
  }
  return undefined;
}

function localReference(value: unknown): string | undefined {
  const ref: unknown = typeof value === 'object' && value !== null && '$ref' in value ? value.$ref : undefined;
  if (typeof ref !== 'string') return undefined;
  return ref.startsWith('#/') ? ref.slice(1) : 'elsewhere';
}

function unescaped(word: string): string {
  return word.replaceAll('~1', '/').replaceAll('~0', '~');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
