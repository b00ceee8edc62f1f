import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { ForbiddenError, UnauthenticatedError } from '../errors/errors.js';
import { callerOf, RateLimits } from '../limits/rate-limits.js';
import { OPERATION_ID } from '../openapi/operation.js';
import type { Actor } from './actor.js';
import { LimitedTokens, type TokenUse } from './limited-tokens.js';
import { TokenPort } from './token-port.js';
import { VISIT_TOKEN_PREFIX } from './token-prefix.js';
import { VisitPort } from './visit-port.js';

const PUBLIC = 'public';

/** Opens a route to callers without a token. Every other route is closed. */
export const Public = (): ReturnType<typeof SetMetadata> => SetMetadata(PUBLIC, true);

const VISITS = 'visits';

/** Opens a route to tokens that read the content of one site. Every other route is closed to them. */
export const OpenToVisits = (): ReturnType<typeof SetMetadata> => SetMetadata(VISITS, true);

/** Lets in who holds a valid token, and tells the request who it is. */
@Injectable()
export class BearerGuard implements CanActivate {
  /** What has been read of each controller's handlers. */
  private readonly publicRoutes = new Map<unknown, Map<unknown, boolean>>();

  constructor(
    private readonly tokens: TokenPort,
    private readonly visits: VisitPort,
    private readonly reflector: Reflector,
    private readonly limited: LimitedTokens,
    private readonly limits: RateLimits,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    if (this.isPublic(context)) return true;
    const request = context.switchToHttp().getRequest<Request>();
    const token = bearerToken(request.headers.authorization);
    if (token === undefined) throw this.refuse(request, 'Send an access token in the header "Authorization: Bearer <token>".');
    const actor = (token.startsWith(VISIT_TOKEN_PREFIX) ? this.visits : this.tokens).authenticate(token);
    // Waiting for what is known already would cost every request a few promises.
    return actor instanceof Promise ? actor.then((found) => this.admit(context, found)) : this.admit(context, actor);
  }

  /** @throws UnauthenticatedError without an actor, TooManyRequestsError, and what `LimitedTokens` throws */
  private admit(context: ExecutionContext, actor: Actor | undefined): true | Promise<true> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    if (actor === undefined) throw this.refuse(request, 'The access token is unknown, expired or revoked.');
    // Visitors get tokens for the asking: theirs count together for an address.
    this.limits.countRequest(actor.visit === undefined ? actor.tokenId : callerOf(request), http.getResponse<Response>());
    if (actor.visit !== undefined && !this.isOpenToVisits(context)) throw new ForbiddenError('This token reads the published content of one site, and nothing else.');
    request.actor = actor;
    if (actor.installationId === undefined) return true;
    const operationId = this.reflector.get<string | undefined>(OPERATION_ID, context.getHandler());
    return this.limited.require(actor, { operationId, parameters: pathParameters(request) }).then(() => true);
  }

  /** @throws TooManyRequestsError in its place when there were too many */
  private refuse(request: Request, message: string): UnauthenticatedError {
    this.limits.countRefusal(request);
    return new UnauthenticatedError(message);
  }

  private isPublic(context: ExecutionContext): boolean {
    const [controller, handler] = [context.getClass(), context.getHandler()];
    const routes = this.publicRoutes.get(controller) ?? new Map<unknown, boolean>();
    this.publicRoutes.set(controller, routes);
    const isPublic = routes.get(handler) ?? this.reflector.getAllAndOverride<boolean | undefined>(PUBLIC, [handler, controller]) === true;
    routes.set(handler, isPublic);
    return isPublic;
  }

  private isOpenToVisits(context: ExecutionContext): boolean {
    return this.reflector.getAllAndOverride<boolean | undefined>(VISITS, [context.getHandler(), context.getClass()]) === true;
  }
}

/** Undefined when the header is absent or of another scheme. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer +([\x21-\x7e]{1,2048}) *$/i.exec(header ?? '')?.[1];
}

/** Every parameter of these routes stands for one part of the path. */
function pathParameters({ params }: Request): TokenUse['parameters'] {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
}
