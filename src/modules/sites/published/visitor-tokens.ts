import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock/clock.js';
import { isShallow } from '../../../kernel/validation/is-shallow.js';
import type { Claims } from '../adaptive/condition.js';
import { DEEPEST_CLAIMS } from './visitor.js';

/** Reads the tokens that tell who visits a site. */
@Injectable()
export class VisitorTokens {
  constructor(private readonly clock: Clock) {}

  /** The claims of a token that the key has signed (HS256), whose time (`exp`) isn't over, and which aren't nested too deep; else undefined. */
  async claimsOf(token: string | undefined, key: string): Promise<Claims | undefined> {
    if (token === undefined) return undefined;
    const { errors, jwtVerify } = await import('jose');
    try {
      const { payload } = await jwtVerify(token, new TextEncoder().encode(key), { algorithms: ['HS256'], requiredClaims: ['exp'], currentDate: this.clock.now() });
      return isShallow(payload, DEEPEST_CLAIMS) ? payload : undefined;
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }
}
