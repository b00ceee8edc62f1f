import { Injectable } from '@nestjs/common';
import type { Actor } from './actor.js';

type Authenticate = (token: string) => Promise<Actor | undefined>;

/** Turns the token of a visit into its actor. The module that knows the sites says how; until then no such token is good. */
@Injectable()
export class VisitPort {
  private by: Authenticate = () => Promise.resolve(undefined);

  authenticateBy(authenticate: Authenticate): void {
    this.by = authenticate;
  }

  /** Undefined for a token that isn't one of this service's, has ended, or admits no longer. Never remembered: what ends counts at once on every node. */
  authenticate(token: string): Promise<Actor | undefined> {
    return this.by(token);
  }
}
