import { Injectable, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { Config } from '../config/config.js';
import { Database } from '../database/database.js';
import { JobKind, Jobs } from '../jobs/jobs.js';

export interface AuditFilter {
  readonly organizationId?: string;
  readonly userId?: string;
  readonly operation?: string;
  readonly since?: Date;
  readonly until?: Date;
}

/** An entry as it is shown: without what it has no value for. */
export type AuditEntry = Readonly<Record<string, unknown>> & { readonly id: string; readonly at: string };

const CLEAR = new JobKind<object>('audit-clear', 25);
const CLEAR_EVERY = 3_600_000;
const DAY = 86_400_000;
/** Rows that are deleted at once. */
const BATCH = 5_000;
const PAGE = 1_000;

/** $1: organization, $2: user, $3: operation, $4: since, $5: until, $6 and $7: the entry that comes before, $8: most entries */
const LIST = {
  name: 'audit_list',
  text: `
    SELECT id::text, at, at::text AS exactly, outcome, caller, user_id AS user, token_id AS token, installation_id AS installation, operation,
      organization_id AS organization, targets, made, address, request_id AS request, user_agent AS "userAgent"
    FROM audit_log
    WHERE ($1::text IS NULL OR organization_id = $1) AND ($2::text IS NULL OR user_id = $2) AND ($3::text IS NULL OR operation = $3)
      AND ($4::timestamptz IS NULL OR at >= $4) AND ($5::timestamptz IS NULL OR at < $5)
      AND ($6::timestamptz IS NULL OR (at, id) < ($6, $7::bigint))
    ORDER BY at DESC, id DESC LIMIT $8`,
};

/** What was done to the service, by whom and from where. */
@Injectable()
export class AuditLog implements OnModuleInit, OnApplicationBootstrap {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.jobs.handle(CLEAR, async ({ signal, addNext }) => {
      await this.clear(signal);
      await addNext(later());
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    // One job for all nodes, whoever asks for it.
    await this.jobs.addOnce(CLEAR, {}, later());
  }

  /** The newest first. */
  async *list({ organizationId, userId, operation, since, until }: AuditFilter, most: number): AsyncGenerator<AuditEntry> {
    let [at, id, left] = [null as string | null, null as string | null, most];
    while (left > 0) {
      const asked = Math.min(left, PAGE);
      const rows = await this.db.query(LIST.text, [organizationId, userId, operation, since, until, at, id, asked]);
      for (const { exactly, ...row } of rows) {
        [at, id, left] = [String(exactly), String(row['id']), left - 1];
        yield Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as AuditEntry; // its columns that can't be null
      }
      if (rows.length < asked) return;
    }
  }

  /** Deletes what is older than the setting lets it be. */
  async clear(signal: AbortSignal): Promise<void> {
    const { auditRetentionDays } = this.config;
    if (auditRetentionDays === 0) return;
    const end = new Date(this.clock.now().getTime() - auditRetentionDays * DAY);
    for (;;) {
      signal.throwIfAborted();
      const gone = await this.db.query('DELETE FROM audit_log WHERE (at, id) IN (SELECT at, id FROM audit_log WHERE at < $1 ORDER BY at LIMIT $2) RETURNING 1', [end, BATCH]);
      if (gone.length < BATCH) return;
    }
  }
}

function later(): Date {
  return new Date(Date.now() + CLEAR_EVERY);
}
