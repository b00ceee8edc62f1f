import { setTimeout as wait } from 'node:timers/promises';
import { median, rounded } from '../statistics.js';

export interface Latency {
  requests: number;
  /** In milliseconds. */
  median: number;
  p99: number;
  slowest: number;
}

/** Sends one request after the other, with a pause between, until it is stopped: how long each took. */
export class LatencyProbe {
  private readonly milliseconds: number[] = [];
  private stopped = false;
  private readonly probing: Promise<void>;

  constructor(request: () => Promise<unknown>) {
    this.probing = this.probe(request);
    // `stop` tells of a request that failed; before that, it must not hide why the service was stopped.
    this.probing.catch(() => undefined);
  }

  async stop(): Promise<Latency> {
    this.stopped = true;
    await this.probing;
    const sorted = this.milliseconds.sort((one, other) => one - other);
    return {
      requests: sorted.length,
      median: rounded(median(sorted)),
      p99: rounded(sorted[Math.floor(sorted.length * 0.99)] ?? NaN),
      slowest: rounded(sorted.at(-1) ?? NaN),
    };
  }

  private async probe(request: () => Promise<unknown>): Promise<void> {
    while (!this.stopped) {
      const start = performance.now();
      await request();
      this.milliseconds.push(performance.now() - start);
      await wait(5);
    }
  }
}
