import { Injectable } from '@nestjs/common';
import { ForbiddenError } from '../errors/errors.js';
import type { TokenReach } from '../permissions/token-reach.js';
import type { Actor } from './actor.js';

/** What a request wants to do. */
export interface TokenUse {
  /** `operationId` of the contract; undefined for a route without one. */
  readonly operationId: string | undefined;
  /** Of the path, by their names. */
  readonly parameters: Readonly<Partial<Record<string, string>>>;
}

export interface TokenJudge {
  /** @throws ForbiddenError for what the token isn't for, NotFoundError for what it doesn't reach */
  require(actor: Actor, use: TokenUse): Promise<void>;
  reach(actor: Actor): Promise<TokenReach>;
}

const NOTHING: TokenJudge = {
  require: () => Promise.reject(new ForbiddenError('Tokens of installations are good for nothing here.')),
  reach: () => Promise.resolve({ may: () => false, spaces: () => Promise.resolve(new Set()) }),
};

/** Keeps tokens of installations to what they are good for. The module that issues them says so; until then they are good for nothing. */
@Injectable()
export class LimitedTokens {
  private judge = NOTHING;

  judgedBy(judge: TokenJudge): void {
    this.judge = judge;
  }

  require(actor: Actor, use: TokenUse): Promise<void> {
    return this.judge.require(actor, use);
  }

  reach(actor: Actor): Promise<TokenReach> {
    return this.judge.reach(actor);
  }
}
