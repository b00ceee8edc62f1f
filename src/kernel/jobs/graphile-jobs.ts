import { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { JobHelpers, Runner, TaskList, WorkerEvents } from 'graphile-worker';
import type { Pool } from 'pg';
import { Act, runAct } from '../audit/act.js';
import type { Database, Statement } from '../database/database.js';
import { isId } from '../ids/id.js';
import type { Logger } from '../logging/logger.js';
import { type JobHandler, type JobKind, Jobs } from './jobs.js';
import { traceJob, withTraceparent } from '../tracing/trace-jobs.js';
import type { Tracing } from '../tracing/tracing.js';
import { Presence } from './presence.js';
import { endSilentConnections } from '../database/silent-connections.js';
import { queuePool } from './queue-pool.js';

export interface GraphileJobsOptions {
  databaseUrl: string;
  /** Most jobs that this process does at once; 0: it only adds jobs. */
  concurrency: number;
  /** How long the database may owe an answer without sending anything. */
  silentMilliseconds: number;
}

const ADD: Statement = { name: 'jobs_add', text: 'SELECT graphile_worker.add_job($1, $2::json, run_at := $4, max_attempts := $3)' };
/** The kind is the key, so that there is one at most. One that is under way gives it up, and is not tried again. */
const ADD_NEXT: Statement = {
  name: 'jobs_add_next',
  text: `SELECT graphile_worker.add_job($1, $2::json, run_at := $4, max_attempts := $3, job_key := $1, job_key_mode := 'preserve_run_at')`,
};
const ADD_ONCE: Statement = {
  name: 'jobs_add_once',
  text: `${ADD_NEXT.text} WHERE NOT EXISTS (SELECT FROM graphile_worker.jobs WHERE key = $1 AND locked_by IS NOT NULL)`,
};

/** Milliseconds after which the first jobs are taken up: what the service is asked first is answered before the queue is loaded. */
const BEGIN_AFTER = 250;
/** Milliseconds between two looks for jobs of processes that are gone. */
const RELEASE_EVERY = 1_000;
/** Milliseconds between two looks for jobs whose time has come, such as those that failed and are tried again: nobody is told of these. */
const LOOK_EVERY = 1_000;
/** Milliseconds after which the queue is begun anew when it could not go on, such as without its database. */
const BEGIN_AGAIN_AFTER = 1_000;
/** Milliseconds that running jobs may go on once the service is told to stop; then their signal aborts. */
const STOP_AFTER = 1_000;

/**
 * The queue waits for what it tells the database of ended jobs only where it tells it in batches: otherwise a database that
 * is away just then ends the whole process by a rejection that nobody takes.
 */
const TOLD_BY_BATCH = { completeJobBatchDelay: 0, failJobBatchDelay: 0 };

/** Jobs in the PostgreSQL that holds everything else. */
export class GraphileJobs extends Jobs {
  private readonly tasks: TaskList = {};
  private readonly presence: Presence;
  private readonly stopping = new AbortController();
  private readonly takers = new Set<string>();
  /** Ids of jobs, until the database knows how they ended. */
  private readonly running = new Set<string>();
  private runner: Runner | undefined;
  private working: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly db: Database,
    private readonly logger: Logger,
    private readonly options: GraphileJobsOptions,
    private readonly tracing: Tracing,
  ) {
    super();
    this.presence = new Presence(options.databaseUrl, options.silentMilliseconds);
  }

  override async add<Payload extends object>({ name, attempts }: JobKind<Payload>, payload: Payload, at?: Date): Promise<void> {
    await this.db.query(ADD, [name, JSON.stringify(withTraceparent(this.tracing, payload)), attempts, at ?? null]);
  }

  override async addOnce<Payload extends object>({ name, attempts }: JobKind<Payload>, payload: Payload, at: Date): Promise<void> {
    await this.db.query(ADD_ONCE, [name, JSON.stringify(payload), attempts, at]);
  }

  override handle<Payload extends object>({ name, attempts }: JobKind<Payload>, handler: JobHandler<Payload>): void {
    this.tasks[name] = async (payload, { job, abortSignal }: JobHelpers) => {
      const act = new Act(() => ({ caller: 'job', operation: name, targets: textsOf(payload) }));
      // What `add` took for this kind.
      const running = {
        payload: payload as Payload,
        attempt: job.attempts,
        isLastAttempt: job.attempts >= job.max_attempts,
        signal: abortSignal,
        addNext: async (at: Date): Promise<void> => void (await this.db.query(ADD_NEXT, [name, JSON.stringify(payload), attempts, at])),
      };
      await traceJob(this.tracing, name, payload, () => runAct(act, () => handler(running)));
    };
  }

  /** Begins to do jobs, where this process does any. */
  start(): void {
    if (this.options.concurrency === 0 || Object.keys(this.tasks).length === 0) return;
    this.working = this.pause(BEGIN_AFTER).then(() => Promise.all([this.work(), this.releaseGone()]));
  }

  /** Takes no more jobs, and ends those that are running: what isn't done is taken up again, here or elsewhere. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.runner?.stop().catch(() => undefined);
    await this.working;
    await this.presence.end();
  }

  private async work(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const pool = queuePool(this.options.databaseUrl, this.options.concurrency + 1, this.options.silentMilliseconds, (error) => this.logger.debug({ err: error }, 'a connection of the job queue ended'));
      endSilentConnections(pool, this.options.silentMilliseconds);
      try {
        await this.workWith(pool);
      } catch (error) {
        if (!this.stopping.signal.aborted) this.logger.error({ err: error }, 'the job queue ended; it begins again');
      } finally {
        await pool.end();
        // Its lock goes with the connection, so that the jobs it could not end are free for whoever takes them.
        await this.presence.end();
      }
      await this.pause(BEGIN_AGAIN_AFTER);
    }
  }

  private async workWith(pgPool: Pool): Promise<void> {
    const events: WorkerEvents = new EventEmitter();
    let told: Promise<void> | undefined;
    let taker = '';
    events.on('pool:create', ({ workerPool }) => {
      taker = workerPool.id;
      this.takers.add(taker);
      told = this.presence.tell(taker);
    });
    events.on('job:start', ({ job }) => this.running.add(job.id));
    events.on('job:complete', ({ job }) => this.running.delete(job.id));
    const [{ run }, { queueLogger }] = await Promise.all([import('graphile-worker'), import('./queue-logger.js')]);
    const preset = { worker: { gracefulShutdownAbortTimeout: STOP_AFTER, pollInterval: LOOK_EVERY, ...TOLD_BY_BATCH } };
    const runner = await run({ pgPool, taskList: this.tasks, concurrency: this.options.concurrency, noHandleSignals: true, logger: queueLogger(this.logger), events, preset });
    this.runner = runner;
    try {
      // Told to stop while it was beginning.
      if (this.stopping.signal.aborted) await runner.stop();
      await Promise.all([told, runner.promise]);
    } finally {
      this.runner = undefined;
      this.takers.delete(taker);
      this.running.clear();
    }
  }

  private async releaseGone(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      await this.presence.releaseGone([...this.takers], [...this.running]).catch((error: unknown) => {
        this.logger.debug({ err: error }, 'could not look for the jobs of processes that are gone');
      });
      await this.pause(RELEASE_EVERY);
    }
  }

  private async pause(milliseconds: number): Promise<void> {
    await wait(milliseconds, undefined, { signal: this.stopping.signal, ref: false }).catch(() => undefined);
  }
}

/** Ids are what the payloads of jobs are made of. */
function textsOf(payload: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries(payload ?? {}).flatMap(([name, value]) => (typeof value === 'string' && isId(value) ? [[name, value]] : [])));
}
