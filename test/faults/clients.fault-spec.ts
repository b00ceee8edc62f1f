import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Socket } from 'node:net';
import { pause, until } from '../support/processes.js';
import { mostOpenFiles, openFiles, residentMegabytes } from './process-facts.js';
import { dribble, open, pour, told } from './raw-clients.js';
import { recovers, report } from './recovery.js';
import { setStage, type Stage, TOKEN } from './stage.js';

const ANSWER_SECONDS = 5;
/** What a fault may add to the memory of the process, beyond what is counted: garbage, and what the system hands over. */
const ROOM_MEGABYTES = 400;
/** Of 5,000 idle connections: 20 kB each, as the documentation says, and garbage. */
const IDLE_MEGABYTES = 200;

const COMMENTS = 50;
const COMMENT = 'A comment that is long. '.repeat(4_000);

let stage: Stage;
let space: string;
let comments: string;
let before: number;
const sockets: Socket[] = [];

beforeAll(async () => {
  stage = await setStage({ HEADERS_TIMEOUT_SECONDS: '5', REQUEST_TIMEOUT_SECONDS: '10', ANSWER_TIMEOUT_SECONDS: String(ANSWER_SECONDS), BODIES_MB: '128', UNREAD_ANSWERS_MB: '128' });
  const made = await stage.ask(`/v1/orgs/${stage.organization}/spaces`, 'POST', { title: 'Read' });
  ({ id: space } = (await made.json()) as { id: string }); // as the operation answers
  comments = `/v1/spaces/${space}/comments`;
  for (let count = 0; count < COMMENTS; count += 1) expect((await stage.ask(comments, 'POST', { body: { markdown: COMMENT } })).status).toBe(200);
  // The service has then seen its largest answers.
  for (let count = 0; count < 3; count += 1) await (await stage.ask(largest())).text();
});
beforeEach(async () => {
  before = await residentMegabytes(stage.service.pid);
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await stage.end();
});

async function openMany(count: number): Promise<Socket[]> {
  const opened: Socket[] = [];
  // The system keeps only some hundreds that the service has not taken yet.
  while (opened.length < count) opened.push(...(await Promise.all(Array.from({ length: Math.min(200, count - opened.length) }, () => open(stage.service.url)))));
  sockets.push(...opened);
  return opened;
}

const works = async (): Promise<boolean> => (await stage.ask(`/v1/orgs/${stage.organization}/spaces`)).ok;

/** Some megabytes. */
const largest = (): string => `${comments}?limit=${String(COMMENTS)}`;

/** The most memory that the process has while something goes on, beyond what it had before. */
async function growth(fault: string, work: () => Promise<unknown>): Promise<number> {
  let most = before;
  let isDone = false;
  const watching = (async (): Promise<void> => {
    while (!isDone) {
      most = Math.max(most, await residentMegabytes(stage.service.pid));
      await pause(50);
    }
  })();
  await work().finally(() => (isDone = true));
  await watching;
  report(`${fault}: memory ${before.toFixed(0)} MB before, ${most.toFixed(0)} MB at most`);
  return most - before;
}

const head = (path: string, method: string, ...more: string[]): string => [`${method} ${path} HTTP/1.1`, 'Host: a', `Authorization: Bearer ${TOKEN}`, ...more, '', ''].join('\r\n');

describe('clients that dribble', () => {
  it.each([
    ['headers', 'GET /v1/user HTTP/1.1\r\nHost: a\r\nX-Slow: '],
    ['bodies', 'POST /v1/orgs HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"title":"'],
  ])('their %s, by hundreds, hold up nobody, and are told 408 and cut', async (part, beginning) => {
    const grown = await growth(`500 dribbled ${part}`, async () => {
      const slow = await openMany(500);
      for (const socket of slow) dribble(socket, beginning, 500);
      const answers = Promise.all(slow.map(told));
      await recovers(`500 dribbled ${part}`, works);
      expect((await answers).map((answer) => /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])).toEqual(Array(500).fill('408'));
    });
    expect(grown).toBeLessThan(ROOM_MEGABYTES);
  });
});

describe('5,000 idle connections', () => {
  const IDLE = 5_000;
  /** For all else that a process has open. */
  const SPARE = 500;

  it('hold up nobody, and cost little memory', async () => {
    for (const [name, pid] of [['The service', stage.service.pid], ['The test', process.pid]] as const) {
      const limit = await mostOpenFiles(pid);
      if (limit < IDLE + SPARE) throw new Error(`${name} may open ${String(limit)} files; this test needs ${String(IDLE + SPARE)}. Raise the limit, with "ulimit -n" for example.`);
    }
    const opened = await openFiles(stage.service.pid);
    const grown = await growth('5,000 idle connections', async () => {
      const more = async (): Promise<number> => (await openFiles(stage.service.pid)) - opened;
      await until(async () => {
        // On a slow machine the first of them, idle for too long, are ended before the last are there.
        for (const socket of await openMany(IDLE - (await more()))) socket.resume().write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
        return (await more()) >= IDLE;
      });
      const begun = await more();
      await recovers('5,000 idle connections', works);
      report(`5,000 idle connections: the service has ${String(begun)} more open than before, and ${String(await more())} after requests were answered`);
      for (const socket of sockets) socket.destroy();
    });
    expect(grown).toBeLessThan(IDLE_MEGABYTES);
    await until(async () => (await openFiles(stage.service.pid)) < opened + SPARE);
  });
});

