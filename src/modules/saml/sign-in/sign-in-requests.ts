import { createHash, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock/clock.js';
import { Database } from '../../../kernel/database/database.js';
import { randomDigits } from '../../../kernel/ids/id.js';
import { SignInRefusal } from './sign-in-refusal.js';

/** How long a person may take at the identity provider, in milliseconds. */
export const SIGN_IN_TIME = 600_000;
const SECRET_LENGTH = 32;
/** Most expired rows that one new request clears away. */
const CLEARED = 100;

export interface NewRequest {
  id: string;
  /** For the browser to keep, so that nobody else's answer is finished in it. */
  browserSecret: string;
}

/** Sign-ins that were begun. The database decides which answer finishes one: the first, on whatever node. */
@Injectable()
export class SignInRequests {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async begin(providerId: string): Promise<NewRequest> {
    const now = this.clock.now();
    // Ids in XML start with no digit.
    const request = { id: `_${randomDigits(SECRET_LENGTH)}`, browserSecret: randomDigits(SECRET_LENGTH) };
    await this.db.query('DELETE FROM saml_requests WHERE id IN (SELECT id FROM saml_requests WHERE expires_at <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED)', [now, CLEARED]);
    await this.db.query('INSERT INTO saml_requests (id, provider_id, browser_hash, expires_at) VALUES ($1, $2, $3, $4)', [
      request.id,
      providerId,
      hash(request.browserSecret),
      new Date(now.getTime() + SIGN_IN_TIME),
    ]);
    return request;
  }

  /** @throws SignInRefusal unless the request is open, of this provider, and was begun by the browser with this secret */
  async require(id: string, providerId: string, browserSecret: string | undefined): Promise<void> {
    const [row] = await this.db.query<{ browser_hash: Buffer }>('SELECT browser_hash FROM saml_requests WHERE id = $1 AND provider_id = $2 AND expires_at > $3', [id, providerId, this.clock.now()]);
    if (row === undefined) throw notOpen();
    if (browserSecret === undefined || !timingSafeEqual(row.browser_hash, hash(browserSecret))) {
      throw new SignInRefusal('This sign-in was not begun in this browser, or the browser kept no cookie of it.');
    }
  }

  /** To be called in the transaction of what a sign-in does. @throws SignInRefusal when another answer was faster */
  async finish(id: string): Promise<void> {
    const rows = await this.db.query('DELETE FROM saml_requests WHERE id = $1 AND expires_at > $2 RETURNING id', [id, this.clock.now()]);
    if (rows.length === 0) throw notOpen();
  }
}

function notOpen(): SignInRefusal {
  return new SignInRefusal('This sign-in was finished before, took too long, or was never begun.');
}

function hash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
