import 'reflect-metadata';
import { setTimeout as sleep } from 'node:timers/promises';
import { Sights, SoakClient } from './client.js';
import { History, type Json, type Register, registerFault, wholeFault } from './history.js';
import { Actor, type Ground, type Random } from './operations.js';
import { readOptions, type SoakOptions } from './options.js';
import { Stage, TOKEN } from './stage.js';

const SPACES = 4;
const FAULTS = ['restartDatabase', 'killService'] as const;
/** Told of each kind of fault. */
const MOST_LINES = 20;

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  say(`${String(options.clients)} clients for ${String(options.seconds)} s, seed ${String(options.seed)}.`);
  const stage = await Stage.open();
  // Whoever stops the soak finds nothing of it.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stage.close().finally(() => process.exit(1)));
  try {
    const lines = await soak(stage, options);
    for (const line of lines.slice(0, MOST_LINES)) say(`FAULT ${line}`);
    say(lines.length === 0 ? 'Everything that was acknowledged is there, and everything holds together.' : `${String(lines.length)} faults; again with --seed ${String(options.seed)}.`);
    process.exitCode = lines.length === 0 ? 0 : 1;
  } finally {
    await stage.close();
  }
}

/** What was wrong. */
async function soak(stage: Stage, options: SoakOptions): Promise<string[]> {
  await stage.ready();
  const [sights, history] = [new Sights(), new History()];
  const admin = new SoakClient(stage.url, TOKEN, sights);
  const ground = await makeGround(admin);
  const before = await stage.memory();
  let injecting = true;
  const clients = Array.from({ length: options.clients }, async (_, index) => {
    const actor = new Actor(`c${String(index)}`, admin, history, ground, randomNumbers(options.seed * 100 + index));
    while (injecting) await actor.act();
  });
  const injected = await inject(stage, options).finally(() => {
    injecting = false;
  });
  await Promise.all(clients);
  await stage.ready();
  const after = await stage.memory();
  const { acknowledged, unavailable, broken, left, refused } = sights;
  say(`Requests: ${String(acknowledged)} acknowledged, ${String(unavailable)} answered 503 with Retry-After, ${String(broken)} broken off by the service, ${String(left)} by the client, ${String(refused)} refused.`);
  say(`Faults injected: ${injected.join(', ')}. Memory: ${megabytes(before)} at first, ${megabytes(after)} of the last process in the end.`);
  const idle = acknowledged < options.clients ? ['The clients got next to nothing done.'] : [];
  const found = [...idle, ...sights.faults, ...(await lost(admin, history))];
  const { code, report } = await stage.check();
  say(`Looked for ${String(history.registers.length)} texts and ${String(history.wholes.length)} change requests; the check of the database ended with ${String(code)}.`);
  return code === 0 ? found : [...found, `check: ${report}`];
}

async function makeGround(admin: SoakClient): Promise<Ground> {
  const made = async (path: string, body: object): Promise<Json> => {
    const outcome = await admin.send({ method: 'POST', path, body });
    if (outcome.kind !== 'acknowledged') throw new Error(`POST ${path} was not done.`);
    return outcome.body;
  };
  const [{ items }, user] = await Promise.all([admin.read('/v1/orgs'), admin.read('/v1/user')]);
  const organizationId: string = items[0].id;
  const spaceIds: string[] = [];
  for (let space = 1; space <= SPACES; space += 1) spaceIds.push((await made(`/v1/orgs/${organizationId}/spaces`, { title: `Space ${String(space)}` })).id);
  const site = await made(`/v1/orgs/${organizationId}/sites`, { title: 'Soaked', spaces: [] });
  return { organizationId, userId: user.id, spaceIds, siteId: site.id };
}

/** Takes the database and the service away in turn, with time between to work; what was done. */
async function inject(stage: Stage, { seconds }: SoakOptions): Promise<string[]> {
  const done: string[] = [];
  const end = Date.now() + seconds * 1_000;
  const pause = Math.min(8_000, (seconds * 1_000) / 5);
  // Each at least once, however slow the machine is.
  for (let turn = 0; turn < FAULTS.length || Date.now() + pause < end; turn += 1) {
    await sleep(pause);
    const fault = FAULTS[turn % FAULTS.length] ?? 'killService';
    await stage[fault]();
    done.push(fault);
  }
  await sleep(pause);
  return done;
}

/** What is not there, or only half. */
async function lost(admin: SoakClient, history: History): Promise<string[]> {
  const faults: (string | undefined)[] = [];
  for (const register of history.registers) faults.push(registerFault(register, textAt(register, await admin.read(register.path))));
  const titles = new Map<string, ReadonlySet<string>>();
  for (const whole of history.wholes) {
    const space = whole.path.slice(0, whole.path.indexOf('/change-requests'));
    const pages = titles.get(space) ?? new Set((await admin.read(`${space}/content/pages`)).pages.map((page: Json) => page.title as string));
    titles.set(space, pages);
    faults.push(wholeFault(whole, (await admin.read(whole.path)).status, pages));
  }
  return faults.filter((fault) => fault !== undefined);
}

function textAt({ field }: Register, body: Json): string | undefined {
  const value: unknown = field.reduce((part: Json, name) => part?.[name], body);
  return typeof value === 'string' ? value.trim() : undefined;
}

/** The same ones for the same seed (a linear congruential generator). */
function randomNumbers(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function megabytes(value: number | undefined): string {
  return value === undefined ? 'unknown' : `${value.toFixed(0)} MB`;
}

await main();
