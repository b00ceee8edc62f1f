import cluster, { type Worker } from 'node:cluster';
import type { Logger } from '../logging/logger.js';
import { gatherMetrics } from '../metrics/worker-metrics.js';
import { WorkerStartError } from './worker-start-error.js';

/** Milliseconds until a worker that ended is replaced: one that ends again and again must not keep the machine busy with starts. */
const REPLACE_AFTER = 1_000;

/**
 * The processes that serve requests, started and replaced by this one. They take connections from one queue, each when it
 * has time. Handing connections out in turn would lose those handed to a worker that just died: nobody would end them.
 */
export class Workers {
  /** By their places, from 0. */
  private readonly running = new Map<number, Worker>();
  private started = false;
  private stopping = false;
  private onEmpty: () => void = () => undefined;

  /**
   * @param count of places
   * @param settings of the worker at a place
   */
  constructor(
    private readonly count: number,
    private readonly settings: (place: number) => Record<string, string>,
    private readonly logger: Logger,
  ) {}

  /** Resolves once all of them listen. @throws WorkerStartError when one ends before; then none is left */
  async start(): Promise<void> {
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    gatherMetrics(this.running);
    const places = Array.from({ length: this.count }, (_, place) => place);
    try {
      await Promise.all(places.map((place) => listening(this.fork(place))));
    } catch (error) {
      await this.stop('SIGTERM');
      throw error;
    }
    this.started = true;
    // Those that listened and ended before the last one listened.
    for (const place of places) if (!this.running.has(place)) this.fork(place);
  }

  /** Tells all to end in order, and waits for it. */
  async stop(signal: NodeJS.Signals): Promise<void> {
    this.stopping = true;
    if (this.running.size === 0) return;
    const gone = new Promise<void>((resolve) => (this.onEmpty = resolve));
    for (const worker of this.running.values()) worker.process.kill(signal);
    await gone;
  }

  private fork(place: number): Worker {
    const worker = cluster.fork(this.settings(place));
    this.running.set(place, worker);
    worker.on('error', (error) => {
      this.logger.error({ err: error, worker: place + 1 }, 'a worker could not be reached');
    });
    worker.once('exit', (code: number | null, signal: string | null) => {
      this.running.delete(place);
      if (this.running.size === 0) this.onEmpty();
      if (this.started && !this.stopping) this.replace(place, { code, signal });
    });
    return worker;
  }

  private replace(place: number, how: { code: number | null; signal: string | null }): void {
    this.logger.error({ worker: place + 1, ...how }, 'a worker ended; another takes its place');
    setTimeout(() => {
      if (!this.stopping) this.fork(place);
    }, REPLACE_AFTER);
  }
}

function listening(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once('listening', () => {
      resolve();
    });
    worker.once('exit', () => {
      reject(new WorkerStartError());
    });
  });
}
