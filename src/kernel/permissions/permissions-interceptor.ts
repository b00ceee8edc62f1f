import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { from, mergeMap, type Observable, of } from 'rxjs';
import { fillPlacedSlots } from './slots.js';

/** Fills the `permissions` objects (and every other slot) of each answer; answers without any pass at once. */
@Injectable()
export class PermissionsInterceptor implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    return next.handle().pipe(
      mergeMap((answer) => {
        const filling = fillPlacedSlots();
        return filling === undefined ? of(answer) : from(filling.then(() => answer));
      }),
    );
  }
}
