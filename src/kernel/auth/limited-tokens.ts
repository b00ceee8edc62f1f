import { Injectable } from '@nestjs/common';
import { ForbiddenError } from '../errors/errors.js';
import type { Actor } from './actor.js';

/** What a request wants to do. */
export interface TokenUse {
  /** `operationId` of the contract; undefined for a route without one. */
  readonly operationId: string | undefined;
  /** Of the path, by their names. */
  readonly parameters: Readonly<Partial<Record<string, string>>>;
}

/** @throws ForbiddenError for what the token isn't for, NotFoundError for what it doesn't reach */
export type TokenJudge = (actor: Actor, use: TokenUse) => Promise<void>;

/** Keeps tokens of installations to what they are good for. The module that issues them says so; until then they are good for nothing. */
@Injectable()
export class LimitedTokens {
  private judge: TokenJudge = () => Promise.reject(new ForbiddenError('Tokens of installations are good for nothing here.'));

  judgedBy(judge: TokenJudge): void {
    this.judge = judge;
  }

  require(actor: Actor, use: TokenUse): Promise<void> {
    return this.judge(actor, use);
  }
}
