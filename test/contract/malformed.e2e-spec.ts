import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { databaseSums } from '../support/database-sums.js';
import { everythingIn } from '../support/everything.js';
import { operationsOf } from '../support/openapi.js';
import { type RawAnswer, sendRaw } from '../support/raw-http.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { bodyFaults } from './malformed/body-faults.js';
import type { MalformedRequest, Target } from './malformed/malformed-request.js';
import { methodFaults, pathFaults } from './malformed/path-faults.js';
import { protocolFaults } from './malformed/protocol-faults.js';
import { queryFaults } from './malformed/query-faults.js';

const REQUESTS = 2_000;
const AT_ONCE = 12;
const SEED = 20_260_101;

let service: TestApp;
let requests: readonly MalformedRequest[];

beforeAll(async () => {
  service = await startTestApp();
  requests = await makeRequests();
});
afterAll(() => service.close());

describe('malformed requests', () => {
  it('get a 4xx that tells the fault, in the one shape, and change nothing', async () => {
    expect(requests.length).toBe(REQUESTS);
    const before = await databaseSums(service.make.db);
    const faults: string[] = [];
    const waiting = requests[Symbol.iterator]();
    const worker = async (): Promise<void> => {
      for (const request of waiting) faults.push(...(await faultsOf(request)));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    expect(faults).toEqual([]);
    expect(await databaseSums(service.make.db)).toEqual(before);
    expect((await service.as().get('/readyz')).status).toBe(200);
  });
});

async function faultsOf({ fault, bytes, expected, tellsAllow }: MalformedRequest): Promise<string[]> {
  try {
    const answer = await sendRaw(service.url, bytes);
    const faults = expected.includes(answer.status) ? shapeFaults(answer) : [`is ${String(answer.status)} instead of ${expected.join(' or ')}: ${answer.body.slice(0, 200)}`];
    if (tellsAllow === true && !/^[A-Z]+(?:, [A-Z]+)*$/.test(answer.headers.get('allow') ?? '')) faults.push('lacks Allow');
    if (answer.status === 401 && answer.headers.get('www-authenticate') !== 'Bearer') faults.push('lacks WWW-Authenticate');
    return faults.map((text) => `${fault}: ${text}`);
  } catch (error) {
    return [`${fault}: ${String(error)}`];
  }
}

/** `{error: {code, message, details?}}`, and nothing of the inside. */
function shapeFaults({ status, headers, body }: RawAnswer): string[] {
  if (!(headers.get('content-type') ?? '').startsWith('application/json')) return ['is not JSON'];
  try {
    expect(JSON.parse(body)).toEqual({ error: { code: status, message: expect.stringMatching(/\S/), ...(body.includes('"details"') ? { details: expect.any(Array) } : {}) } });
  } catch {
    return [`is of another shape: ${body.slice(0, 200)}`];
  }
  return /node_modules|\.[jt]s:\d|SELECT |QueryFailed|syntax error/.test(body) ? [`tells of the inside: ${body.slice(0, 200)}`] : [];
}

/** Every fault of every operation; random parts differ in each round, and rounds go on until there are enough. */
async function makeRequests(): Promise<MalformedRequest[]> {
  const targets = await makeTargets();
  const made: MalformedRequest[] = [];
  while (made.length < REQUESTS) {
    for (const target of targets) made.push(...pathFaults(target), ...methodFaults(target), ...queryFaults(target), ...bodyFaults(target), ...protocolFaults(target));
  }
  const order = fc.sample(fc.shuffledSubarray(made, { minLength: REQUESTS, maxLength: REQUESTS }), { seed: SEED, numRuns: 1 });
  return order[0] ?? [];
}

async function makeTargets(): Promise<Target[]> {
  const { space, member } = await service.make.spaceWithMember('admin');
  const { space: foreign } = await service.make.spaceWithMember('admin');
  const [ids, foreignIds] = await Promise.all([everythingIn(service, space), everythingIn(service, foreign)]);
  const links = await service.as(member.token).get(`/v1/spaces/${space.id}/content/page/${String(ids['pageId'])}/links?limit=1`);
  const cursor = String(links.body.next.page);
  const texts = fc.sample(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), { seed: SEED, numRuns: 5_000 });
  const anyText = (): string => texts.pop() ?? 'text';
  return operationsOf(service.document).map((operation) => {
    // The cursor holds for one list with one filter only.
    const isItsList = operation.operationId === 'listPageLinksInSpace';
    const foreignCursors = [`${cursor.slice(0, -1)}${cursor.endsWith('A') ? 'B' : 'A'}`, ...(isItsList ? [`${cursor}&status=broken`] : [cursor])];
    const placed = operation.path.includes('{changeRequestId}') ? inChangeRequest : (all: Record<string, string>) => all;
    return { document: service.document, operation, token: member.token, ids: placed(ids), foreignIds: placed(foreignIds), foreignCursors, anyText };
  });
}

/** The comments of a change request stand for those of its space. */
function inChangeRequest(ids: Record<string, string>): Record<string, string> {
  return { ...ids, commentId: ids['changeRequestCommentId'] ?? '', commentReplyId: ids['changeRequestReplyId'] ?? '' };
}
