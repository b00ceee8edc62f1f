import type { FieldFault } from '../errors/errors.js';
import { kindOf } from './text-check.js';

/** Whether a value as JSON has them is an object: neither a list nor null. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fault of a value that isn't one. */
export function notAnObject(value: unknown, path: string): FieldFault[] {
  return [{ field: path, message: `must be an object, is ${kindOf(value)}` }];
}
