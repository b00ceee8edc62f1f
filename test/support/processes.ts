import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './test-app.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** How long a process may take to start or to end on a busy machine. */
const PATIENCE = 60_000;

/** Most milliseconds of a test that starts several processes. */
export const SLOW = 240_000;

export interface Ended {
  /** Null when a signal ended it. */
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunningProcess {
  pid: number;
  /** What it has written so far. */
  written(): Pick<Ended, 'stdout' | 'stderr'>;
  ended: Promise<Ended>;
}

export interface RunningService extends RunningProcess {
  url: string;
  /** Signals it and waits for its end. */
  stop(signal?: NodeJS.Signals): Promise<Ended>;
}

type Settings = Readonly<Record<string, string>>;

/** Starts a built program as an operator would: with these settings alone. */
function run(program: string, parameters: readonly string[], settings: Settings): RunningProcess {
  const child = spawn(process.execPath, [join(ROOT, 'dist/service', program), ...parameters], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject).on('close', (code) => {
      running.delete(child.pid ?? 0);
      resolve({ code, stdout, stderr });
    });
  });
  if (child.pid === undefined) throw new Error(`${program} could not be started.`);
  running.add(child.pid);
  return { pid: child.pid, written: () => ({ stdout, stderr }), ended };
}

const running = new Set<number>();

/** Ends what a failed test has left running. */
export function killProcesses(): void {
  for (const pid of running) process.kill(pid, 'SIGKILL');
}

/** Runs a command of the operator to its end. */
export function cli(parameters: readonly string[], settings: Settings): Promise<Ended> {
  return run('cli.js', parameters, settings).ended;
}

/** The service, at a port of its own, without waiting for anything. */
export async function launchService(settings: Settings): Promise<RunningService> {
  const port = await freePort();
  const started = run('main.js', [], { PORT: String(port), LOG_LEVEL: 'info', ...settings });
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<Ended> => {
    process.kill(started.pid, signal);
    return started.ended;
  };
  return { ...started, url: `http://127.0.0.1:${settings['PORT'] ?? String(port)}`, stop };
}

/** The service once it answers and has greeted. @throws Error with its output when it ends before */
export async function startService(settings: Settings, milliseconds = PATIENCE): Promise<RunningService> {
  const service = await launchService(settings);
  await until(async () => {
    const ended = await Promise.race([service.ended, pause(50)]);
    if (ended !== undefined) throw new Error(`The service ended with ${String(ended.code)}:\n${ended.stdout}${ended.stderr}`);
    return service.written().stdout.includes('Docspine answers at') && (await isReady(service.url));
  }, milliseconds);
  return service;
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    (response) => response.ok,
    () => false,
  );
}

/** Asks again and again until it is true. */
export async function until(isTrue: () => Promise<boolean>, milliseconds = PATIENCE): Promise<void> {
  const deadline = Date.now() + milliseconds;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(`It did not come true in ${String(milliseconds)} ms.`);
    await pause(25);
  }
}

export function pause(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), milliseconds));
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** A folder that the embedded PostgreSQL's account can enter, also where the tests run as root. */
export async function temporaryFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'docspine-process-'));
  await chmod(path, 0o711);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
