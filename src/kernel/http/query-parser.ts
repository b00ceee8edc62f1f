import type { RequestHandler } from 'express';
import { BadInputError } from '../errors/errors.js';
import { shorten } from '../validation/text.js';

/** Each parameter by its name; several values, or the style `name[]`, make a list. Has no prototype. */
export type Query = Record<string, string | string[]>;

const MAX_PARAMETERS = 2_000;

const NO_PARAMETERS: Query = Object.freeze(emptyQuery());

/**
 * Parses the part of an address behind `?` by the rules of HTML forms, strictly: broken percent-encoding
 * and bytes that aren't UTF-8 are refused. Brackets have no meaning but that of `name[]`.
 */
export function parseQuery(text: string | null | undefined): Query {
  if (text === null || text === undefined || text === '') return NO_PARAMETERS;
  const pairs = text.split('&', MAX_PARAMETERS + 1);
  if (pairs.length > MAX_PARAMETERS) throw new BadInputError(`The query must have at most ${String(MAX_PARAMETERS)} parameters.`);
  const query = emptyQuery();
  for (const pair of pairs) if (pair !== '') addPair(query, pair);
  return query;
}

/** Parses the query once and keeps it: Express would parse it again at each access. */
export const queryOnce: RequestHandler = (request, _response, next) => {
  try {
    const start = request.url.indexOf('?');
    const query = start < 0 ? NO_PARAMETERS : parseQuery(request.url.slice(start + 1));
    Object.defineProperty(request, 'query', { value: query, enumerable: true, configurable: true, writable: true });
  } catch (error) {
    next(error);
    return;
  }
  next();
};

function addPair(query: Query, pair: string): void {
  const equals = pair.indexOf('=');
  const rawName = equals < 0 ? pair : pair.slice(0, equals);
  const name = decode(rawName, rawName);
  const value = equals < 0 ? '' : decode(pair.slice(equals + 1), name);
  if (name.endsWith('[]')) add(query, name.slice(0, -2), value, true);
  else add(query, name, value, false);
}

function add(query: Query, name: string, value: string, isList: boolean): void {
  const known = query[name];
  if (Array.isArray(known)) known.push(value);
  else if (known !== undefined) query[name] = [known, value];
  else query[name] = isList ? [value] : value;
}

function decode(text: string, name: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    throw BadInputError.ofField(shorten(name), 'is not percent-encoded UTF-8');
  }
}

function emptyQuery(): Query {
  return Object.create(null) as Query;
}
