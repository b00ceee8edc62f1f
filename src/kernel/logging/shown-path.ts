import { SHARE_KEY_PREFIX, TOKEN_PREFIX, VISIT_TOKEN_PREFIX, VISITOR_KEY_PREFIX } from '../auth/token-prefix.js';

const SECRET = new RegExp(`(${TOKEN_PREFIX}|${SHARE_KEY_PREFIX}|${VISIT_TOKEN_PREFIX}|${VISITOR_KEY_PREFIX})[\\w.-]+`, 'g');

/** A path as the log may tell it: an access token that a client put there by mistake is cut, and so is a share key. */
export function shownPath(path: string): string {
  return path.replace(SECRET, '$1…');
}
