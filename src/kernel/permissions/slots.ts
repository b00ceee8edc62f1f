import { Injectable, type Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { RequestHandler } from 'express';
import type { Actor } from '../auth/actor.js';
import { LimitedTokens } from '../auth/limited-tokens.js';
import { FlowValue } from '../flow/flow-value.js';
import type { TokenReach } from './token-reach.js';

/**
 * Answers, for many entities of one noun at once, what only it knows: abilities of the caller, or a
 * fact that a higher module owns. The result has one value for each entity, in the same order.
 */
export abstract class SlotResolver<Entity, Value> {
  abstract resolve(actor: Actor, entities: readonly Entity[]): Promise<readonly Value[]>;

  /** Cuts abilities to those that a token of an installation has; left out where the values tell no abilities. */
  narrow?(entities: readonly Entity[], values: readonly Value[], reach: TokenReach): readonly Value[] | Promise<readonly Value[]>;
}

/** The resolver's class, or an abstract class that a higher module provides. */
export type SlotToken<Entity, Value> = abstract new (...parameters: never[]) => SlotResolver<Entity, Value>;

interface Slot {
  readonly entity: unknown;
  readonly fill: (value: unknown) => void;
}

type Slots = Map<SlotToken<unknown, unknown>, Slot[]>;

interface Collector {
  readonly slots: Slots;
  readonly fill: () => Promise<void>;
}

const collector = new FlowValue<Collector>();

/**
 * Leaves a place in an answer that is filled before it is sent: presenters call it, so they stay
 * synchronous and know nothing of the caller.
 */
export function placeSlot<Entity, Value>(token: SlotToken<Entity, Value>, entity: Entity, fill: (value: Value) => void): void {
  const slots = collector.get()?.slots;
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

/** Fills the slots that the request's answer has placed; undefined when there are none. */
export function fillPlacedSlots(): Promise<void> | undefined {
  const collected = collector.get();
  return collected === undefined || collected.slots.size === 0 ? undefined : collected.fill();
}

/** An answer with its slots filled, for hot routes that go without the interceptor. */
export async function withSlots<Answer>(answer: Answer): Promise<Answer> {
  await fillPlacedSlots();
  return answer;
}

/** Fills slots, each resolver asked once for all of its own. */
@Injectable()
export class SlotFiller {
  constructor(
    private readonly modules: ModuleRef,
    private readonly limited: LimitedTokens,
  ) {}

  /** Lets the answer of each request place slots. */
  readonly collect: RequestHandler = (request, _response, next) => {
    const slots: Slots = new Map();
    collector.run({ slots, fill: () => this.fillAll(request.actor, slots) }, next);
  };

  /** The one that answers for a token, wherever it is provided: for what is read along for it. */
  resolver<Resolver extends SlotResolver<never, unknown>>(token: abstract new (...parameters: never[]) => Resolver): Resolver {
    return this.modules.get<Resolver>(token as Type<Resolver>, { strict: false });
  }

  /** Runs the handler and fills the slots that its answer placed. */
  async fill<Answer>(actor: Actor | undefined, handler: () => Promise<Answer>): Promise<Answer> {
    const slots: Slots = new Map();
    const fill = (): Promise<void> => this.fillAll(actor, slots);
    return collector.run({ slots, fill }, async () => {
      const answer = await handler();
      await fill();
      return answer;
    });
  }

  private async fillAll(actor: Actor | undefined, slots: Slots): Promise<void> {
    // Resolving may present further things that have slots of their own.
    while (slots.size > 0) {
      const placed = [...slots];
      slots.clear();
      await Promise.all(placed.map(([token, group]) => this.fillGroup(actor, token, group)));
    }
  }

  private async fillGroup(actor: Actor | undefined, token: SlotToken<unknown, unknown>, group: readonly Slot[]): Promise<void> {
    if (actor === undefined) throw new Error('A public route has no permissions to fill.');
    const resolver = this.resolver(token);
    const entities = group.map((slot) => slot.entity);
    const found = await resolver.resolve(actor, entities);
    const values = actor.installationId === undefined || resolver.narrow === undefined ? found : await resolver.narrow(entities, found, await this.limited.reach(actor));
    if (values.length !== group.length) throw new Error(`${token.name} answered ${String(values.length)} of ${String(group.length)} slots.`);
    group.forEach((slot, index) => slot.fill(values[index]));
  }
}
