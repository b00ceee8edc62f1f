import { pause } from './embedded-postgres-process.js';
import { type RunningServer, type ServerOptions, startServer, stopLeftover, stopServer } from './embedded-postgres-server.js';

/** Milliseconds until a server that ended is started again: one that can't run for now must not keep the machine busy with starts. */
const AGAIN_AFTER = 1_000;

/** A server that is started again, at the same port, whenever it ends by itself: who uses it finds it away for a while. */
export class KeptServer {
  private isStopping = false;
  private readonly keeping: Promise<void>;

  private constructor(
    private server: RunningServer,
    private readonly options: ServerOptions,
  ) {
    this.keeping = this.keep();
  }

  /** @throws EmbeddedPostgresError when it does not start */
  static async start(options: ServerOptions): Promise<KeptServer> {
    return new KeptServer(await startServer(options), options);
  }

  get port(): number {
    return this.server.port;
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await stopServer(this.server, this.options.log);
    await this.keeping;
  }

  private async keep(): Promise<void> {
    while (!this.isStopping) {
      const reason = await this.server.ended;
      if (this.isStopping) return;
      this.options.log(`PostgreSQL ended by itself (${reason}). It is started again.`);
      await this.startAgain();
    }
    // It came up while it was told to stop.
    await stopServer(this.server, this.options.log);
  }

  private async startAgain(): Promise<void> {
    const { port } = this.server;
    let told = '';
    for (;;) {
      await pause(AGAIN_AFTER);
      if (this.isStopping) return;
      try {
        await stopLeftover(this.options.data, this.options.log);
        this.server = await startServer(this.options, () => Promise.resolve(port));
        this.options.log('PostgreSQL runs again.');
        return;
      } catch (error) {
        const fault = error instanceof Error ? error.message : String(error);
        // Once, as it may be for hours, such as for want of room on the disk.
        if (fault !== told) this.options.log(`${fault} It is tried again and again.`);
        told = fault;
      }
    }
  }
}
