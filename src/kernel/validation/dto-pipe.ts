import { type ArgumentMetadata, Injectable, type PipeTransform, type Type } from '@nestjs/common';
import { BadInputError } from '../errors/errors.js';
import { badInput } from './faults.js';
import { checkObject } from './field-rule.js';
import { readQuery } from './query-rule.js';
import { unstorable } from './text.js';

/** Reads bodies and queries into their classes, strictly: nothing is converted, stripped or let through unseen. */
@Injectable()
export class DtoPipe implements PipeTransform {
  transform(value: unknown, { type: source, metatype, data }: ArgumentMetadata): unknown {
    if (source === 'param' && typeof value === 'string') return readPathPart(value, data ?? 'path');
    // What a path ends with, however many parts it has: `/a/b` and `/a%2Fb` name the same.
    if (source === 'param' && Array.isArray(value)) return readPathPart(value.join('/'), data ?? 'path');
    if (!isDto(metatype)) return value;
    if (source === 'body') return readBody(metatype, value);
    return source === 'query' ? readQuery(metatype, toObject(value)) : value;
  }
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

function isDto(metatype: ArgumentMetadata['metatype']): metatype is Type<object> {
  return !BUILT_IN.has(metatype);
}

function toObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
