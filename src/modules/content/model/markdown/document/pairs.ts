/** An opening or closing tag among other things. */
export interface Tag {
  open: boolean;
  name: string;
  /** Tags that may stand alone and never hold each other: the next one ends them. */
  optionalEnd?: boolean;
}

/**
 * Index of each tag's partner, undefined for everything without one. A closing tag takes the last open
 * one of its name; what was opened in between and isn't closed stays alone. Linear.
 */
export function matchPairs(tags: readonly (Tag | undefined)[]): (number | undefined)[] {
  const partners = new Array<number | undefined>(tags.length).fill(undefined);
  const stack: { index: number; tag: Tag }[] = [];
  const open = new Map<string, number>();
  const pop = (): number | undefined => {
    const last = stack.pop();
    if (last !== undefined) {
      open.set(last.tag.name, (open.get(last.tag.name) ?? 0) - 1);
    }
    return last?.index;
  };
  tags.forEach((tag, index) => {
    if (tag === undefined) {
      return;
    }
    if (tag.open) {
      if (tag.optionalEnd === true && stack.at(-1)?.tag.optionalEnd === true) {
        pop();
      }
      stack.push({ index, tag });
      open.set(tag.name, (open.get(tag.name) ?? 0) + 1);
    } else if ((open.get(tag.name) ?? 0) > 0) {
      while (stack.length > 0 && stack.at(-1)?.tag.name !== tag.name) {
        pop();
      }
      const start = pop();
      if (start !== undefined) {
        partners[start] = index;
        partners[index] = start;
      }
    }
  });
  return partners;
}
