import { Pool, type PoolClient, type QueryConfig, type QueryResultRow } from 'pg';
import { endSilentConnections } from './silent-connections.js';

/** Where a server's log of changes stands. Positions compare only on one timeline: each promotion begins another. */
export interface LogPosition {
  readonly system: string;
  readonly timeline: number;
  readonly position: bigint;
}

interface PositionRow {
  system: string;
  timeline: number;
  position: string;
}

/** Of the primary: all that anybody was told of, or could have read, lies before it. */
export const PRIMARY_POSITION = {
  name: 'primary_position',
  text: `
    SELECT (SELECT system_identifier FROM pg_control_system())::text AS system, ('x' || left(pg_walfile_name(position), 8))::bit(32)::int AS timeline,
      (position - '0/0'::pg_lsn)::text AS position
    FROM pg_current_wal_insert_lsn() AS position`,
};

/** Of a replica: all before it shows in what is read there. No row from a server that follows nobody. */
const REPLICA_POSITION = {
  name: 'replica_position',
  text: `
    SELECT (SELECT system_identifier FROM pg_control_system())::text AS system, (SELECT timeline_id FROM pg_control_checkpoint()) AS timeline,
      (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text AS position
    WHERE pg_is_in_recovery()`,
};

/** Milliseconds that a replica is left alone which was behind, and which could not be asked. */
const BEHIND_PAUSE = 20;
const LOST_PAUSE = 2_000;
/** Longest time that reads wait for a connection, or for an answer that doesn't come, before they ask the primary instead. */
const CONNECT_MILLISECONDS = 1_000;
const SILENT_MILLISECONDS = 5_000;

export interface ReplicaOptions {
  readonly url: string;
  readonly poolSize: number;
  /** Told when it is lost, and when it is back. */
  readonly onLost: (error: unknown) => void;
  readonly onFound: () => void;
}

/** One copy of the database that follows the primary. */
export class Replica {
  private readonly pool: Pool;
  /** How far each connection's server is known to have come: a server never goes back while a connection lasts. */
  private readonly known = new WeakMap<PoolClient, LogPosition>();
  private pausedUntil = 0;
  private lost = false;

  constructor(private readonly options: ReplicaOptions) {
    const { url, poolSize } = options;
    this.pool = new Pool({ connectionString: url, max: poolSize, application_name: 'docspine reads', connectionTimeoutMillis: CONNECT_MILLISECONDS, idleTimeoutMillis: 30_000 });
    // Connections in use tell it themselves, too.
    this.pool.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined));
    endSilentConnections(this.pool, SILENT_MILLISECONDS);
  }

  /** Whether it is worth asking. While it is lost, one read in a while finds out whether it is back. */
  isOpen(now = Date.now()): boolean {
    if (now < this.pausedUntil) return false;
    if (this.lost) this.pausedUntil = now + LOST_PAUSE;
    return true;
  }

  /** Rows as they are there, when it has come to this position; undefined when it hasn't, or can't answer. */
  async read<Row extends QueryResultRow>(query: QueryConfig, position: LogPosition): Promise<Row[] | undefined> {
    let client: PoolClient | undefined;
    try {
      client = await this.pool.connect();
      const isThere = await this.hasCome(client, position);
      const rows = isThere ? (await client.query<Row>(query)).rows : undefined;
      client.release();
      this.answered(isThere);
      return rows;
    } catch (error) {
      const answers = isAnswer(error);
      client?.release(!answers);
      if (answers) this.answered(false);
      else this.failed(error);
      return undefined;
    }
  }

  /** Tells where it doesn't answer, or doesn't follow this system. */
  async tryOut(system: string): Promise<void> {
    try {
      const position = await this.position(this.pool);
      if (position?.system !== system) this.options.onLost(new Error('It follows no server, or another one than that of DATABASE_URL.'));
    } catch (error) {
      if (isAnswer(error)) this.options.onLost(error);
      else this.failed(error);
    }
  }

  async end(): Promise<void> {
    await this.pool.end();
  }

  private async position(from: Pool | PoolClient): Promise<LogPosition | undefined> {
    const [row] = (await from.query<PositionRow>(REPLICA_POSITION)).rows;
    return row && logPosition(row);
  }

  private async hasCome(client: PoolClient, wanted: LogPosition): Promise<boolean> {
    if (covers(this.known.get(client), wanted)) return true;
    const position = await this.position(client);
    if (position === undefined) return false;
    this.known.set(client, position);
    return covers(position, wanted);
  }

  private answered(isThere: boolean): void {
    this.pausedUntil = isThere ? 0 : Date.now() + BEHIND_PAUSE;
    if (this.lost) this.options.onFound();
    this.lost = false;
  }

  private failed(error: unknown): void {
    this.pausedUntil = Date.now() + LOST_PAUSE;
    if (!this.lost) this.options.onLost(error);
    this.lost = true;
  }
}

/** Whether the server is there and refuses the statement alone: what it must not do while it follows, or what the primary refuses, too. */
function isAnswer(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : '';
  return /^(?!08|28|53|57P|XX)[0-9A-Z]{5}$/.test(code);
}

export function logPosition({ system, timeline, position }: PositionRow): LogPosition {
  return { system, timeline, position: BigInt(position) };
}

/** Whether all before the wanted position lies before this one. */
export function covers(has: LogPosition | undefined, wanted: LogPosition): boolean {
  return has !== undefined && has.system === wanted.system && has.timeline === wanted.timeline && has.position >= wanted.position;
}
