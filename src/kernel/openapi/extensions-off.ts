import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { NOTHING_THERE, NotFoundError } from '../errors/errors.js';
import { EXTENSION } from './operation.js';

/** Where extensions are switched off, their routes answer as paths that never were. */
@Injectable()
export class ExtensionsOff implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    if (this.reflector.get<boolean | undefined>(EXTENSION, context.getHandler()) !== true) return true;
    throw new NotFoundError(NOTHING_THERE);
  }
}
