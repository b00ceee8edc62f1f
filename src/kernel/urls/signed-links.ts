import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { Config } from '../config/config.js';
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

  /** Whether this service signed the path and the time isn't over. */
  isValid(path: string, expires: unknown, signature: unknown): boolean {
    if (typeof expires !== 'string' || typeof signature !== 'string' || !/^\d{1,13}$/.test(expires)) return false;
    if (Number(expires) <= this.clock.now().getTime()) return false;
    const expected = Buffer.from(this.signature(path, expires));
    const given = Buffer.from(signature);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  /** When links signed now expire, in milliseconds; part of the entity tag of answers that hold such links. */
  expiry(): number {
    return (Math.floor(this.clock.now().getTime() / DAY) + 2) * DAY;
  }

  private signature(path: string, expires: string): string {
    return createHmac('sha256', this.secrets.signing).update(`${path}\n${expires}`).digest('base64url');
  }
}
