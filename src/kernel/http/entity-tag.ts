import { hash } from 'node:crypto';

/** A strong entity tag of the text: equal texts have equal tags, others practically never. */
export function entityTag(text: string): string {
  return `"${hash('sha256', text, 'base64url').slice(0, 27)}"`;
}

/** Whether an `If-None-Match` header names the tag: it compares weakly (RFC 9110, 13.1.2). */
export function namesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((candidate) => {
    const named = candidate.trim();
    return named === '*' || named === tag || named === `W/${tag}`;
  });
}
