import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../ormconfig.js';
import { SharedContent1790000023000 } from '../../src/kernel/database/migrations/1790000023000-shared-content.js';
import { MIGRATIONS } from '../../src/kernel/database/migrations/index.js';
import { newId } from '../../src/kernel/ids/id.js';
import { MarkdownThread } from '../../src/modules/content/markdown-thread.js';
import { documentBodies, writeDocuments } from '../../src/modules/content/store/document-body.js';
import { ContentCopy } from '../../src/modules/content/store/content-copy.js';
import { DocumentCollection } from '../../src/modules/content/store/document-collection.js';
import type { Client, Json } from '../support/client.js';
import { newPage } from '../support/factories.js';
import { historyFaults } from '../support/history-faults.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

interface Stage {
  organizationId: string;
  userId: string;
  client: Client;
  spaceId: string;
  pageIds: string[];
}

/** A space of pages that have each a word of their own, one in common, and a link; its words are no other space's. */
async function makeStage(pages: number, word: string): Promise<Stage> {
  const { id: organizationId } = await service.make.organization();
  const user = await service.make.user({ organizationId, role: 'admin' });
  const { id: spaceId } = await service.make.space({ organizationId });
  const pageIds = Array.from({ length: pages }, () => newId());
  const newPages = pageIds.map((pageId, index) => newPage({ pageId, title: `Page ${String(index)}`, markdown: `## Part\n\n${word} ${word}${String(index)} [next](page-0)\n` }));
  await service.make.commit(spaceId, { newPages });
  return { organizationId, userId: user.id, client: service.as(user.token), spaceId, pageIds };
}

/** With rows of its own. */
async function duplicate({ client }: Stage, spaceId: string): Promise<string> {
  const made = await client.post(`/v1/spaces/${spaceId}/duplicate`);
  expect(made.status).toBe(201);
  await service.app.get(ContentCopy).finish([made.body.id]);
  return String(made.body.id);
}

async function found({ client }: Stage, spaceId: string, query: string): Promise<{ count: number; sections: number }> {
  const { body } = await client.get(`/v1/spaces/${spaceId}/search?query=${query}`);
  return { count: body.count, sections: body.items.flatMap((item: Json) => item.sections ?? []).length };
}

async function foundIn(client: Client, organizationId: string, query: string): Promise<string[]> {
  const { body } = await client.get(`/v1/orgs/${organizationId}/search?query=${query}`);
  return body.items.map((item: Json) => item.id).sort();
}

async function faults(...spaceIds: string[]): Promise<object[]> {
  return (await Promise.all(spaceIds.map((spaceId) => historyFaults(service.make.db, spaceId)))).flat();
}

/** Rows of each table of the service's own. */
async function rows(): Promise<Record<string, number>> {
  const tables = await service.make.db.query<{ name: string }>("SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'audit_log'");
  const counts = tables.map(async ({ name }) => [name, (await service.make.db.query<{ count: number }>(`SELECT count(*)::integer AS count FROM "${name}"`))[0]?.count ?? 0] as const);
  return Object.fromEntries(await Promise.all(counts));
}

/** How many rows a duplicate adds to each table, where it adds any; not what is told of it. */
async function added(pages: number): Promise<Record<string, number>> {
  const stage = await makeStage(pages, `counted${String(pages)}x`);
  const before = await rows();
  await duplicate(stage, stage.spaceId);
  const after = await rows();
  return Object.fromEntries(Object.entries(after).flatMap(([table, count]) => (count === before[table] ? [] : [[table, count - (before[table] ?? 0)]])));
}

describe('what a duplicate adds', () => {
  it('is no text, however many pages there are: a row of the tree, of the search and of each link', async () => {
    const fixed = { revisions: 2, search_homes: 1, spaces: 1, targets: 1 };
    for (const pages of [10, 400]) expect(await added(pages)).toEqual({ ...fixed, page_links: pages, page_versions: pages, search_places: pages });
  });
});

