import 'reflect-metadata';
import { Sights, SoakClient } from './client.js';
import { History, type Json } from './history.js';
import { inject } from './injection.js';
import { MemoryWatch } from './memory-watch.js';
import { Actor } from './operations/actor.js';
import { type Ground, Hand } from './operations/hand.js';
import { readOptions, type SoakOptions } from './options.js';
import { type Random, Stage, TOKEN } from './stage.js';
import { lost, settle } from './verdict.js';

const SPACES = 4;
/** Far more than a process of the service needs at this load. */
const MOST_MEGABYTES = 600;
/** Told of what was wrong. */
const MOST_LINES = 20;

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  say(`${String(options.clients)} clients for ${String(options.seconds)} s, seed ${String(options.seed)}; ${options.layout === 'workers' ? 'one node of two workers' : 'two nodes, of which one does the jobs'}.`);
  const stage = await Stage.open(options.layout);
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
async function soak(stage: Stage, { clients, seconds, seed }: SoakOptions): Promise<string[]> {
  const [sights, history, memory] = [new Sights(), new History(), new MemoryWatch(() => stage.processIds)];
  const { urls } = stage;
  const [admin, ...others] = urls.map((url) => new SoakClient(url, TOKEN, sights));
  if (admin === undefined) throw new Error('There is no node.');
  const ground = await makeGround(admin, stage);
  let injecting = true;
  const working = Array.from({ length: clients }, async (_, index) => {
    const client = [admin, ...others][index % urls.length] ?? admin;
    const actor = new Actor(new Hand(`c${String(index)}`, client, history, ground, randomNumbers(seed * 100 + index)));
    while (injecting) await actor.act();
  });
  const injected = await inject(stage, seconds, randomNumbers(seed * 100 + clients)).finally(() => {
    injecting = false;
  });
  await Promise.all(working);
  await stage.ready();
  await settle(admin, ground.organizationId, () => stage.queue());
  const { acknowledged, unavailable, broken, left, refused } = sights;
  say(`Requests: ${String(acknowledged)} acknowledged, ${String(unavailable)} answered 503 with Retry-After, ${String(broken)} broken off by the service, ${String(left)} by the client, ${String(refused)} refused; ${String(history.conflicts)} conflicts.`);
  say(`Faults injected: ${injected.join(', ')}.`);
  const idle = acknowledged < clients ? ['The clients got next to nothing done.'] : [];
  const found = [...idle, ...sights.faults, ...(await lost(admin, history))];
  const { code, report } = await stage.check();
  await memory.stop();
  say(`Memory: at most ${memory.ofOne.toFixed(0)} MB in one process of the service, ${memory.ofAll.toFixed(0)} MB in all at once.`);
  say(`Looked for ${String(history.registers.length)} texts, ${String(history.wholes.length)} change requests and ${String(history.lines.length)} lines; the check of the database ended with ${String(code)}.`);
  if (memory.ofOne > MOST_MEGABYTES) found.push(`A process took ${memory.ofOne.toFixed(0)} MB of memory; ${String(MOST_MEGABYTES)} are bearable.`);
  return code === 0 ? found : [...found, `check: ${report}`];
}

async function makeGround(admin: SoakClient, stage: Stage): Promise<Ground> {
  const made = async (path: string, body: object): Promise<Json> => {
    const outcome = await admin.send({ method: 'POST', path, body });
    if (outcome.kind !== 'acknowledged') throw new Error(`POST ${path} was not done.`);
    return outcome.body;
  };
  const [{ items }, user] = await Promise.all([admin.read('/v1/orgs'), admin.read('/v1/user')]);
  const organizationId: string = items[0].id;
  const spaceIds: string[] = [];
  const sharedPages: string[] = [];
  for (let space = 1; space <= SPACES; space += 1) {
    const path = `/v1/spaces/${String((await made(`/v1/orgs/${organizationId}/spaces`, { title: `Space ${String(space)}` })).id)}`;
    const request = `${path}/change-requests/${String((await made(`${path}/change-requests`, { subject: 'A page for all' })).id)}`;
    await made(`${request}/content`, { changes: [{ operation: 'insert_page', title: 'For all', document: { markdown: 'Begin\n\nEnd\n' } }] });
    await made(`${request}/merge`, {});
    const { pages } = await admin.read(`${path}/content/pages`);
    sharedPages.push(`${path}/content/page/${String(pages[0].id)}`);
    spaceIds.push(path.slice(path.lastIndexOf('/') + 1));
  }
  const site = await made(`/v1/orgs/${organizationId}/sites`, { title: 'Soaked', spaces: [] });
  return { organizationId, userId: user.id, spaceIds, sharedPages, siteId: site.id, imports: stage.site };
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

await main();
