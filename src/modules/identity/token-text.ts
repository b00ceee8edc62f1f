import { hash } from 'node:crypto';
import { generateToken } from '../../kernel/auth/generated-token.js';
import { TOKEN_PREFIX } from '../../kernel/auth/token-prefix.js';

export function newTokenText(): string {
  return generateToken(TOKEN_PREFIX);
}

/** What is stored of a token. It is random enough that one round of a fast hash can't be turned back. */
export function tokenHash(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
