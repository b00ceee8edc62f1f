import { applyDecorators, type Type } from '@nestjs/common';
import type { SchemaObject } from '@nestjs/swagger';
import { ValidateIf } from 'class-validator/cjs/decorator/common/ValidateIf.js';
import { isEmail } from 'class-validator/cjs/decorator/string/IsEmail.js';
import type { FieldFault } from '../errors/errors.js';
import { describeField, type FieldSchema } from './description.js';
import { MAX_FAULTS } from './faults.js';
import { type FieldCheck, fieldRule, objectCheck } from './field-rule.js';
import { boundsText, choiceFault, kindOf, textFault, type TextOptions, uriFault, webAddressFault } from './text-check.js';

/*
 * The decorators of a body's fields. Each is one line for the rule and the OpenAPI document alike.
 * A field is required and refuses null unless a marker says otherwise.
 *
 * A subclass that declares a field again declares it whole, markers included.
 */

/** For people who read the API's document. */
export interface FieldText {
  description?: string;
}

/** May be left out. Says nothing about null. */
export function Optional(): PropertyDecorator {
  return applyDecorators(ValidateIf((_, value) => value !== undefined), describeField({ required: false }));
}

/** May be null, which clears the field. Says nothing about leaving it out. */
export function Nullable(): PropertyDecorator {
  return applyDecorators(ValidateIf((_, value) => value !== null), describeField({ nullable: true }));
}

/** Text; lengths are in Unicode code points. `format` and `example` are for the API's document alone. */
export function Text({ description, format, example, ...bounds }: TextOptions & FieldText & { format?: string; example?: string }): PropertyDecorator {
  return field({ ...textSchema(bounds), format, example, description }, oneFault((value) => textFault(value, bounds)));
}

/** One of the values; `name` is that of the enumeration in the API's document. */
export function Choice(values: readonly string[], { name, description, example }: FieldText & { name: string; example?: string }): PropertyDecorator {
  return field(
    { type: 'string', enum: [...values], enumName: name, description, example },
    oneFault((value) => choiceFault(value, values)),
  );
}

/** `true` or `false`. */
export function Flag(options: FieldText = {}): PropertyDecorator {
  return field(
    { type: 'boolean', ...options },
    oneFault((value) => (typeof value === 'boolean' ? undefined : `must be true or false, is ${kindOf(value)}`)),
  );
}

/** A whole number within both bounds. */
export function WholeNumber({ min, max, description }: FieldText & { min: number; max: number }): PropertyDecorator {
  return field(
    { type: 'integer', minimum: min, maximum: max, description },
    oneFault((value) => {
      const fits = typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
      return fits ? undefined : `must be a whole number from ${String(min)} to ${String(max)}`;
    }),
  );
}

/** A moment with its offset from UTC, as RFC 3339 writes it. */
export function DateTime(options: FieldText = {}): PropertyDecorator {
  return field(
    { type: 'string', format: 'date-time', ...options },
    oneFault((value) => (typeof value === 'string' && isDateTime(value) ? undefined : 'must be a date and time with an offset, such as 2027-01-31T12:00:00Z')),
  );
}

const DATE_TIME = /^\d{4}-\d{2}-(\d{2})T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;

function isDateTime(value: string): boolean {
  const [, day] = DATE_TIME.exec(value) ?? [];
  // The Date class turns the 31st of February into a day of March.
  return day !== undefined && !Number.isNaN(Date.parse(value)) && new Date(`${value.slice(0, 10)}T00:00:00Z`).getUTCDate() === Number(day);
}

/** A list of texts, each within the bounds; each at most once where it is `unique`. `format` is for the API's document alone. */
export function TextList({
  maxItems,
  description,
  format,
  example,
  unique = false,
  ...bounds
}: TextOptions & FieldText & { maxItems: number; format?: string; example?: string[]; unique?: boolean }): PropertyDecorator {
  const check = listCheck(maxItems, oneFault((value) => textFault(value, bounds)));
  const schema = { type: 'array', maxItems, ...(unique ? { uniqueItems: true } : {}), items: defined({ ...textSchema(bounds), format }), description, example };
  return field(schema, (value, path) => [...check(value, path), ...(unique ? repetitions(value, path) : [])]);
}