describe('a body of 1 GB', () => {
  it.each([
    ['with its length', 'Content-Length: 1000000000', false],
    ['in chunks', 'Transfer-Encoding: chunked', true],
  ])('%s is told 413 and cut before its end, by eight at once', async (form, header, isChunked) => {
    const grown = await growth(`1 GB ${form}`, async () => {
      const senders = await openMany(8);
      const answers = Promise.all(senders.map(told));
      const sent = await Promise.all(senders.map((socket) => pour(socket, head(`/v1/orgs/${stage.organization}/spaces`, 'POST', 'Content-Type: application/json', header), 1_000_000_000, isChunked)));
      for (const answer of await answers) expect(answer).toMatch(/^HTTP\/1\.1 413 /);
      for (const bytes of sent) expect(bytes).toBeLessThan(1_000_000_000);
      expect(await works()).toBe(true);
    });
    expect(grown).toBeLessThan(ROOM_MEGABYTES);
  });
});

describe('large bodies, each of them within its limit', () => {
  it('are taken while there is room, by dozens at once; then they are told 503, and small ones are not', async () => {
    const path = `/v1/spaces/${space}/change-requests/1/content`;
    const grown = await growth('80 bodies of 20 MB', async () => {
      const senders = await openMany(80);
      const answers = Promise.all(senders.map(told));
      const begun = Promise.all(senders.map((socket) => pour(socket, head(path, 'POST', 'Content-Type: application/json', 'Content-Length: 25000000'), 20_000_000, false)));
      await recovers('80 bodies of 20 MB', async () => (await works()) && (await stage.ask(`/v1/orgs/${stage.organization}/spaces`, 'POST', { title: 'Small' })).ok);
      await begun;
      for (const socket of senders) socket.end();
      const statuses = (await answers).map((answer) => /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
      report(`80 bodies of 20 MB: ${String(statuses.filter((status) => status === '503').length)} told 503`);
      expect(statuses.filter((status) => status === '503').length).toBeGreaterThan(60);
    });
    expect(grown).toBeLessThan(ROOM_MEGABYTES);
    expect(await works()).toBe(true);
  });
});

describe('clients that never read their answers', () => {
  it('get nothing of the others, who read by dozens at once', async () => {
    const readers = Array.from({ length: 60 }, async () => {
      let read = 0;
      await until(async () => {
        const answer = await stage.ask(largest());
        read = (await answer.text()).length;
        expect([200, 503]).toContain(answer.status);
        return answer.ok;
      });
      return read;
    });
    expect((await Promise.all(readers)).filter((length) => length > COMMENTS * COMMENT.length)).toHaveLength(60);
  });

  it('are cut in time, one that reads slowly is not', async () => {
    const stuck = await openMany(5);
    for (const socket of stuck) socket.pause().write(head(largest(), 'GET'));
    const [slow] = await openMany(1);
    let read = 0;
    slow?.on('data', (bytes: Buffer) => {
      read += bytes.length;
      slow.pause();
      setTimeout(() => slow.resume(), 100);
    });
    slow?.write(head(largest(), 'GET', 'Connection: close'));
    // It takes some megabytes, 64 kB at a time.
    await until(() => Promise.resolve(slow?.readableEnded === true || slow?.destroyed === true));
    expect(read).toBeGreaterThan(COMMENTS * COMMENT.length);
    await until(async () => (await connectionsLeft(stuck)) === 0);
  });
});

describe('large answers, asked for by 300 at once', () => {
  it('are told as there is room, in turn, then 503; small ones are told meanwhile', async () => {
    const grown = await growth('300 large reads', async () => {
      const readers = await openMany(300);
      const answers = Promise.all(readers.map(measured));
      for (const socket of readers) socket.write(head(largest(), 'GET', 'Connection: close'));
      await recovers('300 large reads', works);
      const told = await answers;
      const whole = told.filter(({ status, bytes }) => status === 200 && bytes > COMMENTS * COMMENT.length);
      const refused = told.filter(({ status, head: text }) => status === 503 && /^Retry-After: /im.test(text));
      report(`300 large reads: ${String(whole.length)} told, ${String(refused.length)} told 503`);
      expect(whole.length + refused.length).toBe(300);
      expect(whole.length).toBeGreaterThan(0);
    });
    expect(grown).toBeLessThan(ROOM_MEGABYTES);
  });

  it('who never read them take a bounded part of memory, and hold up nobody', async () => {
    const grown = await growth('300 that never read', async () => {
      for (const socket of await openMany(300)) socket.pause().write(head(largest(), 'GET'));
      await recovers('300 that never read', works);
      await until(async () => {
        const answer = await stage.ask(largest());
        return (await answer.text()).length > COMMENTS * COMMENT.length;
      });
    });
    expect(grown).toBeLessThan(ROOM_MEGABYTES);
  });
});

/** What the service says until it ends the connection: how it begins, and how much it is. */
async function measured(socket: Socket): Promise<{ status: number; head: string; bytes: number }> {
  let [text, bytes] = ['', 0];
  socket.on('data', (more: Buffer) => {
    if (bytes < 1_000) text += more.toString('latin1', 0, 1_000);
    bytes += more.length;
  });
  await new Promise((resolve) => socket.once('close', resolve));
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]), head: text, bytes };
}

/** How many of them the service still keeps. One that doesn't read sees its end only when it writes. */
async function connectionsLeft(opened: readonly Socket[]): Promise<number> {
  for (const socket of opened) if (socket.writable) socket.write('\r\n');
  await pause(100);
  return opened.filter(({ destroyed }) => !destroyed).length;
}
