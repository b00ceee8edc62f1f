import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, type Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Actor } from '../auth/actor.js';

/**
 * Answers, for many entities of one noun at once, what only it knows: abilities of the caller, or a
 * fact that a higher module owns. The result has one value for each entity, in the same order.
 */
export abstract class SlotResolver<Entity, Value> {
  abstract resolve(actor: Actor, entities: readonly Entity[]): Promise<readonly Value[]>;
}

/** The resolver's class, or an abstract class that a higher module provides. */
export type SlotToken<Entity, Value> = abstract new (...parameters: never[]) => SlotResolver<Entity, Value>;

interface Slot {
  readonly entity: unknown;
  readonly fill: (value: unknown) => void;
}

type Slots = Map<SlotToken<unknown, unknown>, Slot[]>;

const collector = new AsyncLocalStorage<Slots>();

/**
 * Leaves a place in an answer that is filled before it is sent: presenters call it, so they stay
 * synchronous and know nothing of the caller.
 */
export function placeSlot<Entity, Value>(token: SlotToken<Entity, Value>, entity: Entity, fill: (value: Value) => void): void {
  const slots = collector.getStore();
  if (slots === undefined) throw new Error('An answer with slots can only be presented within a request.');
  const key = token as SlotToken<unknown, unknown>;
  const slot: Slot = { entity, fill: fill as (value: unknown) => void };
  const placed = slots.get(key);
  if (placed === undefined) slots.set(key, [slot]);
  else placed.push(slot);
}

/** The `permissions` object of an answer: every key of it is filled by the noun's own policy. */
export function permissionsOf<Entity, Permissions extends object>(token: SlotToken<Entity, Permissions>, entity: Entity): Permissions {
  const permissions = {};
  placeSlot(token, entity, (abilities) => Object.assign(permissions, abilities));
  return permissions as Permissions; // complete once the slots are filled
}

/** Runs the handler and fills the slots that its answer placed, each resolver asked once. */
@Injectable()
export class SlotFiller {
  constructor(private readonly modules: ModuleRef) {}

  async fill<Answer>(actor: Actor | undefined, handler: () => Promise<Answer>): Promise<Answer> {
    const slots: Slots = new Map();
    return collector.run(slots, async () => {
      const answer = await handler();
      // Resolving may present further things that have slots of their own.
      while (slots.size > 0) {
        const placed = [...slots];
        slots.clear();
        await Promise.all(placed.map(([token, group]) => this.fillGroup(actor, token, group)));
      }
      return answer;
    });
  }

  private async fillGroup(actor: Actor | undefined, token: SlotToken<unknown, unknown>, group: readonly Slot[]): Promise<void> {
    if (actor === undefined) throw new Error('A public route has no permissions to fill.');
    const resolver = this.modules.get<SlotResolver<unknown, unknown>>(token as Type<SlotResolver<unknown, unknown>>, { strict: false });
    const values = await resolver.resolve(actor, group.map((slot) => slot.entity));
    if (values.length !== group.length) throw new Error(`${token.name} answered ${String(values.length)} of ${String(group.length)} slots.`);
    group.forEach((slot, index) => slot.fill(values[index]));
  }
}
