import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { Config } from '../config/config.js';
import { ForbiddenError } from '../errors/errors.js';
import { Secrets } from '../secrets/secrets.js';

const DAY = 24 * 60 * 60 * 1000;

/** Links that answer without a token, for a time. */
@Injectable()
export class SignedLinks {
  constructor(
    private readonly config: Config,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /**
   * Absolute address of `path` (from the service's root, encoded) with expiry and signature.
   * It expires at a day boundary at least a day ahead, so that two reads of one resource agree.
   */
  sign(path: string): string {
    const expires = String(this.expiry());
    return `${this.config.publicUrl}${path}?expires=${expires}&signature=${this.signature(path, expires)}`;
  }

  /**
   * How many seconds the link that a request came by is still good for.
   * @param query of the request
   * @param renew what gives a new link, for the message: "Read the file"
   * @throws ForbiddenError for a link that this service didn't sign, or that has expired
   */
  secondsLeft(path: string, { expires, signature }: Readonly<Record<string, unknown>>, renew: string): number {
    const left = Number(expires) - this.clock.now().getTime();
    if (typeof expires !== 'string' || !/^\d{1,13}$/.test(expires) || left <= 0 || !this.isSignature(signature, path, expires)) {
      throw new ForbiddenError(`This link is not valid or has expired. ${renew} again for a new one.`);
    }
    return Math.floor(left / 1000);
  }

  /** When links signed now expire, in milliseconds; part of the entity tag of answers that hold such links. */
  expiry(): number {
    return (Math.floor(this.clock.now().getTime() / DAY) + 2) * DAY;
  }

  private isSignature(given: unknown, path: string, expires: string): boolean {
    if (typeof given !== 'string') return false;
    const [expected, sent] = [Buffer.from(this.signature(path, expires)), Buffer.from(given)];
    return sent.length === expected.length && timingSafeEqual(sent, expected);
  }

  private signature(path: string, expires: string): string {
    return createHmac('sha256', this.secrets.signing).update(`${path}\n${expires}`).digest('base64url');
  }
}
