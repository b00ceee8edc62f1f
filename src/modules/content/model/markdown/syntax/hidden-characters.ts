const PRIVATE_USE = 0xe000;

/** A source in which some characters are hidden behind ones that mean nothing and that it doesn't use itself. */
export interface HiddenCharacters {
  /** As long as the original: positions agree. */
  text: string;
  /** Gives text taken from the tree its hidden characters back. */
  restore: (text: string) => string;
}

/** @param hidden indexes in ascending order */
export function hideCharacters(source: string, hidden: readonly number[]): HiddenCharacters {
  if (hidden.length === 0) {
    return { text: source, restore: (text) => text };
  }
  const used = new Set(source);
  const substitutes = new Map<string, string>();
  const pieces: string[] = [];
  let next = PRIVATE_USE;
  let from = 0;
  for (const at of hidden) {
    const original = source.charAt(at);
    let substitute = substitutes.get(original);
    if (substitute === undefined) {
      while (used.has(String.fromCharCode(next))) {
        next += 1;
      }
      substitute = String.fromCharCode(next);
      next += 1;
      substitutes.set(original, substitute);
    }
    pieces.push(source.slice(from, at), substitute);
    from = at + 1;
  }
  pieces.push(source.slice(from));
  const originals = new Map([...substitutes].map(([original, substitute]) => [substitute, original]));
  const pattern = new RegExp(`[${[...originals.keys()].join('')}]`, 'g');
  return { text: pieces.join(''), restore: (text) => text.replace(pattern, (substitute) => originals.get(substitute) ?? substitute) };
}
