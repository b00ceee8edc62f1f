import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runCommand } from '../../src/cli/run-command.js';
import type { Ended } from './processes.js';

/** Runs a command of the operator as its process would, in this one: starting one costs more than most commands do. */
export async function command(parameters: readonly string[], settings: Readonly<Record<string, string>>): Promise<Ended> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const written = Promise.all([text(stdout), text(stderr)]);
  const code = await runCommand(parameters, { environment: settings, stdout, stderr });
  stdout.end();
  stderr.end();
  const [out, err] = await written;
  return { code, stdout: out, stderr: err };
}
