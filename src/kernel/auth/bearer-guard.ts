import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { UnauthenticatedError } from '../errors/errors.js';
import { TokenPort } from './token-port.js';

const PUBLIC = 'public';

/** Opens a route to callers without a token. Every other route is closed. */
export const Public = (): ReturnType<typeof SetMetadata> => SetMetadata(PUBLIC, true);

/** Lets in who holds a valid token, and tells the request who it is. */
@Injectable()
export class BearerGuard implements CanActivate {
  constructor(
    private readonly tokens: TokenPort,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (this.reflector.getAllAndOverride<boolean | undefined>(PUBLIC, [context.getHandler(), context.getClass()]) === true) return true;
    const request = context.switchToHttp().getRequest<Request>();
    const actor = await this.tokens.authenticate(bearerToken(request.headers.authorization));
    if (actor === undefined) throw new UnauthenticatedError('The access token is unknown, expired or revoked.');
    request.actor = actor;
    return true;
  }
}

/** @throws UnauthenticatedError when the header is absent or of another scheme */
function bearerToken(header: string | undefined): string {
  const token = /^Bearer +([\x21-\x7e]{1,2048}) *$/i.exec(header ?? '')?.[1];
  if (token === undefined) throw new UnauthenticatedError('Send an access token in the header "Authorization: Bearer <token>".');
  return token;
}
