import type { Pool, QueryConfig, QueryResultRow } from 'pg';
import type { Logger } from '../logging/logger.js';
import { type LogPosition, logPosition, PRIMARY_POSITION, Replica } from './replica.js';

export interface ReplicasOptions {
  readonly urls: readonly string[];
  /** Most connections to each. */
  readonly poolSize: number;
}

/**
 * Reads that a replica may answer, seen by nobody: a read asks the primary where its log stands, and a replica answers only
 * when it has come there. So it sees all that was written, by whomever and through whatever node, before it was asked for.
 */
export class Replicas {
  private readonly replicas: readonly Replica[];
  private coming: Promise<LogPosition> | undefined;
  private turn = 0;

  constructor(
    private readonly primary: Pool,
    { urls, poolSize }: ReplicasOptions,
    logger: Logger,
  ) {
    this.replicas = urls.map((url, index) => {
      const replica = index + 1;
      const onLost = (error: unknown): void => {
        logger.warn({ err: error, replica }, 'a replica does not answer; reads go elsewhere');
      };
      const onFound = (): void => {
        logger.info({ replica }, 'a replica answers again');
      };
      return new Replica({ url, poolSize, onLost, onFound });
    });
  }

  /** Undefined when none may answer: then the primary does. */
  async read<Row extends QueryResultRow>(query: QueryConfig): Promise<Row[] | undefined> {
    const replica = this.next();
    if (replica === undefined) return undefined;
    return replica.read<Row>(query, await this.position());
  }

  /** Sees whether each follows the primary, so that one that doesn't is told of before anybody reads. */
  async tryOut(): Promise<void> {
    if (this.replicas.length === 0) return;
    const { system } = await this.ask();
    await Promise.all(this.replicas.map((replica) => replica.tryOut(system)));
  }

  async end(): Promise<void> {
    await Promise.all(this.replicas.map((replica) => replica.end()));
  }

  private next(): Replica | undefined {
    for (let tried = 0; tried < this.replicas.length; tried += 1) {
      this.turn = (this.turn + 1) % this.replicas.length;
      const replica = this.replicas[this.turn];
      if (replica?.isOpen() === true) return replica;
    }
    return undefined;
  }

  /** Asked once for all reads of one turn of the event loop, after the last of them. */
  private position(): Promise<LogPosition> {
    this.coming ??= new Promise((resolve) => {
      setImmediate(() => {
        this.coming = undefined;
        resolve(this.ask());
      });
    });
    return this.coming;
  }

  private async ask(): Promise<LogPosition> {
    const { rows } = await this.primary.query<{ system: string; timeline: number; position: string }>(PRIMARY_POSITION);
    const [row] = rows;
    if (row === undefined) throw new Error('The primary tells where its log stands.');
    return logPosition(row);
  }
}
