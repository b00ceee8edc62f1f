import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database, type Statement } from '../../src/kernel/database/database.js';
import { newId } from '../../src/kernel/ids/id.js';
import { ContentCopy } from '../../src/modules/content/store/content-copy.js';
import { makeChangeRequest } from '../support/change-requests.js';
import type { Client, Json } from '../support/client.js';
import { newPage } from '../support/factories.js';
import { historyFaults } from '../support/history-faults.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  // Nobody writes the rows of a duplicate but who needs them.
  service = await startTestApp({ JOB_CONCURRENCY: '0' });
});
afterAll(() => service.close());

interface Stage {
  organizationId: string;
  userId: string;
  client: Client;
  original: string;
  /** A duplicate without rows of its own. */
  copy: string;
  guide: string;
  child: string;
}

async function makeStage(pages = 0): Promise<Stage> {
  const { id: organizationId } = await service.make.organization();
  const { id: userId, token } = await service.make.user({ organizationId, role: 'admin' });
  const client = service.as(token);
  const { id: original } = await service.make.space({ organizationId });
  await service.make.file(original, { gitPath: 'a.png' });
  const [guide, child] = [newId(), newId()];
  await service.make.commit(original, {
    newPages: [
      newPage({ pageId: guide, title: 'Guide', gitPath: 'guide.md', variables: { name: 'you' }, markdown: '# Top\n\nHello {{ page.vars.name }} [child](guide/child) [later](later) ![file](a.png)\n' }),
      newPage({ pageId: child, parentId: guide, title: 'Child', markdown: 'Zebra [up](/guide)\n' }),
      ...Array.from({ length: pages }, (_, index) => newPage({ title: `Page ${String(index)}`, markdown: `Text ${String(index)}. [guide](guide)\n` })),
    ],
    variables: { product: 'Docspine' },
  });
  const { status, body } = await client.post(`/v1/spaces/${original}/duplicate`);
  expect(status).toBe(201);
  return { organizationId, userId, client, original, copy: String(body.id), guide, child };
}

const finish = (...spaceIds: string[]): Promise<void> => service.app.get(ContentCopy).finish(spaceIds);

async function rowsOf(spaceId: string): Promise<number> {
  const [row] = await service.make.db.query<{ count: number }>("SELECT count(*)::integer AS count FROM page_versions WHERE space_id = $1 AND line = 'main'", [spaceId]);
  return row?.count ?? -1;
}

/** Signatures tell the time. */
function withoutSignatures(value: Json): Json {
  return JSON.parse(JSON.stringify(value).replaceAll(/\?expires=\d+&signature=[\w-]+/g, '')) as Json;
}

/** The titles and bodies of the guide and its child, and whether the guide's links lead somewhere. */
async function contentOf({ client, guide, child }: Stage, spaceId: string): Promise<Json[]> {
  const { body: tree } = await client.get(`/v1/spaces/${spaceId}/content`);
  const bodies = await Promise.all([guide, child].map(async (page) => (await client.get(`/v1/spaces/${spaceId}/content/page/${page}`)).body.markdown));
  const { body: links } = await client.get(`/v1/spaces/${spaceId}/content/page/${guide}/links`);
  return [tree.pages.map((page: Json) => [page.title, page.pages.map((below: Json) => below.title)]), tree.files.map((file: Json) => file.name), tree.variables, bodies, links.stats];
}

describe('a duplicate without rows of its own', () => {
  it('answers as it does when it has them', async () => {
    const stage = await makeStage();
    const { client, copy, guide, child } = stage;
    const space = `/v1/spaces/${copy}`;
    const [file] = (await client.get(`${space}/content/files`)).body.items;
    const comment = await client.post(`${space}/comments`, { body: { markdown: 'Fine' }, page: child });
    expect(comment.status).toBe(200);
    const inContent = ['', '/pages', `/page/${guide}`, `/page/${guide}?evaluated=true`, `/page/${child}?format=document`, '/path/guide/child', `/page/${guide}/links`, `/page/${child}/backlinks`, '/files', `/files/${String(file.id)}`, `/files/${String(file.id)}/backlinks`];
    const paths = [space, ...inContent.map((part) => `${space}/content${part}`), `${space}/links`, `${space}/comments`, `${space}/comments/${String(comment.body.id)}`];
    const read = (): Promise<Json[]> => Promise.all(paths.map(async (path) => { const { status, body } = await client.get(path); return { path, status, body: withoutSignatures(body) }; })); // prettier-ignore
    const before = await read();
    expect(before.filter(({ status }) => status !== 200)).toEqual([]);
    expect((await fetch(String(file.downloadURL))).status).toBe(200);
    expect(await contentOf(stage, copy)).toEqual(await contentOf(stage, stage.original));
    expect(await rowsOf(copy)).toBe(0);
    await finish(copy);
    expect(await rowsOf(copy)).toBe(2);
    expect(await read()).toEqual(before);
    expect(await historyFaults(service.make.db, copy)).toEqual([]);
  });

  it('takes as many statements, and as many rows, for many pages as for few', async () => {
    const taken = async (pages: number): Promise<number> => {
      const { client, original } = await makeStage(pages);
      const asked = await statements(() => client.post(`/v1/spaces/${original}/duplicate`));
      expect(asked.answer.status).toBe(201);
      expect(await rowsOf(asked.answer.body.id)).toBe(0);
      return asked.count;
    };
    expect(await taken(300)).toBe(await taken(0));
  });
});

