import { createHash } from 'node:crypto';

/** A strong entity tag of the text: equal texts have equal tags, others practically never. */
export function entityTag(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
}