describe('shared texts', () => {
  it('are those of each space: what one changes or deletes the other still finds', async () => {
    const stage = await makeStage(3, 'ibex');
    const { spaceId, pageIds, client } = stage;
    const copy = await duplicate(stage, spaceId);
    expect(await found(stage, copy, 'ibex')).toEqual({ count: 3, sections: 3 });
    await service.make.commit(spaceId, { pageUpdates: [{ pageId: pageIds[0] ?? '', markdown: 'marmot\n' }] });
    await service.make.commit(copy, { pageUpdates: [{ pageId: pageIds[1] ?? '', markdown: 'chamois\n' }] });
    const counts = async (id: string): Promise<number[]> => Promise.all(['ibex', 'marmot', 'chamois'].map(async (word) => (await found(stage, id, word)).count));
    expect([await counts(spaceId), await counts(copy)]).toEqual([[2, 1, 0], [2, 0, 1]]);
    expect(await foundIn(client, stage.organizationId, 'chamois')).toEqual([copy]);
    // A copy of a copy has texts of both, and of its own.
    const third = await duplicate(stage, copy);
    await service.make.page(third, { title: 'Ibex', markdown: 'ibex\n' });
    expect([await counts(third), await counts(copy)]).toEqual([[3, 0, 1], [2, 0, 1]]);
    expect((await client.get(`/v1/spaces/${third}/search?query=ibex&limit=2`)).body.items[0].title).toBe('Ibex');
    expect(await faults(spaceId, copy, third)).toEqual([]);
  });

  it('outlive the space that wrote them, and go with the last one', async () => {
    const stage = await makeStage(3, 'tapir');
    const copy = await duplicate(stage, stage.spaceId);
    const { db } = service.make;
    const remaining = async (): Promise<number[]> => {
      const counts = ['search_pages', 'search_sections'].map((table) => db.query<{ count: number }>(`SELECT count(*)::integer AS count FROM ${table} WHERE home_id = $1`, [stage.spaceId]));
      const documents = db.query<{ count: number }>("SELECT count(*)::integer AS count FROM documents WHERE markdown LIKE '%tapir%'");
      return (await Promise.all([...counts, documents])).map(([row]) => row?.count ?? -1);
    };
    const purge = async (spaceId: string): Promise<void> => {
      await db.query('DELETE FROM targets WHERE id = $1', [spaceId]);
      await service.app.get(DocumentCollection).collect(new AbortController().signal);
    };
    await purge(stage.spaceId);
    expect(await remaining()).toEqual([3, 3, 3]);
    expect(await found(stage, copy, 'tapir1')).toEqual({ count: 1, sections: 1 });
    expect((await stage.client.get(`/v1/spaces/${copy}/content/page/${stage.pageIds[2] ?? ''}`)).body.markdown).toContain('tapir2');
    await purge(copy);
    expect(await remaining()).toEqual([0, 0, 0]);
  });

  it('go once both spaces that have them give them up at the same time', async () => {
    const stage = await makeStage(20, 'okapi');
    const copy = await duplicate(stage, stage.spaceId);
    const changed = (word: string): Promise<unknown>[] =>
      [stage.spaceId, copy].flatMap((spaceId) => [0, 10].map((from) => service.make.commit(spaceId, { pageUpdates: stage.pageIds.slice(from, from + 10).map((pageId) => ({ pageId, markdown: `${word}\n` })) })));
    await Promise.all(changed('eland'));
    expect(await faults(stage.spaceId, copy)).toEqual([]);
    expect([(await found(stage, copy, 'okapi')).count, (await found(stage, copy, 'eland')).count]).toEqual([0, 20]);
  });

  it('part where a space goes to another organization', async () => {
    const stage = await makeStage(3, 'kudu');
    const { spaceId, client, organizationId } = stage;
    const [second, third] = [await duplicate(stage, spaceId), await duplicate(stage, spaceId)];
    const { id: target } = await service.make.organization();
    await service.make.join(target, stage.userId, 'admin');
    const transfer = async (id: string, organization: string): Promise<void> => expect((await client.post(`/v1/spaces/${id}/transfer`, { organization })).status).toBe(200) as undefined;
    // The one that wrote them goes, then another one, then the first comes back.
    await transfer(spaceId, target);
    expect([await foundIn(client, organizationId, 'kudu'), await foundIn(client, target, 'kudu')]).toEqual([[second, third].sort(), [spaceId]]);
    await transfer(second, target);
    await transfer(spaceId, organizationId);
    expect([await foundIn(client, organizationId, 'kudu'), await foundIn(client, target, 'kudu')]).toEqual([[spaceId, third].sort(), [second]]);
    for (const id of [spaceId, second, third]) expect(await found(stage, id, 'kudu2')).toEqual({ count: 1, sections: 1 });
    expect(await faults(spaceId, second, third)).toEqual([]);
  });

  it('follow spaces that stay together', async () => {
    const stage = await makeStage(2, 'gnu');
    const { id: parentId } = await service.make.collection({ organizationId: stage.organizationId });
    await stage.client.post(`/v1/spaces/${stage.spaceId}/move`, { parent: parentId });
    const copy = await duplicate(stage, stage.spaceId);
    const { id: target } = await service.make.organization();
    await service.make.join(target, stage.userId, 'admin');
    expect((await stage.client.post(`/v1/collections/${parentId}/transfer`, { organization: target })).status).toBe(200);
    expect([await foundIn(stage.client, stage.organizationId, 'gnu'), await foundIn(stage.client, target, 'gnu')]).toEqual([[], [stage.spaceId, copy].sort()]);
    const texts = await service.make.db.query('SELECT FROM search_pages WHERE home_id = ANY ($1)', [[stage.spaceId, copy]]);
    expect(texts).toHaveLength(2);
  });
});

