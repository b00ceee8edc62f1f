import { BadInputError } from '../../../kernel/errors/errors.js';
import { unstorable } from '../../../kernel/validation/text.js';

/** Paths as redirects may start from. No address has a part `.` or `..`, escaped or not: whoever reads one follows it. */
export const REDIRECT_SOURCE = { min: 2, max: 512, pattern: /^(?!.*\/(?:\.|%2[Ee]){1,2}(?:\/|$))\/(?:[A-Za-z0-9\-._~]|%[0-9A-Fa-f]{2})+(?:\/(?:[A-Za-z0-9\-._~]|%[0-9A-Fa-f]{2})+)*$/ };

/** The path of these parts, with each character escaped in one way. */
export function escapedPath(parts: readonly string[]): string {
  return `/${parts.map(encodeURIComponent).join('/')}`;
}

/** As redirects are compared: letters composed or not are the same. */
export function redirectPath(parts: readonly string[]): string {
  return escapedPath(parts.map((part) => part.normalize('NFC')));
}

/** The parts of a path, unescaped; undefined where escapes make no text that can be stored. A slash at the end makes no part. */
export function pathParts(path: string): string[] | undefined {
  try {
    const parts = path.split('/').filter((part) => part !== '').map(decodeURIComponent);
    return parts.some((part) => unstorable(part) !== undefined) ? undefined : parts;
  } catch {
    return undefined;
  }
}

/** The path of a source that was sent. @throws BadInputError */
export function sourcePath(source: string): string {
  const parts = pathParts(source);
  if (parts === undefined) throw BadInputError.ofField('source', 'must be escaped as UTF-8 text without the NUL character');
  return redirectPath(parts);
}
