import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** What a token of no user reads, and nothing else: the content of one site, as one visitor sees it. */
export interface Visit {
  readonly organizationId: string;
  readonly siteId: string;
  /** The spaces whose content it reads. */
  readonly spaceIds: ReadonlySet<string>;
  /** An active key of the site that the visitor came with. */
  readonly shareKey?: string;
  /** What is known of the visitor. */
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Who calls. First argument of every service method that answers a request. */
export interface Actor {
  readonly userId: string;
  readonly tokenId: string;
  /** The only organization that the token works in; absent: all of the user's. */
  readonly onlyOrganizationId?: string;
  /** The installation of an integration that the token is of; absent: a person's own token. */
  readonly installationId?: string;
  /** The caller is no user, but a visit. */
  readonly visit?: Visit;
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
