import { constants, setPriority } from 'node:os';
import { GuardedFetcher } from '../../../kernel/fetch/guarded-fetcher.js';
import { VERSION } from '../../../kernel/version.js';
import { SpecFault } from '../spec-content.js';
import { DocumentFetches } from './document-fetches.js';
import { Gathering } from './gather.js';
import type { ReadingMessage, ReadingTask } from './process-messages.js';

/* Runs as a process of its own, begun for one source and ended with it. */

// Requests come first. Only once all is loaded: on a machine that is busy otherwise, the start alone would take very long.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

function tell(message: ReadingMessage): void {
  process.send?.(message);
}

/** Of calls within calls, or of characters of one text: the next attempt would end likewise. */
function tooMuch(cause: RangeError): SpecFault {
  return new SpecFault('PARSE_ERROR', 'The spec is nested too deep, or too large, once its references are followed.', { cause });
}

async function read({ source, bounds, allowHosts }: ReadingTask): Promise<void> {
  const fetcher = new GuardedFetcher({ allowHosts, userAgent: `Docspine/${VERSION}` });
  const fetches = new DocumentFetches(bounds, fetcher, (underWay) => tell({ kind: 'fetching', underWay }));
  try {
    const { documents, ...rest } = await new Gathering((url) => fetches.fetch(url), bounds).gather(source);
    for (const document of documents) tell({ kind: 'document', document });
    tell({ kind: 'end', rest });
  } catch (error) {
    const fault = error instanceof RangeError ? tooMuch(error) : error;
    if (!(fault instanceof SpecFault)) throw fault;
    tell({ kind: 'fault', code: fault.code, message: fault.message });
  }
}

process.once('message', (task: ReadingTask) => void read(task));
// Nobody waits for the result of a process whose service has ended.
process.once('disconnect', () => process.exit());
