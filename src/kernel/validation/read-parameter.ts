import type { Type } from '@nestjs/common';
import { BadInputError } from '../errors/errors.js';
import { badInput } from './faults.js';
import { checkObject } from './field-rule.js';
import { readQuery } from './query-rule.js';
import { unstorable } from './text.js';

/** Where in a request a parameter of a handler comes from. */
export type ParameterSource = 'path' | 'query' | 'body';

/**
 * Reads bodies and queries into their classes, strictly: nothing is converted, stripped or let through unseen.
 * @param type what the handler declares
 * @param name of a part of the path
 */
export function readParameter(value: unknown, source: ParameterSource, type: unknown, name = 'path'): unknown {
  if (source === 'path' && typeof value === 'string') return readPathPart(value, name);
  // What a path ends with, however many parts it has: `/a/b` and `/a%2Fb` name the same.
  if (source === 'path' && Array.isArray(value)) return readPathPart(value.join('/'), name);
  if (source === 'path' || !isDto(type)) return value;
  return source === 'body' ? readBody(type, value) : readQuery(type, toObject(value));
}

/** No body at all is an empty object. */
export function readBody<Dto extends object>(type: Type<Dto>, body: unknown): Dto {
  const { dto, faults } = checkObject(type, body === undefined ? {} : body);
  if (faults.length > 0) throw badInput(faults.map(({ field, message }) => ({ field: field === '' ? 'body' : field, message })));
  return dto;
}

function readPathPart(value: string, name: string): string {
  const fault = unstorable(value);
  if (fault !== undefined) throw BadInputError.ofField(name, fault);
  return value;
}

const BUILT_IN: ReadonlySet<unknown> = new Set([undefined, Object, String, Number, Boolean, Array]);

function isDto(type: unknown): type is Type<object> {
  return !BUILT_IN.has(type);
}

function toObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
