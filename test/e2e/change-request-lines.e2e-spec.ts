import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { contentState } from '../../src/modules/change-requests/change-request-branch.js';
import { ChangeRequestEntity } from '../../src/modules/change-requests/change-request.entity.js';
import type { PageNode } from '../../src/modules/content/model/page.js';
import type { ContentChanges } from '../../src/modules/content/store/content-changes.js';
import { ContentReader } from '../../src/modules/content/store/content-reader.js';
import { type LineState, mainState } from '../../src/modules/content/store/line-state.js';
import { commitTo, makeChangeRequest } from '../support/change-requests.js';
import type { Client } from '../support/client.js';
import { newPage, type TestUser } from '../support/factories.js';
import { historyFaults } from '../support/history-faults.js';
import { SLOW } from '../support/processes.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

jest.setTimeout(SLOW);

let service: TestApp;
let reader: ContentReader;
let organizationId: string;
let member: TestUser;
let as: Client;

beforeAll(async () => {
  service = await startTestApp();
  reader = service.app.get(ContentReader);
  organizationId = (await service.make.organization()).id;
  member = await service.make.user({ organizationId, role: 'review' });
  as = service.as(member.token);
});
afterAll(() => service.close());

interface Step {
  on: 'main' | 'request';
  kind: 'insert' | 'edit' | 'rename' | 'move' | 'delete' | 'update';
  page: number;
  other: number;
  text: number;
}

const STEPS = fc.array(
  fc.record<Step>({
    on: fc.constantFrom('main', 'request'),
    kind: fc.constantFrom('insert', 'edit', 'rename', 'move', 'delete', 'update'),
    page: fc.nat(20),
    other: fc.nat(20),
    text: fc.nat(3),
  }),
  { minLength: 1, maxLength: 12 },
);

interface FlatPage {
  id: string;
  path: string;
  parent: string | null;
  title: string;
  document: string | null;
}

describe('a change request and the main content, whatever happens to both', () => {
  it('are trees at every step, and the same once the one is brought up to date and merged', async () => {
    await fc.assert(fc.asyncProperty(STEPS, run), { numRuns: 25 });
  });
});

async function run(steps: readonly Step[]): Promise<void> {
  const { id: spaceId } = await service.make.space({ organizationId });
  for (const title of ['A', 'B', 'C']) await service.make.page(spaceId, { title, markdown: `${title}\n\none\n\ntwo\n` });
  const id = await makeChangeRequest(service, spaceId);
  const one = `/v1/spaces/${spaceId}/change-requests/${id}`;
  const request = async (): Promise<FlatPage[]> => flat(contentState(await service.make.db.repo(ChangeRequestEntity).findOneByOrFail({ id })));
  for (const step of steps) {
    if (step.kind === 'update') {
      expect((await as.post(`${one}/update`)).status).toBe(200);
    } else {
      const changes = changesOf(step, step.on === 'main' ? await flat(mainState(spaceId)) : await request());
      if (changes !== undefined) await (step.on === 'main' ? service.make.commit(spaceId, changes) : commitTo(service, spaceId, id, changes));
    }
    expect(treeFaults(await request())).toEqual([]);
  }
  await as.post(`${one}/update`);
  const updated = await request();
  expect(treeFaults(updated)).toEqual([]);
  const { body } = await as.post(`${one}/merge`);
  if (body.result === 'merge') expect(await flat(mainState(spaceId))).toEqual(updated);
  expect(await historyFaults(service.make.db, spaceId)).toEqual([]);
}

function changesOf({ kind, page, other, text }: Step, pages: readonly FlatPage[]): ContentChanges | undefined {
  const chosen = pages[page % Math.max(1, pages.length)];
  const parent = pages[other % (pages.length + 1)];
  const words = ['zero', 'first', 'second', 'third'][text] ?? '';
  if (kind === 'insert') return { newPages: [newPage({ title: words, parentId: parent?.id ?? null, markdown: `${words}\n` })] };
  if (chosen === undefined) return undefined;
  const pageId = chosen.id;
  switch (kind) {
    case 'edit':
      return { pageUpdates: [{ pageId, markdown: `${words}\n\none\n\n${text > 1 ? words : 'two'}\n` }] };
    case 'rename':
      return { pageUpdates: [{ pageId, fields: { title: words }, slug: words }] };
    case 'move':
      return parent !== undefined && isBelow(pages, parent, pageId) ? undefined : { pageUpdates: [{ pageId, parentId: parent?.id ?? null, at: text }] };
    default:
      return { deletedPages: [pageId] };
  }
}

function isBelow(pages: readonly FlatPage[], page: FlatPage, ancestor: string): boolean {
  if (page.id === ancestor) return true;
  const parent = pages.find(({ id }) => id === page.parent);
  return parent !== undefined && isBelow(pages, parent, ancestor);
}

/** In the order of the tree. */
async function flat(state: LineState): Promise<FlatPage[]> {
  const walk = (nodes: readonly PageNode[]): FlatPage[] =>
    nodes.flatMap((node) => [{ id: node.pageId, path: node.path, parent: node.parentId, title: node.title, document: node.documentId }, ...walk(node.pages)]);
  return walk((await reader.findTree(state))?.pages ?? []);
}

function treeFaults(pages: readonly FlatPage[]): FlatPage[] {
  const ids = new Set(pages.map(({ id }) => id));
  const paths = pages.map(({ path }) => path);
  return pages.filter(({ path, parent }, index) => (parent !== null && !ids.has(parent)) || paths.indexOf(path) !== index);
}
