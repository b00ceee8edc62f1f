import type { FieldFault } from '../../../kernel/errors/errors.js';
import { isObject } from '../../../kernel/validation/objects.js';
import { textFault } from '../../../kernel/validation/text-check.js';
import { shorten } from '../../../kernel/validation/text.js';

/** One fact that may be known of a visitor: true, false, or unknown. */
export interface Claim {
  type: 'boolean';
  description: string;
}

/** Claims that nobody has signed. */
export interface UnsignedClaims {
  type: 'object';
  description: string;
  properties: Record<string, Claim>;
  additionalProperties: false;
}

/** The JSON Schema of what a site may know of its visitors. */
export interface VisitorSchema {
  $schema?: string;
  $id?: string;
  type: 'object';
  properties: Record<string, Claim | UnsignedClaims>;
  additionalProperties: false;
}

/** The one property that holds claims of its own. */
export const UNSIGNED = 'unsigned';
export const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';
export const UNSIGNED_DESCRIPTION = 'Unsigned claims of the site visitor.';
/** Most claims at one level. */
const MOST_CLAIMS = 200;
const LONGEST_TEXT = 1_024;
const LONGEST_NAME = 100;

/** All faults of a schema, each with its place. */
export function schemaFaults(value: unknown, path: string): FieldFault[] {
  if (!isObject(value)) return [{ field: path, message: 'must be an object' }];
  return [
    ...unknownKeys(value, ['$schema', '$id', 'type', 'properties', 'additionalProperties'], path),
    ...('$schema' in value && value['$schema'] !== DRAFT_07 ? [{ field: `${path}.$schema`, message: `must be ${DRAFT_07}` }] : []),
    ...('$id' in value ? textFaults(value['$id'], `${path}.$id`) : []),
    ...objectFaults(value, path),
    ...claimsFaults(value['properties'], `${path}.properties`, true),
  ];
}

function objectFaults(value: Readonly<Record<string, unknown>>, path: string): FieldFault[] {
  return [
    ...(value['type'] === 'object' ? [] : [{ field: `${path}.type`, message: 'must be "object"' }]),
    ...(value['additionalProperties'] === false ? [] : [{ field: `${path}.additionalProperties`, message: 'must be false' }]),
  ];
}

function claimsFaults(claims: unknown, path: string, atTop: boolean): FieldFault[] {
  if (!isObject(claims)) return [{ field: path, message: 'must be an object' }];
  const entries = Object.entries(claims);
  if (entries.length > MOST_CLAIMS) return [{ field: path, message: `must have at most ${String(MOST_CLAIMS)} claims, has ${String(entries.length)}` }];
  return entries.flatMap(([name, claim]) => {
    const place = `${path}.${shorten(name)}`;
    const fault = textFault(name, { min: 1, max: LONGEST_NAME });
    if (fault !== undefined) return [{ field: place, message: `has a name that ${fault}` }];
    // Copied as a property it would become the copy's prototype, and be lost.
    if (name === '__proto__') return [{ field: place, message: 'has a name that no claim can have' }];
    return atTop && name === UNSIGNED ? unsignedFaults(claim, place) : claimFaults(claim, place);
  });
}

function unsignedFaults(value: unknown, path: string): FieldFault[] {
  if (!isObject(value)) return [{ field: path, message: 'must be an object' }];
  return [
    ...unknownKeys(value, ['type', 'description', 'properties', 'additionalProperties'], path),
    ...textFaults(value['description'], `${path}.description`),
    ...objectFaults(value, path),
    ...claimsFaults(value['properties'], `${path}.properties`, false),
  ];
}

function claimFaults(value: unknown, path: string): FieldFault[] {
  if (!isObject(value)) return [{ field: path, message: 'must be an object' }];
  return [
    ...unknownKeys(value, ['type', 'description'], path),
    ...(value['type'] === 'boolean' ? [] : [{ field: `${path}.type`, message: 'must be "boolean"' }]),
    ...textFaults(value['description'], `${path}.description`),
  ];
}

function textFaults(value: unknown, field: string): FieldFault[] {
  const message = value === undefined ? 'is required' : textFault(value, { max: LONGEST_TEXT });
  return message === undefined ? [] : [{ field, message }];
}

function unknownKeys(value: object, allowed: readonly string[], path: string): FieldFault[] {
  return Object.keys(value)
    .filter((key) => !allowed.includes(key))
    .map((key) => ({ field: `${path}.${shorten(key)}`, message: `is unknown; allowed are ${allowed.join(', ')}` }));
}
