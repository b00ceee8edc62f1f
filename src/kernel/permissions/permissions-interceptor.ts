import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { SlotFiller } from './slots.js';

/** Fills the `permissions` objects (and every other slot) of each answer. */
@Injectable()
export class PermissionsInterceptor implements NestInterceptor {
  constructor(private readonly slots: SlotFiller) {}

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const { actor } = context.switchToHttp().getRequest<Request>();
    return from(this.slots.fill(actor, () => lastValueFrom(next.handle(), { defaultValue: undefined })));
  }
}
