import { Client } from 'pg';
import { endWhenSilent } from '../database/silent-connections.js';

/** First half of the advisory locks by which processes tell that they live; spells "jobs". */
const PRESENCE = 0x6a_6f_62_73;

/** A process's jobs are left alone for so long, in seconds, as it may just be telling that it lives. */
const GRACE = 2;

/** Ends the jobs of processes that are gone: they are free for whoever takes them, and who waits for jobs is told so. */
const RELEASE = `
  SELECT graphile_worker.force_unlock_workers(array_agg(gone.locked_by)), pg_notify('jobs:insert', '') FROM (
    SELECT locked_by FROM graphile_worker.jobs WHERE locked_by IS NOT NULL
    GROUP BY locked_by HAVING max(locked_at) < now() - make_interval(secs => ${String(GRACE)})
    EXCEPT
    SELECT locked_by FROM graphile_worker.jobs JOIN pg_locks held
      ON held.locktype = 'advisory' AND held.database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND held.classid = ${String(PRESENCE)}::oid AND held.objsubid = 2 AND held.objid = (hashtext(locked_by)::bigint & 4294967295)::oid
    WHERE locked_by IS NOT NULL
  ) gone HAVING count(*) > 0`;

/**
 * Frees jobs that a process has taken without knowing it, as the connection was lost on which it was told: nobody would do them.
 * $1 takers of the process, $2 what it is doing, $3 seconds that an answer of the database may be under way
 */
const RELEASE_UNKNOWN = `
  UPDATE graphile_worker._private_jobs SET locked_at = NULL, locked_by = NULL, attempts = greatest(attempts - 1, 0)
  WHERE locked_by = ANY ($1::text[]) AND NOT id = ANY ($2::bigint[]) AND locked_at < now() - make_interval(secs => $3)`;

/**
 * Tells that a process lives, by an advisory lock that PostgreSQL lets go with the process's connection, and takes the jobs
 * of those away that don't live any more. The queue by itself would wait for hours.
 */
export class Presence {
  private client: Promise<Client> | undefined;

  /** @param silentMilliseconds that the database may owe an answer without sending anything */
  constructor(
    private readonly databaseUrl: string,
    private readonly silentMilliseconds: number,
  ) {}

  /** Tells that the taker of jobs with this name lives, as long as this process does. */
  async tell(name: string): Promise<void> {
    const client = await this.connected();
    await client.query('SELECT pg_advisory_lock($1::int, hashtext($2))', [PRESENCE, name]);
  }

  /**
   * @param names of the process's own takers, told again where the connection was lost
   * @param running ids of the jobs that they are doing
   */
  async releaseGone(names: readonly string[], running: readonly string[]): Promise<void> {
    if (this.client === undefined) for (const name of names) await this.tell(name);
    const client = await this.connected();
    await client.query(RELEASE);
    await client.query(RELEASE_UNKNOWN, [names, running, this.silentMilliseconds / 1_000 + GRACE]);
  }

  async end(): Promise<void> {
    const client = await this.client?.catch(() => undefined);
    this.client = undefined;
    await client?.end().catch(() => undefined);
  }

  private connected(): Promise<Client> {
    if (this.client !== undefined) return this.client;
    const connecting = this.connect(() => {
      if (this.client === connecting) this.client = undefined;
    });
    this.client = connecting;
    return connecting;
  }

  private async connect(onLoss: () => void): Promise<Client> {
    const client = new Client({ connectionString: this.databaseUrl, application_name: 'docspine presence', keepAlive: true, connectionTimeoutMillis: this.silentMilliseconds });
    client.on('error', onLoss);
    try {
      await client.connect();
      endWhenSilent(client, this.silentMilliseconds);
      // A machine that is cut off is noticed within a minute, not within hours.
      await client.query('SET tcp_keepalives_idle = 20; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3');
      return client;
    } catch (error) {
      onLoss();
      throw error;
    }
  }
}
