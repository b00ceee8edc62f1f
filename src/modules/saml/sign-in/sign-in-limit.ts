import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { RateLimits } from '../../../kernel/limits/rate-limits.js';

/** Counts the steps of signing in by where they come from: they need no token, and each costs more than a lookup. */
@Injectable()
export class SignInLimit implements CanActivate {
  constructor(private readonly limits: RateLimits) {}

  canActivate(context: ExecutionContext): true {
    this.limits.countSignIn(context.switchToHttp().getRequest<Request>());
    return true;
  }
}
