import { randomUUID } from 'node:crypto';
import cluster, { type Worker } from 'node:cluster';
import { mergedMetrics } from './merged-metrics.js';

/** Milliseconds that a worker may take to tell its metrics; one that is busy for longer is left out. */
const PATIENCE = 2_000;

/** From a worker to the process that started it: wants the metrics of all. */
interface Wanted {
  readonly wantedMetrics: string;
}
/** From there to each worker. */
interface Asked {
  readonly askedMetrics: string;
}
/** From each worker back. */
interface Told {
  readonly toldMetrics: string;
  readonly text: string;
}
/** From there to the worker that wanted them. */
interface Gathered {
  readonly gatheredMetrics: string;
  readonly text: string;
}

/** To be called once in the process that starts the workers. @param workers that run at any time, by their places from 0 */
export function gatherMetrics(workers: ReadonlyMap<number, Worker>): void {
  cluster.on('message', (asker, message: unknown) => {
    if (!has<Wanted>(message, 'wantedMetrics')) return;
    const asked = [...workers].map(async ([place, worker]) => [String(place + 1), await textOf(worker)] as const);
    void Promise.all(asked).then((told) => {
      const texts = told.flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const]));
      const answer: Gathered = { gatheredMetrics: message.wantedMetrics, text: mergedMetrics(new Map(texts)) };
      if (asker.isConnected()) asker.send(answer);
    });
  });
}

/** Undefined when it can't tell in time. */
function textOf(worker: Worker): Promise<string | undefined> {
  const id = randomUUID();
  return new Promise((resolve) => {
    const settle = (text?: string): void => {
      clearTimeout(patience);
      worker.off('message', hear);
      resolve(text);
    };
    const hear = (message: unknown): void => {
      if (has<Told>(message, 'toldMetrics') && message.toldMetrics === id) settle(message.text);
    };
    const patience = setTimeout(settle, PATIENCE);
    worker.on('message', hear);
    const question: Asked = { askedMetrics: id };
    if (worker.isConnected()) worker.send(question);
    else settle();
  });
}

/** To be called once in each process that serves. @param own text of this worker's metrics */
export function tellMetrics(own: () => Promise<string>): void {
  if (!cluster.isWorker) return;
  process.on('message', (message: unknown) => {
    if (!has<Asked>(message, 'askedMetrics')) return;
    void own().then((text) => process.send?.({ toldMetrics: message.askedMetrics, text } satisfies Told));
  });
}

/** Metrics of all workers, each named; of this process alone where there are none. */
export function metricsOfAll(own: () => Promise<string>): Promise<string> {
  if (!cluster.isWorker) return own();
  const id = randomUUID();
  return new Promise((resolve, reject) => {
    const hear = (message: unknown): void => {
      if (!has<Gathered>(message, 'gatheredMetrics') || message.gatheredMetrics !== id) return;
      process.off('message', hear);
      resolve(message.text);
    };
    process.on('message', hear);
    process.send?.({ wantedMetrics: id } satisfies Wanted, (error: Error | null) => {
      if (error !== null) reject(error);
    });
  });
}

function has<Message extends object>(message: unknown, name: keyof Message & string): message is Message {
  return typeof message === 'object' && message !== null && name in message;
}
