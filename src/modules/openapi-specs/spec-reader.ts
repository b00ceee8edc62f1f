import type { SpecContent } from './spec-content.js';
import type { SpecSource } from './spec-source.js';

/** What read a source ended by itself, for a fault of its own or for what the source holds. */
export class ReadingDied extends Error {}

/** Reads a source with everything that it references. */
export abstract class SpecReader {
  /**
   * @param signal ends it early
   * @throws SpecFault when the source can't be read; ReadingDied; anything else is a fault of the service
   */
  abstract read(source: SpecSource, signal: AbortSignal): Promise<SpecContent>;
}
