import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { contractFaults } from '../../support/contract.js';
import { operationsOf } from '../../support/openapi.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { Dice } from './dice.js';
import { type FuzzRequest, FuzzRequests } from './fuzz-requests.js';
import { type FuzzCaller, makeWorld } from './fuzz-world.js';
import { KnownIds } from './known-ids.js';
import { rowsOf } from './rows-of.js';
import { curl, simplest } from './simplest.js';

const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 2_000);
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_260_101);
/** Requests of one lane wait for each other, so that a seed repeats them. */
const LANES = 4;
/** What the callers own wears out: some of it is deleted, and some of them lose their rights. */
const RENEW_AFTER = 250;
/** In every text of an organization that none of the callers belongs to. */
const CANARY = 'canary-of-strangers';
const PATIENCE = 60_000;
const NOBODY: readonly FuzzCaller[] = [
  { name: 'unknown', token: 'unknown' },
  { name: 'nobody', token: undefined },
];

let service: TestApp;
let strangers: Readonly<Record<string, string>>;
/** Those of them that nobody else's rows may name: a slug or a path is anybody's. */
let guarded: readonly string[];
let canaries: readonly string[];
/** Ids of the requests that were refused. */
const refused: string[] = [];

beforeAll(async () => {
  service = await startTestApp();
  // Whoever knows an invite may take it.
  const { ids, secrets } = await makeWorld(service, CANARY);
  strangers = { ...ids, inviteId: 'unknown' };
  canaries = secrets;
  guarded = Object.entries(strangers).flatMap(([name, id]) => (name.endsWith('Id') && name !== 'inviteId' ? [id] : []));
});
afterAll(() => service.close());

it(
  'random requests are never an error of the service, and neither tell nor change anything of another organization',
  async () => {
    const before = await rowsOf(service.make.db, guarded);
    expect(Object.values(before).filter((rows) => rows.length > 0).length).toBeGreaterThan(20);
    const codes = new Map<number, number>();
    const lanes = Array.from({ length: LANES }, (_, lane) => runLane(SEED + lane, Math.ceil(REQUESTS / LANES), codes));
    const faults = (await Promise.all(lanes)).flat();
    process.stderr.write(`Answers by status: ${JSON.stringify(Object.fromEntries(codes))}\n`);
    expect(faults).toEqual([]);
    expect(await rowsOf(service.make.db, guarded)).toEqual(before);
    expect(await service.make.db.query("SELECT operation, targets FROM audit_log WHERE outcome = 'done' AND request_id = ANY ($1)", [refused])).toEqual([]);
    // Much of what is sent comes past the checks of its form.
    const admitted = [...codes].filter(([code]) => code < 300).reduce((sum, [, count]) => sum + count, 0);
    expect(admitted).toBeGreaterThan(REQUESTS / 10);
  },
  PATIENCE + REQUESTS * 200,
);

async function runLane(seed: number, requests: number, codes: Map<number, number>): Promise<string[]> {
  const dice = new Dice(seed);
  let world = await makeWorld(service, 'ours');
  const ids = new KnownIds(world.ids, strangers);
  const source = new FuzzRequests(dice, service.document, operationsOf(service.document), ids);
  const faults: string[] = [];
  for (let count = 1; count <= requests; count += 1) {
    if (count % RENEW_AFTER === 0) {
      world = await makeWorld(service, 'ours');
      ids.renew(world.ids);
    }
    const caller = dice.once(2) ? world.administrator : (dice.pick([...world.others, ...NOBODY]) ?? world.administrator);
    const request = source.next();
    const found = await faultsOf(request, caller, codes);
    if (found.length === 0) continue;
    const simpler = await simplest(request, async (candidate) => (await faultsOf(candidate, caller)).length > 0);
    faults.push(`seed ${String(seed)}, request ${String(count)}: ${found.join('\n')}\n${curl(service.url, simpler, caller.name)}`);
  }
  return faults;
}

async function faultsOf({ method, path, headers, body }: FuzzRequest, { token }: FuzzCaller, codes = new Map<number, number>()): Promise<string[]> {
  const signal = AbortSignal.timeout(PATIENCE);
  const sent = token === undefined ? headers : { ...headers, authorization: `Bearer ${token}` };
  try {
    const response = await fetch(service.url + path, { method, headers: sent, body, redirect: 'manual', signal });
    const text = Buffer.from(await response.arrayBuffer()).toString('latin1');
    codes.set(response.status, (codes.get(response.status) ?? 0) + 1);
    // One that the client gives itself may be that of others, too.
    if (response.status >= 400 && !('x-request-id' in headers)) refused.push(response.headers.get('x-request-id') ?? '');
    return [
      ...(response.status >= 500 ? [`answered ${String(response.status)}: ${text.slice(0, 300)}`] : []),
      ...(canaries.some((canary) => [text, ...response.headers.values()].some((told) => told.includes(canary))) ? [`tells of strangers: ${text.slice(0, 2_000)}`] : []),
      ...documentFaults(method, path, response, text),
    ];
  } catch (error) {
    return [`was not answered: ${String(error)}`];
  }
}

/** What an answer of JSON has against the document. */
function documentFaults(method: string, path: string, { status, headers }: Response, text: string): string[] {
  // A body of another type for an operation that takes none.
  if (status === 415) return [];
  if (headers.get('content-type')?.startsWith('application/json') !== true || text === '') return [];
  const body: unknown = JSON.parse(Buffer.from(text, 'latin1').toString('utf8'));
  return contractFaults(service.document, method, new URL(path, service.url).pathname, { status, headers, body }).map((fault) => `${String(status)} is not as documented: ${fault}`);
}
