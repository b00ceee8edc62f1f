import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock/clock.js';
import type { Claims } from '../adaptive/condition.js';

/** Reads the tokens that tell who visits a site. */
@Injectable()
export class VisitorTokens {
  constructor(private readonly clock: Clock) {}

  /** The claims of a token that the key has signed (HS256) and whose time (`exp`) isn't over; else undefined. */
  async claimsOf(token: string | undefined, key: string): Promise<Claims | undefined> {
    if (token === undefined) return undefined;
    const { errors, jwtVerify } = await import('jose');
    try {
      const { payload } = await jwtVerify(token, new TextEncoder().encode(key), { algorithms: ['HS256'], requiredClaims: ['exp'], currentDate: this.clock.now() });
      return payload;
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }
}
