import { Injectable, type Type } from '@nestjs/common';

type Handler<Event> = (event: Event) => Promise<void>;

/**
 * How a module of lower rank lets higher ones take part in its transaction without knowing them:
 * it emits an event of a class of its own, and waits for every handler.
 */
@Injectable()
export class DomainEvents {
  private readonly handlers = new Map<Type, Handler<object>[]>();

  on<Event extends object>(type: Type<Event>, handler: Handler<Event>): void {
    const guarded: Handler<object> = async (event) => {
      if (event instanceof type) await handler(event);
    };
    this.handlers.set(type, [...(this.handlers.get(type) ?? []), guarded]);
  }

  /** Runs the handlers one after the other, in the caller's transaction; the first error ends it. */
  async emit(event: object): Promise<void> {
    for (const handler of this.handlers.get(event.constructor as Type) ?? []) await handler(event);
  }
}