describe('bodies', () => {
  it('are kept while somebody is about to use them', async () => {
    const { db } = service.make;
    const bodies = [...(await documentBodies(service.app.get(MarkdownThread), [`unused ${newId()}\n`])).values()];
    const known = async (): Promise<number> => (await db.query('SELECT FROM documents WHERE id = $1', [bodies[0]?.id])).length;
    const collect = (): Promise<void> => service.app.get(DocumentCollection).collect(new AbortController().signal);
    await db.transaction(() => writeDocuments(db, bodies, false));
    let written = (): void => undefined;
    // Outside of the transaction, while it is under way.
    const collected = new Promise<void>((resolve) => (written = resolve)).then(collect).then(known);
    await db.transaction(async () => {
      await writeDocuments(db, bodies, false);
      written();
      expect(await collected).toBe(1);
    });
    await collect();
    expect(await known()).toBe(0);
  });
});

describe('the migration', () => {
  it('shares what each space had for itself, and gives it back', async () => {
    const stage = await makeStage(4, 'serval');
    const copy = await duplicate(stage, stage.spaceId);
    await service.make.commit(copy, { pageUpdates: [{ pageId: stage.pageIds[0] ?? '', markdown: 'caracal\n' }] });
    const dataSource = await new DataSource(dataSourceOptions(service.databaseUrl, 1)).initialize();
    try {
      const later = MIGRATIONS.length - MIGRATIONS.indexOf(SharedContent1790000023000);
      for (let undone = 0; undone < later; undone += 1) await dataSource.undoLastMigration();
      const owned = await dataSource.query<Json[]>(
        `SELECT s.space_id, count(*)::integer AS texts, bool_and(terms::text LIKE '%' || right(s.space_id, 8) || '%') AS keyed,
           (SELECT count(*)::integer FROM documents d WHERE d.space_id = s.space_id) AS bodies, (SELECT count(*)::integer FROM search_sections x WHERE x.space_id = s.space_id) AS sections
         FROM search_pages s WHERE s.space_id = ANY ($1) GROUP BY s.space_id ORDER BY s.space_id`,
        [[stage.spaceId, copy]],
      );
      expect(owned).toEqual([stage.spaceId, copy].sort().map((id) => ({ space_id: id, texts: 4, keyed: true, bodies: id === copy ? 5 : 4, sections: 4 })));
      await dataSource.runMigrations();
    } finally {
      await dataSource.destroy();
    }
    expect([(await found(stage, stage.spaceId, 'serval')).count, (await found(stage, copy, 'serval')).count, (await found(stage, copy, 'caracal')).count]).toEqual([4, 3, 1]);
    const shared = await service.make.db.query("SELECT FROM documents WHERE markdown LIKE '%serval%'");
    expect(shared).toHaveLength(4);
    await service.make.commit(stage.spaceId, { pageUpdates: [{ pageId: stage.pageIds[1] ?? '', markdown: 'ocelot\n' }] });
    expect(await found(stage, stage.spaceId, 'ocelot')).toEqual({ count: 1, sections: 1 });
    expect(await faults(stage.spaceId, copy)).toEqual([]);
  });
});
