import { type CanActivate, type ExecutionContext, RequestMethod, UseGuards } from '@nestjs/common';
import { METHOD_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { Request } from 'express';
import { BadInputError } from '../errors/errors.js';
import { isObject } from './objects.js';
import { shorten } from './text.js';

/** Refuses the body of an operation that has none: nothing that a client sends is dropped unseen. */
class NoBody implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const body: unknown = context.switchToHttp().getRequest<Request>().body;
    if (body === undefined) return true;
    if (!isObject(body)) throw BadInputError.ofField('body', 'must be absent or an empty object');
    const [field] = Object.keys(body);
    if (field !== undefined) throw BadInputError.ofField(shorten(field), 'is unknown: this operation takes no fields');
    return true;
  }
}

/** Has a route that changes something and reads no body refuse one. Stands above the decorators of its method and parameters. */
export const refuseBodyUnlessRead: MethodDecorator = (prototype, name, descriptor) => {
  const method: unknown = Reflect.getMetadata(METHOD_METADATA, Object(descriptor.value));
  const parameters: object = Reflect.getMetadata(ROUTE_ARGS_METADATA, prototype.constructor, name) ?? {};
  const readsBody = Object.keys(parameters).some((parameter) => parameter.startsWith(`${String(RouteParamtypes.BODY)}:`));
  if (method !== RequestMethod.GET && !readsBody) UseGuards(new NoBody())(prototype, name, descriptor);
};
