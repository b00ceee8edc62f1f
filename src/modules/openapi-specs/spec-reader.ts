import type { SpecContent } from './spec-content.js';
import type { SpecSource } from './spec-source.js';

/** Reads a source with everything that it references. */
export abstract class SpecReader {
  /**
   * @param signal ends it early
   * @throws SpecFault when the source can't be read; anything else is a fault of the service
   */
  abstract read(source: SpecSource, signal: AbortSignal): Promise<SpecContent>;
}
