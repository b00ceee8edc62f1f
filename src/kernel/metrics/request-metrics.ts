import { Injectable } from '@nestjs/common';
import { metricText, type Sample } from './metric-text.js';

/** Upper ends of the buckets, in seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, Infinity] as const;

interface OperationCounts {
  readonly statuses: Map<number, number>;
  /** How many took as long as each bucket says, and longer than the one before. */
  readonly buckets: number[];
  seconds: number;
}

/** Counts the requests that were answered. */
@Injectable()
export class RequestMetrics {
  private readonly operations = new Map<string, OperationCounts>();

  /** @param operation one of a fixed number of names */
  count(operation: string, status: number, seconds: number): void {
    let counts = this.operations.get(operation);
    if (counts === undefined) this.operations.set(operation, (counts = { statuses: new Map(), buckets: BUCKETS.map(() => 0), seconds: 0 }));
    counts.statuses.set(status, (counts.statuses.get(status) ?? 0) + 1);
    counts.seconds += seconds;
    const bucket = BUCKETS.findIndex((most) => seconds <= most);
    counts.buckets[bucket] = (counts.buckets[bucket] ?? 0) + 1;
  }

  text(): string {
    const operations = [...this.operations];
    const requests = operations.flatMap(([operation, { statuses }]) => [...statuses].map(([status, value]) => ({ labels: { operation, status }, value })));
    return (
      metricText('docspine_requests_total', 'counter', 'Requests that were answered.', requests) +
      metricText('docspine_request_duration_seconds', 'histogram', 'Time from the head of a request to the end of its answer.', operations.flatMap(histogram))
    );
  }
}

function histogram([operation, { buckets, seconds }]: readonly [string, OperationCounts]): Sample[] {
  let sum = 0;
  const samples = BUCKETS.map((most, index) => {
    sum += buckets[index] ?? 0;
    return { suffix: '_bucket', labels: { operation, le: most === Infinity ? '+Inf' : most }, value: sum };
  });
  return [...samples, { suffix: '_sum', labels: { operation }, value: seconds }, { suffix: '_count', labels: { operation }, value: sum }];
}
