import type { Actor } from './actor.js';

/** Turns a bearer token into its actor; the module that owns tokens provides it. */
export abstract class TokenPort {
  /** Undefined for a token that is unknown, expired or revoked. Answers at once for one that it remembers. */
  abstract authenticate(token: string): Actor | undefined | Promise<Actor | undefined>;
}
