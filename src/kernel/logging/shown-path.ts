import { TOKEN_PREFIX } from '../auth/token-prefix.js';

const TOKEN = new RegExp(`${TOKEN_PREFIX}\\w+`, 'g');

/** A path as the log may tell it: an access token that a client put there by mistake is cut. */
export function shownPath(path: string): string {
  return path.replace(TOKEN, `${TOKEN_PREFIX}…`);
}
