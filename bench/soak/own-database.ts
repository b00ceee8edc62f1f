import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgres } from '../../src/kernel/database/embedded-postgres.js';
import { childrenOf } from '../processes/process-memory.js';

/** A PostgreSQL that can be stopped, crashed and frozen, and gets another port whenever it starts again. */
export class OwnDatabase {
  private frozen: number[] = [];

  private constructor(
    private readonly folder: string,
    private server: EmbeddedPostgres,
  ) {}

  static async start(folder: string): Promise<OwnDatabase> {
    return new OwnDatabase(folder, await begin(folder));
  }

  get url(): string {
    return this.server.url;
  }

  async restart(): Promise<void> {
    await this.server.stop();
    this.server = await begin(this.folder);
  }

  /** Ends it as a fault of its own would, all connections at once; it is started again by itself, at the same port, and recovers. */
  async crash(): Promise<void> {
    const crashed = await this.processId();
    process.kill(crashed, 'SIGQUIT');
    // Meanwhile there is no file of its id.
    while ((await this.processId().catch(() => crashed)) === crashed) await sleep(50);
  }

  /** Lets every process of it stand still: connections stay, and nothing is answered. */
  async freeze(): Promise<void> {
    const postmaster = await this.processId();
    // It starts no more of them then.
    process.kill(postmaster, 'SIGSTOP');
    this.frozen = [postmaster, ...(await childrenOf(postmaster))];
    for (const pid of this.frozen) signal(pid, 'SIGSTOP');
  }

  thaw(): void {
    for (const pid of this.frozen.splice(0).reverse()) signal(pid, 'SIGCONT');
  }

  async stop(): Promise<void> {
    this.thaw();
    await this.server.stop();
  }

  /** @throws Error while it is written */
  private async processId(): Promise<number> {
    const pid = Number((await readFile(join(this.folder, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0]);
    if (!(pid > 0)) throw new Error('PostgreSQL tells no id of its process.');
    return pid;
  }
}

function begin(folder: string): Promise<EmbeddedPostgres> {
  return EmbeddedPostgres.start({ dataDirectory: folder, log: () => undefined });
}

/** Of a process that may have ended. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // Its server stays as it is.
  }
}
