import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Options, Request, Result } from 'autocannon';

const SCRIPT = fileURLToPath(new URL('./load-process.js', import.meta.url));

export interface LoadOptions extends Options {
  /** What each connection sends, in turn, instead of the one address. */
  each?: readonly (readonly Request[])[];
}

/** Sends as many requests as are answered, over a number of connections. */
export class Load {
  private constructor(private readonly child: ChildProcess) {}

  static start(): Load {
    return new Load(fork(SCRIPT));
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** @throws Error when an answer was not of the kind that is measured: such figures would mean nothing */
  async run(options: LoadOptions, kind: '2xx' | '3xx' = '2xx'): Promise<Result> {
    const answered = once(this.child, 'message') as Promise<[Result]>; // the process sends nothing else
    this.child.send(options);
    const [result] = await answered;
    const answers = result['2xx'] + result.non2xx;
    const failed = answers - result[kind] + result.errors + result.timeouts;
    if (failed > 0) throw new Error(`${String(failed)} requests to ${options.url} failed.`);
    return result;
  }

  stop(): void {
    this.child.kill();
  }
}
