import type { ReferenceObject, SchemaObject } from '@nestjs/swagger';
import type { FieldFault } from '../errors/errors.js';
import { MAX_FAULTS } from './faults.js';
import { isObject, notAnObject } from './objects.js';
import { shorten } from './text.js';
import { boundsText, choiceFault, kindOf, textFault, uriFault } from './text-check.js';

/*
 * Checks values by the schema that the API's document publishes of them, for what is too deep for a class with a
 * decorator for each field. Objects are closed; of alternatives, the one that a value comes closest to tells its faults:
 * whose fields it has, and then which has least against it.
 */

const LONGEST_TEXT = 10_000;
const MOST_ITEMS = 1_000;

/** All faults of a value, each with its full path; up to a hundred. */
export function schemaFaults(schema: SchemaObject | ReferenceObject, value: unknown, path: string): FieldFault[] {
  if ('$ref' in schema) throw new Error(`A schema to check by is written out: ${schema.$ref}`);
  if (value === null && takesNull(schema)) return [];
  if (schema.oneOf !== undefined) return closest(schema.oneOf.filter((alternative) => !takesNull(alternative)), value, path);
  if (schema.type === 'object') return objectFaults(schema, value, path);
  if (schema.type === 'array') return listFaults(schema, value, path);
  const message = scalarFault(schema, value);
  return message === undefined ? [] : [{ field: path, message }];
}

function takesNull(schema: SchemaObject | ReferenceObject): boolean {
  return !('$ref' in schema) && (schema.nullable === true || (schema.oneOf ?? []).some(takesNull));
}

function closest(alternatives: readonly (SchemaObject | ReferenceObject)[], value: unknown, path: string): FieldFault[] {
  const teller = TELLERS.find((name) => alternatives.some((alternative) => kindsOf(alternative, name) !== undefined)) ?? '';
  const kinds = alternatives.map((alternative) => kindsOf(alternative, teller));
  const kind: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, teller) : undefined;
  if (kinds.every((known) => known !== undefined) && !kinds.flat().includes(kind)) {
    if (typeof value !== 'object' || value === null) return notAnObject(value, path);
    return [{ field: `${path}.${teller}`, message: choiceFault(undefined, kinds.flat().map(String)) ?? '' }];
  }
  const known = alternatives.filter((_, index) => kinds[index] === undefined || kinds[index].includes(kind));
  const alike = known.filter((alternative) => 'type' in alternative && alternative.type === typeof value);
  const told = (alike.length > 0 ? alike : known).map((alternative) => ({ unknown: unknownNames(alternative, value).length, faults: schemaFaults(alternative, value, path) }));
  return told.reduce((best, other) => ((other.unknown - best.unknown || other.faults.length - best.faults.length) < 0 ? other : best)).faults;
}

function unknownNames(schema: SchemaObject | ReferenceObject, value: unknown): string[] {
  if ('$ref' in schema || schema.type !== 'object' || typeof value !== 'object' || value === null) return [];
  return Object.keys(value).filter((name) => !Object.hasOwn(schema.properties ?? {}, name));
}

/** Fields that tell one alternative from the others. */
const TELLERS = ['kind', 'mode'];

/** What the field tells of an alternative; undefined for one without it. */
function kindsOf(schema: SchemaObject | ReferenceObject, teller: string): readonly unknown[] | undefined {
  const kind = 'properties' in schema ? schema.properties?.[teller] : undefined;
  return kind !== undefined && 'enum' in kind ? kind.enum : undefined;
}

function objectFaults(schema: SchemaObject, value: unknown, path: string): FieldFault[] {
  const { properties = {}, required = [] } = schema;
  if (!isObject(value)) return notAnObject(value, path);
  const names = Object.keys(properties);
  const allowed = names.length === 0 ? 'no fields are allowed here' : `allowed are ${names.join(', ')}`;
  return [
    ...unknownNames(schema, value).slice(0, MAX_FAULTS).map((name) => ({ field: `${path}.${shorten(name)}`, message: `is unknown; ${allowed}` })),
    ...Object.entries(properties).flatMap(([name, schema]) => {
      const field = `${path}.${name}`;
      const part: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
      if (part !== undefined) return schemaFaults(schema, part, field);
      return required.includes(name) ? [{ field, message: 'is required' }] : [];
    }),
  ];
}

function listFaults({ items = {}, minItems = 0, maxItems = MOST_ITEMS }: SchemaObject, value: unknown, path: string): FieldFault[] {
  if (!Array.isArray(value)) return [{ field: path, message: `must be a list, is ${kindOf(value)}` }];
  if (value.length < minItems || value.length > maxItems) return [{ field: path, message: `must be ${boundsText(minItems, maxItems)} items, is ${String(value.length)}` }];
  const faults: FieldFault[] = [];
  for (const [index, item] of value.entries()) {
    faults.push(...schemaFaults(items, item, `${path}.${String(index)}`));
    if (faults.length >= MAX_FAULTS) break;
  }
  return faults;
}

function scalarFault(schema: SchemaObject, value: unknown): string | undefined {
  const { type, enum: choices, format, minLength, maxLength = LONGEST_TEXT, pattern, minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = schema;
  if (choices !== undefined) return choiceFault(value, choices.map(String));
  if (type === 'boolean') return typeof value === 'boolean' ? undefined : `must be true or false, is ${kindOf(value)}`;
  if (type === 'integer') {
    const fits = typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum;
    return fits ? undefined : `must be a whole number from ${String(minimum)} to ${String(maximum)}`;
  }
  if (format === 'uri') return uriFault(value, maxLength);
  return textFault(value, { min: minLength ?? 0, max: maxLength, ...(pattern === undefined ? {} : { pattern: new RegExp(pattern, 'u') }) });
}
