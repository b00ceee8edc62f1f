import { BadInputError, type FieldFault } from '../errors/errors.js';
import { readBody } from './read-parameter.js';

/** The error by which a body is refused. */
export function refusalOf(type: new () => object, body: unknown): BadInputError {
  try {
    readBody(type, body);
  } catch (error) {
    if (error instanceof BadInputError) return error;
    throw error;
  }
  throw new Error('expected the body to be refused');
}

/** What is wrong with it. */
export function faultsOf(body: unknown, type: new () => object): readonly FieldFault[] | undefined {
  return refusalOf(type, body).details;
}
