import { BadInputError, type FieldFault } from '../errors/errors.js';

/** A client that sends a thousand faults learns about the first hundred. */
export const MAX_FAULTS = 100;
const FAULTS_IN_MESSAGE = 3;

/** One error for all faults (at least one): its message tells the first few, its details all. */
export function badInput(faults: readonly FieldFault[]): BadInputError {
  const shown = faults.slice(0, FAULTS_IN_MESSAGE).map(({ field, message }) => `${field}: ${message}`);
  const more = faults.length - shown.length;
  const rest = more > 0 ? `; and ${String(more)} more` : '';
  return new BadInputError(shown.join('; ') + rest, faults.slice(0, MAX_FAULTS));
}

/** Moves faults of a nested value to their place in the value that holds it; its own faults have an empty path. */
export function faultsAt(path: string, faults: readonly FieldFault[]): FieldFault[] {
  return faults.map(({ field, message }) => ({ field: field === '' ? path : `${path}.${field}`, message }));
}
