import { spawn, type ChildProcess } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { EmbeddedPostgresError, systemErrorCode } from './embedded-postgres-error.js';
import { logFileMegabytes, logFileName, logFolder, pruneLogs, readLogEnd } from './embedded-postgres-log.js';
import {
  inspectProcess,
  pause,
  programOptions,
  signalProcess,
  type ServerUser,
} from './embedded-postgres-process.js';

export interface ServerOptions {
  postgres: string;
  data: string;
  user: ServerUser | undefined;
  maxConnections: number;
  log: (message: string) => void;
}

/** A server process that can be stopped; its id may be signalled only while it is alive. */
interface LivingServer {
  pid: number;
  isAlive: () => Promise<boolean> | boolean;
}

export interface RunningServer extends LivingServer {
  port: number;
  /** Resolves with a description when the server has ended, for whatever reason. */
  ended: Promise<string>;
}

/** What the server's own pid file says. */
export interface Postmaster {
  pid: number;
  port: number;
  isReady: boolean;
}

const retryMilliseconds = 15_000;
const fastStopMilliseconds = 60_000;
const immediateStopMilliseconds = 15_000;

/**
 * What passes with time: a port taken between choosing and binding it, and the processes of a killed server that
 * haven't all gone yet.
 */
const passingFaults =
  /Address already in use|could not create any TCP\/IP sockets|pre-existing shared memory block|lock file .* already exists/;

/** Starts the server on a free loopback port and waits until it takes connections, however long its recovery is. */
export async function startServer(options: ServerOptions, findPort = findFreePort): Promise<RunningServer> {
  const deadline = Date.now() + retryMilliseconds;
  for (;;) {
    await pruneLogs(options.data);
    const attempt = await tryStart(options, await findPort());
    if (typeof attempt !== 'string') return attempt;
    if (!passingFaults.test(attempt) || Date.now() > deadline) {
      throw new EmbeddedPostgresError(`PostgreSQL does not start on ${options.data}: ${attempt}`);
    }
    await pause(200);
  }
}

/** Fast shutdown (open transactions are rolled back); immediate if that hangs, which costs a recovery, no data. */
export async function stopServer(server: LivingServer, log: (message: string) => void): Promise<void> {
  if (await signalAndWait(server, 'SIGINT', fastStopMilliseconds)) return;
  log(`PostgreSQL (pid ${server.pid}) did not stop within ${fastStopMilliseconds / 1000} s: stopping it at once.`);
  if (await signalAndWait(server, 'SIGQUIT', immediateStopMilliseconds)) return;
  throw new EmbeddedPostgresError(`PostgreSQL (pid ${server.pid}) does not stop. Stop it by hand (kill -9 ${server.pid}).`);
}

async function signalAndWait(server: LivingServer, signal: NodeJS.Signals, timeoutMilliseconds: number): Promise<boolean> {
  if (await server.isAlive()) signalProcess(server.pid, signal);
  const deadline = Date.now() + timeoutMilliseconds;
  while (await server.isAlive()) {
    if (Date.now() > deadline) return false;
    await pause(10);
  }
  return true;
}

/** Stops the server that a killed service left running. Call it only with the database's lock held. */
export async function stopLeftover(data: string, log: (message: string) => void): Promise<void> {
  const found = await readPostmaster(data);
  if (found === undefined) return;
  if (await isServerOf(found.pid, data)) {
    log(`An earlier service ended without stopping PostgreSQL (pid ${found.pid}): stopping it first.`);
    await stopServer({ pid: found.pid, isAlive: () => isServerOf(found.pid, data) }, log);
    return;
  }
  // The server sees by itself that the process of a stale file is gone, but takes any process that got the id since
  // for a server, and would never start again. Children of a killed server it finds without this file.
  if (isIdInUse(found.pid)) await rm(join(data, 'postmaster.pid'), { force: true });
}

/** The living server of a cluster. */
export async function findServer(data: string): Promise<Postmaster | undefined> {
  const found = await readPostmaster(data);
  return found !== undefined && (await isServerOf(found.pid, data)) ? found : undefined;
}

async function tryStart(options: ServerOptions, port: number): Promise<RunningServer | string> {
  // Its own session: Ctrl-C in a terminal goes to the service, which stops the server when it has drained.
  const child = spawn(options.postgres, serverArguments(options, port), {
    ...programOptions(options.user),
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let printed = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (printed = (printed + text).slice(-8192)));
  const ending = describeEnd(child);
  let endedWith: string | undefined;
  void ending.then((reason) => (endedWith = reason));

  const begin = Date.now();
  let reportAt = begin + 10_000;
  while (endedWith === undefined) {
    const seen = await readPostmaster(options.data);
    if (child.pid !== undefined && seen?.pid === child.pid && seen.isReady) {
      // From here on the server writes to its log file. A broken pipe is no trouble to it.
      child.stderr.destroy();
      child.unref();
      return { pid: child.pid, port, ended: ending, isAlive: () => endedWith === undefined };
    }
    if (Date.now() > reportAt) {
      options.log(`PostgreSQL is still starting after ${Math.round((Date.now() - begin) / 1000)} s (recovery).`);
      reportAt += 10_000;
    }
    await pause(10);
  }
  return `${endedWith}. ${faultLines(printed) || faultLines(await readLogEnd(options.data)) || printed.trim()}`;
}

function serverArguments({ data, maxConnections }: ServerOptions, port: number): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    // None: its path would be limited to 107 bytes, and the built-in folder may not exist.
    unix_socket_directories: '',
    max_connections: maxConnections,
    shared_buffers: '128MB',
    shared_preload_libraries: '',
    fsync: 'on',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'on',
    log_directory: logFolder,
    log_filename: logFileName,
    log_file_mode: '0600',
    log_rotation_size: `${logFileMegabytes}MB`,
    log_rotation_age: '0',
  };
  // Given on the command line, they hold for clusters of every age and over postgresql.conf.
  return ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

function describeEnd(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    // 'close' rather than 'exit': by then everything that it printed was read.
    child.once('close', (code, signal) => {
      resolve(signal === null ? `PostgreSQL ended with code ${code ?? 'unknown'}` : `PostgreSQL was ended by ${signal}`);
    });
  });
}

/** The lines of a log that name a fault and what to do; the hint that the log goes to a file from now on is neither. */
function faultLines(text: string): string {
  return text
    .split('\n')
    .filter((line) => /\b(FATAL|PANIC|DETAIL|HINT):/.test(line) && !line.includes('Future log output'))
    .slice(-4)
    .join(' ');
}

async function readPostmaster(data: string): Promise<Postmaster | undefined> {
  let lines: string[];
  try {
    lines = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  const pid = Number(lines[0]);
  if (!Number.isSafeInteger(pid) || pid <= 1) return undefined;
  return { pid, port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' };
}

/** A server's command line names its cluster, so a process that merely got the same id is told apart. */
async function isServerOf(pid: number, data: string): Promise<boolean> {
  const commandLine = (await inspectProcess(pid))?.commandLine;
  return commandLine !== undefined && commandLine.includes(`postgres -D ${data} `);
}

/** In the kernel's eyes, which count threads and processes that ended but weren't reaped. */
function isIdInUse(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemErrorCode(error) !== 'ESRCH';
  }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        if (typeof address === 'object' && address !== null) resolve(address.port);
        else reject(new Error('The system gave no port'));
      });
    });
  });
}
