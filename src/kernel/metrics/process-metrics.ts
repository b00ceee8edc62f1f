import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Database } from '../database/database.js';
import { metricText } from './metric-text.js';

const RESOLUTION_MILLISECONDS = 20;
const NANOSECONDS = 1e9;

/** Jobs that wait for their time, that could be begun, and that are under way. */
const JOBS = `
  SELECT CASE WHEN locked_at IS NOT NULL THEN 'running' WHEN attempts >= max_attempts THEN 'failed' WHEN run_at > now() THEN 'later' ELSE 'waiting' END AS state, count(*)::int AS count
  FROM graphile_worker.jobs GROUP BY state`;
const STATES = ['waiting', 'later', 'running', 'failed'] as const;

/** What the process and its database do at the moment. */
@Injectable()
export class ProcessMetrics implements OnApplicationShutdown {
  private readonly lag: IntervalHistogram = monitorEventLoopDelay({ resolution: RESOLUTION_MILLISECONDS });

  constructor(private readonly db: Database) {
    this.lag.enable();
  }

  onApplicationShutdown(): void {
    this.lag.disable();
  }

  /** The lag is that since the last call. */
  async text(): Promise<string> {
    const { totalCount, idleCount, waitingCount } = this.db.pool;
    const memory = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    const parts = [
      metricText('docspine_event_loop_lag_seconds', 'gauge', 'How late timers were since the last look.', this.lags()),
      metricText('docspine_database_connections', 'gauge', 'Connections of the pool, and requests that wait for one.', [
        { labels: { state: 'busy' }, value: totalCount - idleCount },
        { labels: { state: 'idle' }, value: idleCount },
        { labels: { state: 'wanted' }, value: waitingCount },
      ]),
      metricText('docspine_memory_bytes', 'gauge', 'Memory of the process.', [
        { labels: { kind: 'resident' }, value: memory.rss },
        { labels: { kind: 'heap' }, value: memory.heapUsed },
        { labels: { kind: 'outside' }, value: memory.external },
      ]),
      metricText('docspine_cpu_seconds_total', 'counter', 'Time of processors that the process took.', [{ value: (user + system) / 1e6 }]),
      metricText('docspine_uptime_seconds', 'gauge', 'Time since the process began.', [{ value: process.uptime() }]),
      await this.jobs(),
    ];
    return parts.join('');
  }

  private lags(): { labels: { quantile: string }; value: number }[] {
    const values = [50, 99, 100].map((percent) => ({ labels: { quantile: String(percent / 100) }, value: Math.max(0, this.lag.percentile(percent) / NANOSECONDS - RESOLUTION_MILLISECONDS / 1000) }));
    this.lag.reset();
    return values;
  }

  /** Metrics tell of a database that is away, too. */
  private async jobs(): Promise<string> {
    try {
      const rows = await this.db.query<{ state: string; count: number }>(JOBS);
      const samples = STATES.map((state) => ({ labels: { state }, value: rows.find((row) => row.state === state)?.count ?? 0 }));
      return metricText('docspine_database_up', 'gauge', 'Whether the database answers.', [{ value: 1 }]) + metricText('docspine_jobs', 'gauge', 'Jobs of all nodes.', samples);
    } catch {
      return metricText('docspine_database_up', 'gauge', 'Whether the database answers.', [{ value: 0 }]);
    }
  }
}
