import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/ids/id.js';
import { RightsCaches } from '../../src/kernel/permissions/rights-caches.js';
import { commitTo, makeChangeRequest } from '../support/change-requests.js';
import type { Answer, Client } from '../support/client.js';
import { newPage } from '../support/factories.js';
import { makeSite, sitePath } from '../support/site-factories.js';
import { Statements } from '../support/statements.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

/** Of everything that is listed. */
const MANY = 20;

interface Stage {
  as: Client;
  organizationId: string;
  space: string;
  pageId: string;
  site: string;
  /** A change request with a change of its own. */
  changed: string;
}

interface Budget {
  name: string;
  /** Most round trips with nothing remembered of the caller's rights: the first time, and again. */
  first: number;
  again: number;
  ask: (stage: Stage) => Promise<Answer>;
}

/** Each has three for the caller's rights and where the content stands; reads of unchanged content ask for no more, but for where sites publish the space. */
const BUDGETS: readonly Budget[] = [
  { name: 'a page by its id', first: 5, again: 3, ask: ({ as, space, pageId }) => as.get(`${space}/content/page/${pageId}`) },
  { name: 'the tree of pages', first: 4, again: 3, ask: ({ as, space }) => as.get(`${space}/content/pages`) },
  { name: 'the whole revision', first: 7, again: 4, ask: ({ as, space }) => as.get(`${space}/content`) },
  { name: 'the spaces of an organization', first: 4, again: 4, ask: ({ as, organizationId }) => as.get(`/v1/orgs/${organizationId}/spaces`) },
  { name: 'the comments of a space', first: 6, again: 4, ask: ({ as, space }) => as.get(`${space}/comments`) },
  { name: 'the change requests of a space', first: 5, again: 5, ask: ({ as, space }) => as.get(`${space}/change-requests`) },
  { name: 'the change requests of an organization', first: 5, again: 5, ask: ({ as, organizationId }) => as.get(`/v1/orgs/${organizationId}/change-requests`) },
  { name: 'the members of an organization', first: 6, again: 6, ask: ({ as, organizationId }) => as.get(`/v1/orgs/${organizationId}/members`) },
  { name: 'the sites of an organization', first: 4, again: 4, ask: ({ as, organizationId }) => as.get(`/v1/orgs/${organizationId}/sites`) },
  { name: 'the structure of a site', first: 9, again: 9, ask: ({ as, site }) => as.get(`${site}/structure`) },
  { name: 'a change request', first: 3, again: 3, ask: ({ as, changed }) => as.get(changed) },
  { name: 'a search in a space', first: 4, again: 3, ask: ({ as, space }) => as.get(`${space}/search?query=word`) },
  { name: 'a search in an organization', first: 7, again: 7, ask: ({ as, organizationId }) => as.get(`/v1/orgs/${organizationId}/search?query=word`) },
  { name: 'the published profile of a site', first: 13, again: 4, ask: ({ as, site }) => as.get(`${site}/published`) },
  { name: 'a new comment', first: 6, again: 4, ask: ({ as, space, pageId }) => as.post(`${space}/comments`, { page: pageId, body: { markdown: 'A word.' } }) },
  { name: 'a new change request', first: 9, again: 9, ask: ({ as, space }) => as.post(`${space}/change-requests`, { subject: 'A word' }) },
  { name: 'unpublishing a site and publishing it', first: 14, again: 14, ask: async ({ as, site }) => ((await as.post(`${site}/unpublish`)).status === 200 ? as.post(`${site}/publish`) : as.get('/none')) },
  { name: 'an update of a change request', first: 6, again: 6, ask: ({ as, changed }) => as.post(`${changed}/update`) },
  { name: 'a new space', first: 13, again: 13, ask: ({ as, organizationId }) => as.post(`/v1/orgs/${organizationId}/spaces`, { title: 'A word' }) },
  { name: 'an edit of a page', first: 12, again: 12, ask: ({ as, changed, pageId }) => as.post(`${changed}/content`, { changes: [rewrite(pageId)] }) },
];
/** Once only, so apart from the others. */
const MERGE = 16;

function rewrite(page: string): object {
  return { operation: 'update_page', page, document: { markdown: `The word ${newId()}.\n` } };
}

let service: TestApp;
let statements: Statements;
let few: Stage;
let many: Stage;

beforeAll(async () => {
  service = await startTestApp();
  statements = Statements.of(service);
  few = await makeStage(2);
  many = await makeStage(MANY);
});
afterAll(() => service.close());

/** Things of each kind, `count` of them. */
async function makeStage(count: number): Promise<Stage> {
  const { make } = service;
  const { space, member } = await make.spaceWithMember('admin');
  const { organizationId } = space;
  const as = service.as(member.token);
  const pages = Array.from({ length: count }, (_, index) => newPage({ title: `Page ${String(index)}`, markdown: `A word of page ${String(index)}.\n` }));
  await make.commit(space.id, { newPages: pages });
  const path = `/v1/spaces/${space.id}`;
  const spaces = [space];
  let changed = '';
  for (let index = 0; index < count; index += 1) {
    spaces.push(await make.space({ organizationId, title: `Space ${String(index)}` }));
    await as.post(`${path}/comments`, { page: pages[index]?.pageId, body: { markdown: 'A word.' } });
    const changeRequest = await makeChangeRequest(service, space.id, member.id);
    await commitTo(service, space.id, changeRequest, { newPages: [newPage({ title: `New page ${String(index)}` })] });
    changed = `${path}/change-requests/${changeRequest}`;
  }
  const site = await makeSite(service, { organizationId, spaces, published: true });
  return { as, organizationId, space: path, pageId: pages[0]?.pageId ?? '', site: sitePath(site), changed };
}

/** Round trips behind a request, with nothing remembered of anybody's rights. */
async function costOf(ask: () => Promise<Answer>): Promise<number> {
  service.app.get(RightsCaches).changed();
  const goes = await statements.goesDuring(async () => {
    const { status, body } = await ask();
    if (status > 201) throw new Error(JSON.stringify(body));
  });
  return goes.length;
}

describe.each([['few', () => few], ['many', () => many]] as const)('an organization with %s things of each kind asks the database', (_, stageOf) => {
  it.each(BUDGETS)('at most $first times for $name, and $again times again', async ({ first, again, ask }) => {
    const stage = stageOf();
    expect(await costOf(() => ask(stage))).toBeLessThanOrEqual(first);
    expect(await costOf(() => ask(stage))).toBeLessThanOrEqual(again);
  });

  it(`at most ${String(MERGE)} times for a merge`, async () => {
    const { as, changed } = stageOf();
    expect(await costOf(() => as.post(`${changed}/merge`))).toBeLessThanOrEqual(MERGE);
  });
});

it('counts what transactions, plain and prepared statements ask', async () => {
  const { make } = service;
  const asked = await statements.during(async () => {
    await make.db.transaction(async () => {
      await make.db.query('SELECT 1');
      await make.db.query({ name: 'test_counted', text: 'SELECT 2' });
    });
  });
  expect(asked).toEqual(['START TRANSACTION', 'SELECT 1', 'SELECT 2', 'COMMIT']);
});
