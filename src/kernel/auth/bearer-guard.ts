import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { UnauthenticatedError } from '../errors/errors.js';
import { OPERATION_ID } from '../openapi/operation.js';
import type { Actor } from './actor.js';
import { LimitedTokens, type TokenUse } from './limited-tokens.js';
import { TokenPort } from './token-port.js';

const PUBLIC = 'public';

/** Opens a route to callers without a token. Every other route is closed. */
export const Public = (): ReturnType<typeof SetMetadata> => SetMetadata(PUBLIC, true);

/** Lets in who holds a valid token, and tells the request who it is. */
@Injectable()
export class BearerGuard implements CanActivate {
  /** What has been read of each controller's handlers. */
  private readonly publicRoutes = new Map<unknown, Map<unknown, boolean>>();

  constructor(
    private readonly tokens: TokenPort,
    private readonly reflector: Reflector,
    private readonly limited: LimitedTokens,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    if (this.isPublic(context)) return true;
    const request = context.switchToHttp().getRequest<Request>();
    const actor = this.tokens.authenticate(bearerToken(request.headers.authorization));
    // Waiting for what is known already would cost every request a few promises.
    return actor instanceof Promise ? actor.then((found) => this.admit(context, found)) : this.admit(context, actor);
  }

  /** @throws UnauthenticatedError without an actor, and what `LimitedTokens` throws */
  private admit(context: ExecutionContext, actor: Actor | undefined): true | Promise<true> {
    if (actor === undefined) throw new UnauthenticatedError('The access token is unknown, expired or revoked.');
    const request = context.switchToHttp().getRequest<Request>();
    request.actor = actor;
    if (actor.installationId === undefined) return true;
    const operationId = this.reflector.get<string | undefined>(OPERATION_ID, context.getHandler());
    return this.limited.require(actor, { operationId, parameters: pathParameters(request) }).then(() => true);
  }

  private isPublic(context: ExecutionContext): boolean {
    const [controller, handler] = [context.getClass(), context.getHandler()];
    const routes = this.publicRoutes.get(controller) ?? new Map<unknown, boolean>();
    this.publicRoutes.set(controller, routes);
    const isPublic = routes.get(handler) ?? this.reflector.getAllAndOverride<boolean | undefined>(PUBLIC, [handler, controller]) === true;
    routes.set(handler, isPublic);
    return isPublic;
  }
}

/** @throws UnauthenticatedError when the header is absent or of another scheme */
function bearerToken(header: string | undefined): string {
  const token = /^Bearer +([\x21-\x7e]{1,2048}) *$/i.exec(header ?? '')?.[1];
  if (token === undefined) throw new UnauthenticatedError('Send an access token in the header "Authorization: Bearer <token>".');
  return token;
}

/** Every parameter of these routes stands for one part of the path. */
function pathParameters({ params }: Request): TokenUse['parameters'] {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
}
