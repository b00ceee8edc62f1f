import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** Who calls. First argument of every service method that answers a request. */
export interface Actor {
  readonly userId: string;
  readonly tokenId: string;
  /** The only organization that the token works in; absent: all of the user's. */
  readonly onlyOrganizationId?: string;
  /** The installation of an integration that the token is of; absent: a person's own token. */
  readonly installationId?: string;
}

declare module 'express-serve-static-core' {
  interface Request {
    /** Set by the bearer guard; absent on public routes. */
    actor?: Actor;
  }
}

/** The caller, as a parameter of a controller's method. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): Actor => {
  const { actor } = context.switchToHttp().getRequest<Request>();
  if (actor === undefined) throw new Error('A public route has no actor.');
  return actor;
});
