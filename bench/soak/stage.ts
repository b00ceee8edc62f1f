import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { EmbeddedPostgres } from '../../src/kernel/database/embedded-postgres.js';
import { freePort } from '../free-port.js';
import { ServerProcess } from '../processes/server-process.js';
import { Forwarder } from './forwarder.js';

const SERVICE = new URL('../../service/main.js', import.meta.url);
const CLI = fileURLToPath(new URL('../../service/cli.js', import.meta.url));
export const TOKEN = 'soak_first_admin_token_0123456789';

/** A service process on a PostgreSQL of its own, both of which can be taken away and given back. */
export class Stage {
  private constructor(
    private readonly folder: string,
    private readonly forwarder: Forwarder,
    private database: EmbeddedPostgres,
    private readonly settings: Readonly<Record<string, string>>,
    readonly url: string,
  ) {
    this.service = this.launch();
  }

  private service: ServerProcess;
  private starts = 0;

  static async open(): Promise<Stage> {
    const folder = await mkdtemp(join(tmpdir(), 'docspine-soak-'));
    // The server runs as another user where the soak runs as root.
    await chmod(folder, 0o711);
    const [database, forwarder, port] = await Promise.all([startDatabase(folder), Forwarder.start(), freePort()]);
    const settings = {
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: forwarder.lead(database.url),
      BOOTSTRAP_TOKEN: TOKEN,
      LOG_LEVEL: 'warn',
      RATE_LIMIT_REQUESTS: '0',
    };
    return new Stage(folder, forwarder, database, settings, `http://127.0.0.1:${String(port)}`);
  }

  async ready(): Promise<void> {
    await this.service.answers(`${this.url}/readyz`, {});
  }

  async restartDatabase(): Promise<void> {
    await this.database.stop();
    this.database = await startDatabase(this.folder);
    this.forwarder.lead(this.database.url);
    await this.ready();
  }

  async killService(): Promise<void> {
    await this.service.kill();
    this.service = this.launch();
    await this.ready();
  }

  memory(): Promise<number | undefined> {
    return this.service.memory();
  }

  /** What `check` of the command line answers, and its exit code. */
  async check(): Promise<{ code: number | null; report: string }> {
    const child = spawn(process.execPath, ['--enable-source-maps', CLI, 'check'], { env: { PATH: process.env['PATH'], ...this.settings }, stdio: ['ignore', 'pipe', 'pipe'] });
    const [report, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close') as Promise<[number | null]>]); // of a child process
    return { code, report: report + errors };
  }

  async close(): Promise<void> {
    await this.service.stop();
    await this.database.stop();
    await this.forwarder.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  private launch(): ServerProcess {
    this.starts += 1;
    return ServerProcess.start({ script: SERVICE, environment: this.settings, logFile: join(this.folder, `service-${String(this.starts)}.log`) });
  }
}

function startDatabase(folder: string): Promise<EmbeddedPostgres> {
  return EmbeddedPostgres.start({ dataDirectory: folder, log: () => undefined });
}
