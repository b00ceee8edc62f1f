import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { VISIT_TOKEN_PREFIX } from '../../../kernel/auth/token-prefix.js';
import { Clock } from '../../../kernel/clock/clock.js';
import { Secrets } from '../../../kernel/secrets/secrets.js';

/** What admitted a visitor when the token was issued; whether it still does is asked anew with each use. */
export interface VisitFacts {
  readonly organizationId: string;
  readonly siteId: string;
  /** The member who asked for it. */
  readonly userId?: string;
  readonly shareKey?: string;
  /** Tells the key that signed the visitor in. */
  readonly signedInWith?: string;
  readonly claims: Readonly<Record<string, unknown>>;
}

const AUDIENCE = 'visit';
const LIFETIME = 60 * 60;

/** Tokens that read the content of one site, and nothing else. They are signed, not stored, and end after an hour. */
@Injectable()
export class VisitTokens {
  constructor(
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /** @param latest when it ends, if that is sooner than in an hour: seconds, as tokens count, since a Date can't hold all that they may say */
  async issue(facts: VisitFacts, latest = Number.POSITIVE_INFINITY): Promise<string> {
    const now = Math.floor(this.clock.now().getTime() / 1_000);
    const end = Math.min(now + LIFETIME, Math.floor(latest));
    const { SignJWT } = await import('jose');
    const token = await new SignJWT({ facts }).setProtectedHeader({ alg: 'HS256' }).setAudience(AUDIENCE).setExpirationTime(end).sign(this.key());
    return VISIT_TOKEN_PREFIX + token;
  }

  /** What was told when the token was issued; undefined for one that isn't of this service, or has ended. */
  async read(token: string): Promise<VisitFacts | undefined> {
    const { errors, jwtVerify } = await import('jose');
    try {
      const options = { algorithms: ['HS256'], audience: AUDIENCE, requiredClaims: ['exp'], currentDate: this.clock.now() };
      const { payload } = await jwtVerify<{ facts: VisitFacts }>(token.slice(VISIT_TOKEN_PREFIX.length), this.key(), options);
      return payload.facts;
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }

  /** Of these tokens alone: nothing else that the service signs is one. */
  private key(): Uint8Array {
    return createHmac('sha256', this.secrets.signing).update('visit tokens').digest();
  }
}
