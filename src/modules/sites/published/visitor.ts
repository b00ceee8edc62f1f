import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { BadInputError } from '../../../kernel/errors/errors.js';
import { isShallow } from '../../../kernel/validation/is-shallow.js';
import { isObject } from '../../../kernel/validation/objects.js';
import type { Claims } from '../adaptive/condition.js';
import { UNSIGNED } from '../adaptive/visitor-schema.js';

/** Tells who the visitor is: a JSON Web Token, signed with the key of the site. */
export const VISITOR_TOKEN_HEADER = 'X-Visitor-Token';
/** What the visitor's own program tells: a JSON object. */
export const UNSIGNED_CLAIMS_HEADER = 'X-Visitor-Unsigned-Claims';

/** As deep as a body may be nested. */
export const DEEPEST_CLAIMS = 64;

/** For whom a reader front end asks. */
export interface Visitor {
  readonly token: string | undefined;
  readonly unsignedClaims: Claims;
}

/** The visitor, as a parameter of a controller's method. */
export const CurrentVisitor = createParamDecorator((_: unknown, context: ExecutionContext): Visitor => {
  const request = context.switchToHttp().getRequest<Request>();
  return { token: request.header(VISITOR_TOKEN_HEADER), unsignedClaims: readUnsignedClaims(request.header(UNSIGNED_CLAIMS_HEADER)) };
});

/** @throws BadInputError */
function readUnsignedClaims(header: string | undefined): Claims {
  if (header === undefined) return {};
  const claims = parsed(header);
  if (!isObject(claims)) throw BadInputError.ofField(UNSIGNED_CLAIMS_HEADER, 'must be a JSON object, such as {"isDark": true}');
  if (!isShallow(claims, DEEPEST_CLAIMS)) throw BadInputError.ofField(UNSIGNED_CLAIMS_HEADER, `must be nested at most ${String(DEEPEST_CLAIMS)} deep`);
  return { ...claims };
}

/** What conditions see. Nothing that is signed gets under the name of what is not, and nothing the other way round. */
export function claimsOfVisitor(signed: Claims | undefined, unsigned: Claims): Claims {
  return { ...signed, [UNSIGNED]: unsigned };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
