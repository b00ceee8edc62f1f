import { constants, platform, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { SpecFault } from '../spec-content.js';
import { type Fetched, Gathering } from './gather.js';
import type { FetchReply, ThreadMessage, ThreadTask } from './thread-messages.js';

/* Runs in a thread of its own: reading a large spec takes seconds, in which nobody else should wait. */

// Requests come first. On Linux this is the priority of the thread alone, elsewhere it would be that of all.
if (platform() === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const { source, limits } = workerData as ThreadTask; // what the service begins it with
const waiting = new Map<number, { resolve: (fetched: Fetched) => void; reject: (fault: SpecFault) => void }>();

function tell(message: ThreadMessage, transferred: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transferred);
}

function fetchDocument(url: string): Promise<Fetched> {
  return new Promise((resolve, reject) => {
    const id = waiting.size;
    waiting.set(id, { resolve, reject });
    tell({ kind: 'fetch', id, url });
  });
}

parentPort?.on('message', (reply: FetchReply) => {
  if (reply.fault === undefined) waiting.get(reply.id)?.resolve(reply);
  else waiting.get(reply.id)?.reject(new SpecFault(reply.fault.code, reply.fault.message));
});

try {
  const content = await new Gathering(fetchDocument, limits).gather(source);
  tell({ kind: 'content', content });
} catch (error) {
  if (!(error instanceof SpecFault)) throw error;
  tell({ kind: 'fault', fault: { code: error.code, message: error.message } });
}
parentPort?.close();
