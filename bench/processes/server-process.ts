import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';

const CPU_CHANNEL = new URL('./cpu-channel.js', import.meta.url).href;
const START_MILLISECONDS = 180_000;

export interface ServerOptions {
  script: URL;
  environment: Readonly<Record<string, string>>;
  /** What the server writes goes here. */
  logFile: string;
  nodeOptions?: readonly string[];
}

/** A server in a process of its own, whose CPU time can be asked for. */
export class ServerProcess {
  private constructor(
    private readonly child: ChildProcess,
    private readonly logFile: string,
  ) {}

  static start({ script, environment, logFile, nodeOptions = [] }: ServerOptions): ServerProcess {
    const log = openSync(logFile, 'w');
    const child = fork(fileURLToPath(script), [], {
      env: { PATH: process.env['PATH'], ...environment },
      execArgv: ['--import', CPU_CHANNEL, ...nodeOptions],
      stdio: ['ignore', log, log, 'ipc'],
    });
    closeSync(log);
    return new ServerProcess(child, logFile);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Waits until the address answers 200; its body. @throws Error with what the server wrote when it doesn't */
  async answers(url: string, headers: Readonly<Record<string, string>>): Promise<string> {
    const end = Date.now() + START_MILLISECONDS;
    while (Date.now() < end && this.child.exitCode === null) {
      const answer = await fetch(url, { headers }).catch(() => undefined);
      if (answer?.status === 200) return answer.text();
      await sleep(50);
    }
    throw new Error(`${url} doesn't answer 200. The server wrote:\n${await readFile(this.logFile, 'utf8')}`);
  }

  /** User and system time so far, in microseconds. */
  async cpu(): Promise<number> {
    const answered = once(this.child, 'message') as Promise<[{ cpu: number }]>; // only the channel's own answer comes this way
    this.child.send('cpu');
    const [{ cpu }] = await answered;
    return cpu;
  }

  /** Megabytes of memory that the process holds now; absent where that can't be seen. */
  async memory(): Promise<number | undefined> {
    const status = await readFile(`/proc/${String(this.pid)}/status`, 'utf8').catch(() => '');
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1_024;
  }

  stop(): Promise<void> {
    return this.end('SIGTERM');
  }

  /** Leaves it no time for anything. */
  kill(): Promise<void> {
    return this.end('SIGKILL');
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill(signal);
    await ended;
  }
}
