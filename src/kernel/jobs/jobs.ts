/** One kind of job: what the queue knows it by. Its payload is JSON, and stays readable for the next version of the service. */
export class JobKind<Payload extends object> {
  /** Only for the compiler, which would take all kinds for one otherwise. */
  declare readonly payload: Payload;

  constructor(
    /** Kept in the database: never changes. */
    readonly name: string,
    /** How often it is tried before it is given up. */
    readonly attempts: number,
  ) {}
}

/** A job while it is done. */
export interface RunningJob<Payload> {
  readonly payload: Payload;
  /** Counted from 1; those that ended with the process count, too. */
  readonly attempt: number;
  readonly isLastAttempt: boolean;
  /** Aborts soon after the service is told to stop: the job then throws, and is taken up again later. */
  readonly signal: AbortSignal;
  /** As the last thing of a job that was added by `addOnce`: adds the next one. */
  readonly addNext: (at: Date) => Promise<void>;
}

export type JobHandler<Payload> = (job: RunningJob<Payload>) => Promise<void>;

/**
 * Work that is done behind the requests, by any node that does jobs. Each job is done at least once: a handler that throws
 * is called again later, as is one whose process ended, so handlers are idempotent.
 */
export abstract class Jobs {
  /** Adds a job in the current transaction: it is there, and is begun, only once that has committed, and not before `at`. */
  abstract add<Payload extends object>(kind: JobKind<Payload>, payload: Payload, at?: Date): Promise<void>;

  /** As `add`, unless a job of the kind waits already, or is under way: that one stays as it is. */
  abstract addOnce<Payload extends object>(kind: JobKind<Payload>, payload: Payload, at: Date): Promise<void>;

  /** Names what does jobs of the kind; called while modules are initialized. */
  abstract handle<Payload extends object>(kind: JobKind<Payload>, handler: JobHandler<Payload>): void;
}