/** A list of the values, each at most once. */
export function ChoiceList(values: readonly string[], { description }: FieldText = {}): PropertyDecorator {
  const check = listCheck(values.length, oneFault((value) => choiceFault(value, values)));
  const schema = { type: 'array', maxItems: values.length, uniqueItems: true, items: { type: 'string', enum: [...values] }, description };
  return field(schema, (value, path) => [...check(value, path), ...repetitions(value, path)]);
}

/** An object with the fields of another class. */
export function NestedObject(type: () => Type<object>, options: FieldText = {}): PropertyDecorator {
  return field({ model: type, ...options }, objectCheck(type));
}

/** A list of objects, each with the fields of another class. */
export function NestedList(type: () => Type<object>, { maxItems, description }: FieldText & { maxItems: number }): PropertyDecorator {
  return field({ type: 'array', maxItems, model: type, description }, listCheck(maxItems, objectCheck(type)));
}

/** An absolute `http` or `https` address that is followed or looked up, as people write it; its host may be any name, also without a dot. */
export function WebAddress({ max, description }: FieldText & { max: number }): PropertyDecorator {
  return field(
    { type: 'string', format: 'uri', maxLength: max, description },
    oneFault((value) => webAddressFault(value, max)),
  );
}

/** A `WebAddress` that is kept and answered as it was sent, so that it must be a URI. */
export function KeptAddress({ max, description }: FieldText & { max: number }): PropertyDecorator {
  return field(
    { type: 'string', format: 'uri', maxLength: max, description },
    oneFault((value) => uriFault(value, max)),
  );
}

/** The longest address that SMTP carries is 254 characters. */
const LONGEST_EMAIL = 254;

/** An e-mail address; its host may be any name, also without a dot. */
export function EmailAddress(options: FieldText = {}): PropertyDecorator {
  return field(
    { type: 'string', format: 'email', maxLength: LONGEST_EMAIL, ...options },
    oneFault((value) => {
      const fault = textFault(value, { min: 3, max: LONGEST_EMAIL });
      return fault ?? (isEmail(value, { require_tld: false }) ? undefined : 'must be an e-mail address');
    }),
  );
}

/**
 * A union or a free map, with a schema and a check written by hand. The check gets neither undefined
 * nor null; it tells all faults, each with its full path, such as `${path}.before.space`.
 */
export function Custom({ schema, check }: { schema: SchemaObject; check: (value: unknown, path: string) => FieldFault[] }): PropertyDecorator {
  return field(schema, check);
}

function field(schema: FieldSchema, check: FieldCheck): PropertyDecorator {
  // A condition of its own, if an empty one: class-validator would else apply those of the base class's field.
  return applyDecorators(ValidateIf(() => true), fieldRule(check), describeField({ schema: defined(schema) }));
}

function oneFault(faultOf: (value: unknown) => string | undefined): FieldCheck {
  return (value, path) => {
    const message = faultOf(value);
    return message === undefined ? [] : [{ field: path, message }];
  };
}

function listCheck(maxItems: number, check: FieldCheck): FieldCheck {
  return (value, path) => {
    if (!Array.isArray(value)) return [{ field: path, message: `must be a list, is ${kindOf(value)}` }];
    if (value.length > maxItems) return [{ field: path, message: `must be ${boundsText(0, maxItems)} items, is ${String(value.length)}` }];
    const faults: FieldFault[] = [];
    for (const [index, item] of value.entries()) {
      faults.push(...check(item, `${path}.${String(index)}`));
      if (faults.length >= MAX_FAULTS) break;
    }
    return faults;
  };
}

function repetitions(value: unknown, path: string): FieldFault[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, MAX_FAULTS).flatMap((item: unknown, index) => {
    const first = value.indexOf(item);
    return first === index ? [] : [{ field: `${path}.${String(index)}`, message: `repeats ${path}.${String(first)}` }];
  });
}

function textSchema({ min = 0, max, pattern }: TextOptions): FieldSchema {
  return { type: 'string', maxLength: max, ...(min > 0 ? { minLength: min } : {}), ...(pattern === undefined ? {} : { pattern: pattern.source }) };
}

/** Without the keys that are undefined: the API's document shows what is there. */
function defined<Value extends object>(value: Value): Value {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as Value;
}
