import type { Type } from '@nestjs/common';
import type { FieldFault } from '../errors/errors.js';
import { badInput } from './faults.js';

/** Turns a parameter's raw value (a text, several of them, or undefined when it isn't sent) into the field's. */
export type QueryRule = (raw: unknown, fail: (message: string) => void) => unknown;

type QueryRules = ReadonlyMap<string, QueryRule>;

const RULES = Symbol('query rules');
const NO_RULES: QueryRules = new Map();

export function queryRule(rule: QueryRule): PropertyDecorator {
  return (target, key) => {
    Reflect.defineMetadata(RULES, new Map([...rulesOf(target), [String(key), rule]]), target);
  };
}

/** Those of the class and of its base classes. */
function rulesOf(prototype: object): QueryRules {
  const rules: unknown = Reflect.getMetadata(RULES, prototype);
  return rules instanceof Map ? rules : NO_RULES;
}

/**
 * Reads a query into its class; unknown parameters are ignored. Rules run as plain functions, since
 * queries stand on the hottest paths and validating them as objects costs more than all else that is read.
 */
export function readQuery<Dto extends object>(type: Type<Dto>, query: object): Dto {
  const dto = new type();
  const faults: FieldFault[] = [];
  for (const [field, rule] of rulesOf(type.prototype as object)) {
    const raw: unknown = Object.hasOwn(query, field) ? Reflect.get(query, field) : undefined;
    const value = rule(raw, (message) => faults.push({ field, message }));
    if (value !== undefined) Reflect.set(dto, field, value);
  }
  if (faults.length > 0) throw badInput(faults);
  return dto;
}
