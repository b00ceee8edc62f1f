import { Injectable } from '@nestjs/common';
import { Secrets } from '../../../kernel/secrets/secrets.js';

/** Whom the claims tell of. */
export interface Visitor {
  readonly user: string;
  readonly organization: string;
  /** Ids of the user's teams in the organization. */
  readonly teams: readonly string[];
}

const LIFETIME_SECONDS = 60 * 60;

/** Signs who visits, for other services that hold the same secret: HS256, valid for an hour. */
@Injectable()
export class VisitorClaims {
  private readonly key: Uint8Array;

  constructor(secrets: Secrets) {
    this.key = new TextEncoder().encode(secrets.visitorClaims);
  }

  /** A JSON Web Token (RFC 7519) with the visitor, `iat` and `exp`. */
  async sign(visitor: Visitor, now: Date): Promise<string> {
    const { SignJWT } = await import('jose');
    const seconds = Math.floor(now.getTime() / 1000);
    return new SignJWT({ ...visitor })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + LIFETIME_SECONDS)
      .sign(this.key);
  }
}
