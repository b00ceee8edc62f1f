import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { systemErrorCode } from './embedded-postgres-error.js';

/** The account that PostgreSQL's programs run as, where it isn't the service's own. */
export interface ServerUser {
  name: string;
  uid: number;
  gid: number;
}

export interface ProgramResult {
  succeeded: boolean;
  /** What it printed, else why it could not be started. */
  output: string;
}

export interface ProcessFacts {
  /** Tells two processes with the same id apart; meaningful only when compared with another of this machine. */
  startedAt: string;
  commandLine: string;
}

/** Fixed, so that PG* variables, locale and time zone of the service's environment change nothing. */
const programEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Spawn options for PostgreSQL's programs: the service's working directory may be closed to their user. */
export function programOptions(user: ServerUser | undefined): {
  cwd: string;
  env: NodeJS.ProcessEnv;
  uid?: number;
  gid?: number;
} {
  return { cwd: '/', env: programEnvironment, ...(user && { uid: user.uid, gid: user.gid }) };
}

/** Runs a program to its end. A failure is an answer, not an exception. */
export function runProgram(
  path: string,
  args: readonly string[],
  user: ServerUser | undefined,
  timeoutMilliseconds: number,
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    execFile(path, args, { ...programOptions(user), timeout: timeoutMilliseconds }, (error, stdout, stderr) => {
      const printed = `${stdout}\n${stderr}`.trim();
      resolve({ succeeded: error === null, output: printed === '' ? (error?.message ?? '') : printed });
    });
  });
}

/** Facts about a living process; undefined when it doesn't exist, or has ended and merely wasn't reaped yet. */
export async function inspectProcess(pid: number): Promise<ProcessFacts | undefined> {
  return process.platform === 'linux' ? inspectWithProc(pid) : inspectWithPs(pid);
}

async function inspectWithProc(pid: number): Promise<ProcessFacts | undefined> {
  try {
    const [status, commandLine, boot] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile(`/proc/${pid}/cmdline`, 'utf8'),
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
    ]);
    // The program's name stands in parentheses and may hold anything: the fields are counted from its end (proc(5)).
    const [state = '', ...fields] = status.slice(status.lastIndexOf(')') + 2).split(' ');
    const startTicks = fields[18] ?? '';
    if (state === 'Z' || state === 'X') return undefined;
    return { startedAt: `${boot.trim()}/${startTicks}`, commandLine: commandLine.replaceAll('\0', ' ').trim() };
  } catch {
    return undefined;
  }
}

/** For systems without /proc; exported for its test. */
export async function inspectWithPs(pid: number): Promise<ProcessFacts | undefined> {
  const { succeeded, output } = await runProgram(
    '/bin/ps',
    ['-ww', '-p', String(pid), '-o', 'stat=', '-o', 'lstart=', '-o', 'command='],
    undefined,
    10_000,
  );
  const [, state, startedAt, commandLine] = /^\s*(\S+)\s+((?:\S+\s+){4}\S+)\s(.*)$/.exec(output) ?? [];
  if (!succeeded || state === undefined || startedAt === undefined || commandLine === undefined) return undefined;
  return state.startsWith('Z') ? undefined : { startedAt, commandLine };
}

/** Signals a process; one that is already gone is fine. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (systemErrorCode(error) !== 'ESRCH') throw error;
  }
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