const ACTS: Readonly<Record<string, (stage: Stage) => Promise<unknown>>> = {
  'its original is written to': ({ original, child }) => service.make.commit(original, { pageUpdates: [{ pageId: child, markdown: 'other\n' }] }),
  'its original loses its pages': ({ original, guide }) => service.make.commit(original, { deletedPages: [guide] }),
  'a change request of its original is merged': async ({ client, original, child }) => {
    const one = `/v1/spaces/${original}/change-requests/${await makeChangeRequest(service, original)}`;
    expect((await client.post(`${one}/content`, { changes: [{ operation: 'update_page', page: child, title: 'Other', document: { markdown: 'other\n' } }] })).status).toBe(200);
    expect((await client.post(`${one}/merge`)).body.result).toBe('merge');
  },
  'a change request of it is made and edited': async ({ client, copy, child }) => {
    const one = `/v1/spaces/${copy}/change-requests/${await makeChangeRequest(service, copy)}`;
    expect((await client.post(`${one}/content`, { changes: [{ operation: 'update_page', page: child, title: 'Other', document: { markdown: 'other\n' } }] })).status).toBe(200);
    expect((await client.get(`${one}/content/page/${child}`)).body.markdown).toBe('other\n');
  },
  'it is searched': async ({ client, copy }) => expect((await client.get(`/v1/spaces/${copy}/search?query=zebra`)).body.count).toBe(1) as undefined,
  'everything is searched': async ({ client, organizationId, original, copy }) => {
    const { body } = await client.get(`/v1/orgs/${organizationId}/search?query=zebra`);
    expect([body.count, body.items.map((item: Json) => item.id).sort()]).toEqual([2, [original, copy].sort()]);
  },
  'it is duplicated': async (stage) => {
    const made = await stage.client.post(`/v1/spaces/${stage.copy}/duplicate`);
    expect(await contentOf(stage, made.body.id)).toEqual(await contentOf(stage, stage.original));
    expect(await rowsOf(made.body.id)).toBe(0);
  },
  'a revision of it is read': async ({ client, copy }) => {
    const { body } = await client.get(`/v1/spaces/${copy}/content`);
    expect((await client.get(`/v1/spaces/${copy}/revisions/${String(body.id)}`)).body.pages).toHaveLength(1);
  },
  'its original is deleted': async ({ client, original }) => {
    expect((await client.delete(`/v1/spaces/${original}`)).status).toBe(204);
    await service.make.db.query('DELETE FROM targets WHERE id = $1', [original]);
  },
  'it goes to another organization': (stage) => transfer(stage, stage.copy),
  'its original goes to another organization': (stage) => transfer(stage, stage.original),
  'it comes into a site': async ({ client, organizationId, copy }) => expect((await client.post(`/v1/orgs/${organizationId}/sites`, { type: 'ultimate', title: 'Docs', spaces: [copy] })).status).toBe(201) as undefined,
};

async function transfer({ client, userId }: Stage, spaceId: string): Promise<void> {
  const { id: organization } = await service.make.organization();
  await service.make.join(organization, userId, 'admin');
  expect((await client.post(`/v1/spaces/${spaceId}/transfer`, { organization })).status).toBe(200);
  expect((await client.get(`/v1/orgs/${organization}/search?query=zebra`)).body.items).toHaveLength(1);
}

describe('a duplicate gets rows of its own, with what it had,', () => {
  it.each(Object.keys(ACTS))('when %s', async (name) => {
    const stage = await makeStage();
    const before = await contentOf(stage, stage.copy);
    await ACTS[name]?.(stage);
    expect(await rowsOf(stage.copy)).toBe(2);
    expect(await contentOf(stage, stage.copy)).toEqual(before);
    expect(await historyFaults(service.make.db, stage.copy)).toEqual([]);
    expect((await stage.client.get(`/v1/spaces/${stage.copy}/search?query=zebra`)).body.count).toBe(1);
  });

  it('when it is written to', async () => {
    const stage = await makeStage();
    await service.make.page(stage.copy, { title: 'Later' });
    expect(await rowsOf(stage.copy)).toBe(3);
    // The link that waited for it leads to it; that of the original waits.
    const broken = async (spaceId: string): Promise<number> => (await stage.client.get(`/v1/spaces/${spaceId}/content/page/${stage.guide}/links`)).body.stats.broken.total;
    expect([await broken(stage.copy), await broken(stage.original)]).toEqual([0, 1]);
  });

  it('once, whoever comes at the same time', async () => {
    const stage = await makeStage(50);
    const { client, original, copy, child, guide } = stage;
    const other = (await client.post(`/v1/spaces/${original}/duplicate`)).body.id;
    await Promise.all([
      service.make.commit(original, { pageUpdates: [{ pageId: child, markdown: 'original\n' }] }),
      service.make.commit(copy, { pageUpdates: [{ pageId: child, markdown: 'copy\n' }] }),
      service.make.commit(other, { deletedPages: [guide] }),
      ...[copy, other].map((id) => client.get(`/v1/spaces/${String(id)}/search?query=zebra`)),
      finish(original),
      client.post(`/v1/spaces/${original}/duplicate`),
    ]);
    const body = async (spaceId: string): Promise<Json> => (await client.get(`/v1/spaces/${spaceId}/content/page/${child}`)).body.markdown;
    expect([await body(original), await body(copy), await body(other)]).toEqual(['original\n', 'copy\n', undefined]);
    for (const id of [original, copy, other]) expect(await historyFaults(service.make.db, id)).toEqual([]);
  });
});

/** What it answers, and how many statements that takes. */
async function statements<Answer>(work: () => Promise<Answer>): Promise<{ answer: Answer; count: number }> {
  const database = service.app.get(Database);
  const real = database.query.bind(database);
  let count = 0;
  database.query = (statement: Statement | string, values: readonly unknown[] = []) => {
    count += 1;
    return real(statement, values);
  };
  try {
    return { answer: await work(), count };
  } finally {
    database.query = real;
  }
}
