/** What a spec is named by in addresses and references. */
export const SLUG = { min: 1, max: 100, pattern: /^[a-z0-9]+(?:-[a-z0-9]+)*$/ } as const;

export function isSlug(text: string): boolean {
  return text.length <= SLUG.max && SLUG.pattern.test(text);
}
