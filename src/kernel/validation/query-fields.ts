import { applyDecorators } from '@nestjs/common';
import { describeField, type FieldSchema } from './description.js';
import { type QueryRule, queryRule } from './query-rule.js';
import { choiceFault, textFault } from './text-check.js';

/*
 * The decorators of a query's parameters: they read the raw text, and nothing is converted silently.
 * A parameter is optional unless it says `required`; its default applies when it isn't sent.
 */

interface QueryText {
  description?: string;
}

const LONGEST_VALUE = 1_000;
const MOST_VALUES = 1_000;

/** Exactly `true` or `false`. */
export function QueryFlag({ default: fallback, description }: QueryText & { default?: boolean } = {}): PropertyDecorator {
  return parameter({ type: 'boolean', default: fallback, description }, (raw, fail) => {
    const text = single(raw, fail);
    if (text === undefined) return fallback;
    if (text !== 'true' && text !== 'false') fail('must be true or false');
    return text === 'true';
  });
}

/** Text of at most `max` code points (1,000 unless given). */
export function QueryText({
  min = 0,
  max = LONGEST_VALUE,
  pattern,
  required = false,
  description,
}: QueryText & { min?: number; max?: number; pattern?: RegExp; required?: boolean } = {}): PropertyDecorator {
  const schema = { type: 'string', minLength: min > 0 ? min : undefined, maxLength: max, pattern: pattern?.source, description };
  return parameter(
    schema,
    (raw, fail) => {
      if (raw === undefined && required) fail('is required');
      const text = single(raw, fail);
      const fault = text === undefined ? undefined : textFault(text, { min, max, ...(pattern === undefined ? {} : { pattern }) });
      if (fault !== undefined) fail(fault);
      return text;
    },
    required,
  );
}

/** One of the values. */
export function QueryChoice(values: readonly string[], { default: fallback, description }: QueryText & { default?: string } = {}): PropertyDecorator {
  return parameter({ type: 'string', enum: [...values], default: fallback, description }, (raw, fail) => {
    const text = single(raw, fail);
    if (text === undefined) return fallback;
    const fault = choiceFault(text, values);
    if (fault !== undefined) fail(fault);
    return text;
  });
}

/** A whole number within both bounds, in decimal digits. */
export function QueryInteger({
  min,
  max,
  default: fallback,
  description,
}: QueryText & { min: number; max: number; default?: number }): PropertyDecorator {
  return parameter({ type: 'integer', minimum: min, maximum: max, default: fallback, description }, (raw, fail) => {
    const text = single(raw, fail);
    if (text === undefined) return fallback;
    const number = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (!(number >= min && number <= max)) fail(`must be a whole number from ${String(min)} to ${String(max)}`);
    return number;
  });
}

/** Any of the values: the repeated key, or `key[]`. One value is a list of one; up to 1,000 are taken. */
export function QueryList({ max = LONGEST_VALUE, description }: QueryText & { max?: number } = {}): PropertyDecorator {
  const schema = { type: 'array', maxItems: MOST_VALUES, items: { type: 'string', maxLength: max }, description };
  return parameter({ ...schema, ...EXPLODED }, (raw, fail) => {
    if (raw === undefined) return undefined;
    const values: unknown[] = Array.isArray(raw) ? raw : [raw];
    if (values.length > MOST_VALUES) fail(`must be given at most ${String(MOST_VALUES)} times, is ${String(values.length)}`);
    const fault = values.map((value) => textFault(value, { max })).find((found) => found !== undefined);
    if (fault !== undefined) fail(fault);
    return values;
  });
}

/** How OpenAPI says "the repeated key". */
const EXPLODED = { style: 'form', explode: true };

function single(raw: unknown, fail: (message: string) => void): string | undefined {
  if (raw === undefined || typeof raw === 'string') return raw;
  fail('must be given only once');
  return undefined;
}

function parameter(schema: FieldSchema, rule: QueryRule, required = false): PropertyDecorator {
  const shown = Object.fromEntries(Object.entries(schema).filter(([, part]) => part !== undefined));
  return applyDecorators(queryRule(rule), describeField({ required, schema: shown }));
}
