/** Most code points of a slug. */
const MOST = 100;

/** They make pictures of signs (⚙️, 1️⃣), and are no part of a word. */
const EMOJI_MARKS = /[\ufe0e\ufe0f\u20e3]/gu;

/** A mark alone is no word: it belongs to the letter before it. */
const WORD = /[\p{L}\p{N}_.][\p{L}\p{M}\p{N}_.]*/gu;

/**
 * The part of an address that a title makes: lower case, letters and digits of every script kept, what
 * lies between them a hyphen. Never empty.
 */
export function slugOf(title: string): string {
  const words = title.normalize('NFC').toLowerCase().replace(EMOJI_MARKS, '').match(WORD) ?? [];
  const slug = cut(words.join('-').replace(/^[.-]+|[.-]+$/gu, ''), MOST);
  return slug === '' ? 'page' : slug;
}

/** The slug itself while it is free, else the first free one of `slug-1`, `slug-2`, … */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  for (let number = 1; ; number += 1) {
    const suffix = `-${String(number)}`;
    const candidate = cut(slug, MOST - suffix.length) + suffix;
    if (!taken.has(candidate)) return candidate;
  }
}

function cut(text: string, most: number): string {
  const points = [...text];
  return points.length <= most ? text : points.slice(0, most).join('').replace(/-+$/u, '');
}
