import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ComputedContent } from '../../src/modules/content/computed/computed-content.js';
import { mainState } from '../../src/modules/content/store/line-state.js';
import { SpaceStore } from '../../src/modules/spaces/space-store.js';
import type { Client, Json } from '../support/client.js';
import { processed } from '../support/openapi-specs.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

interface Stage {
  organizationId: string;
  client: Client;
  specs: string;
  content: string;
  placeholderId: string;
}

const spec = (...tags: string[]): object => ({
  openapi: '3.0.3',
  info: { title: 'Pets', version: '1', description: 'All about pets.' },
  paths: Object.fromEntries(tags.map((tag) => [`/${tag}`, { get: { tags: [tag], summary: `List ${tag}`, responses: { 200: { description: 'The list' } } } }])),
  components: { schemas: { Pet: { type: 'object' } } },
});

const computed = (slug: string, models = true): { type: string; props: { models: boolean }; dependencies: Json } => ({
  type: 'builtin:openapi',
  props: { models },
  dependencies: { spec: { ref: { kind: 'openapi', spec: slug } } },
});

async function makeStage(models = true): Promise<Stage> {
  const { space, member } = await service.make.spaceWithMember('admin');
  await service.make.page(space.id, { title: 'Start', markdown: 'Start.' });
  const placeholderId = await service.make.page(space.id, { title: 'Reference', type: 'computed', markdown: null, computed: computed('pets', models) });
  await service.make.page(space.id, { title: 'End', markdown: 'End.' });
  const client = service.as(member.token);
  return { organizationId: space.organizationId, client, specs: `/v1/orgs/${space.organizationId}/openapi`, content: `/v1/spaces/${space.id}/content`, placeholderId };
}

async function setSpec({ client, specs }: Stage, document: object): Promise<Json> {
  await client.put(`${specs}/pets`, { source: { text: JSON.stringify(document) } });
  return processed(client, `${specs}/pets`);
}

/** Every page of a tree, with its path. */
function flatten(pages: Json[]): Json[] {
  return pages.flatMap((page) => [page, ...flatten(page.pages)]);
}

describe('a computed page', () => {
  it('is a placeholder while it is not computed, or its spec has no version', async () => {
    const stage = await makeStage();
    const { client, content, placeholderId } = stage;
    const placeholder = { id: placeholderId, type: 'computed', title: 'Reference', path: 'reference', computed: computed('pets'), pages: [] };
    for (const query of ['', '?computed=true', '?computed=false']) expect((await client.get(`${content}/pages${query}`)).body.pages[1]).toMatchObject(placeholder);
    await setSpec(stage, spec('cats'));
    expect((await client.get(`${content}/pages?computed=false`)).body.pages[1]).toMatchObject(placeholder);
    expect((await client.get(`${content}?computed=false`)).body.pages[1]).toMatchObject(placeholder);
    const read = await client.get(`${content}/page/${placeholderId}?computed=false`);
    expect(read.body).toMatchObject(placeholder);
    expect(read.body).not.toHaveProperty('markdown');
  });

  it('reads as pages of tags and operations, each readable by its id', async () => {
    const stage = await makeStage();
    const { client, content, placeholderId } = stage;
    const { lastVersion } = await setSpec(stage, spec('cats', 'dogs'));
    const tree = (await client.get(`${content}/pages`)).body.pages;
    expect(flatten(tree).map(({ path, title, type }) => [path, title, type])).toEqual([
      ['start', 'Start', 'document'],
      ['reference', 'Reference', 'document'],
      ['reference/cats', 'cats', 'document'],
      ['reference/cats/list-cats', 'List cats', 'document'],
      ['reference/dogs', 'dogs', 'document'],
      ['reference/dogs/list-dogs', 'List dogs', 'document'],
      ['reference/models', 'Models', 'document'],
      ['end', 'End', 'document'],
    ]);
    expect(tree[1]).toMatchObject({ id: placeholderId, computedSeed: lastVersion, computed: { type: 'builtin:openapi', props: { doc: 'info', page: 'info' }, dependencies: computed('pets').dependencies } });
    expect((await client.get(content)).body.pages).toEqual(tree);
    for (const page of flatten(tree)) {
      const read = await client.get(`${content}/page/${String(page.id)}`);
      expect(read.status).toBe(200);
      expect(read.body).toMatchObject({ ...page, markdown: expect.stringMatching(/\S/) });
      expect((await client.get(`${content}/path/${String(page.path)}`)).body).toEqual(read.body);
    }
    const operation = tree[1].pages[0].pages[0];
    expect(operation.computed.props).toEqual({ doc: 'operations', page: 'operation GET /cats' });
    expect((await client.get(`${content}/page/${String(operation.id)}`)).body.markdown).toContain('GET /cats');
    expect((await client.get(`${content}/page/${String(operation.id)}?format=document`)).body.document.nodes[0]).toMatchObject({ type: 'code' });
    expect((await client.get(`${content}/page/${placeholderId}`)).body.markdown).toContain('All about pets.');
    expect((await client.get(`${content}/page/${String(operation.id)}?computed=false`)).status).toBe(404);
    for (const path of ['reference/cats/list-cats?computed=false', 'reference/cats/list', 'start/cats']) expect((await client.get(`${content}/path/${path}`)).status).toBe(404);
  });

  it('reads as pages without links that take comments', async () => {
    const stage = await makeStage();
    const { client, content } = stage;
    await setSpec(stage, spec('cats'));
    const comments = content.replace(/content$/, 'comments');
    for (const { id, path, title } of flatten((await client.get(`${content}/pages`)).body.pages[1].pages)) {
      const links = await client.get(`${content}/page/${String(id)}/links`);
      expect(links.status).toBe(200);
      expect(links.body).toMatchObject({ count: 0, items: [], stats: { total: 0, broken: { total: 0 } } });
      const comment = await client.post(comments, { page: id, body: { markdown: 'Why?' } });
      expect(comment.status).toBe(200);
      expect(comment.body.target.page).toMatchObject({ id, path, title, outdated: false });
      expect((await client.get(`${comments}?targetPage=${String(id)}`)).body.items).toHaveLength(1);
    }
    const absent = 'nowhere/cats';
    expect((await client.post(comments, { page: absent, body: { markdown: 'Why?' } })).status).toBe(400);
    expect((await client.get(`${content}/page/${encodeURIComponent(absent)}/links`)).status).toBe(404);
  });

  it('is told in lists of comments as the spec makes it, though no revision comes of that', async () => {
    const stage = await makeStage();
    const { client, content } = stage;
    await setSpec(stage, spec('cats'));
    const comments = content.replace(/content$/, 'comments');
    const [cats] = (await client.get(`${content}/pages`)).body.pages[1].pages;
    await client.post(comments, { page: cats.id, body: { markdown: 'Why?' } });
    const isOutdated = async (): Promise<boolean> => (await client.get(comments)).body.items[0].target.page.outdated;
    expect(await isOutdated()).toBe(false);
    for (const [tag, outdated] of [['dogs', true], ['cats', false], ['dogs', true]] as const) {
      await setSpec(stage, spec(tag));
      expect([await isOutdated(), await isOutdated()]).toEqual([outdated, outdated]);
    }
  });

  it('follows the spec, and keeps the ids and addresses of what stays', async () => {
    const stage = await makeStage();
    const { client, content } = stage;
    await setSpec(stage, spec('cats', 'dogs'));
    const before = await client.get(`${content}/pages`);
    await setSpec(stage, { ...spec('birds', 'dogs'), info: { title: 'New', version: '2' } });
    const after = await client.get(`${content}/pages`, { headers: { 'if-none-match': before.headers.get('etag') ?? '' } });
    expect(after.status).toBe(200);
    const [old, fresh] = [flatten(before.body.pages), flatten(after.body.pages)];
    const dogs = (pages: Json[]): Json => pages.find(({ path }) => path === 'reference/dogs/list-dogs');
    expect(dogs(fresh).id).toBe(dogs(old).id);
    expect(fresh.map(({ path }) => path)).toContain('reference/birds/list-birds');
    const gone = old.find(({ path }) => path === 'reference/cats');
    expect((await client.get(`${content}/page/${String(gone.id)}`)).status).toBe(404);
    expect((await client.get(`${content}/pages`, { headers: { 'if-none-match': after.headers.get('etag') ?? '' } })).status).toBe(304);
  });

  it('is a placeholder again once the spec is gone, and never shows one of another organization', async () => {
    const [stage, other] = [await makeStage(), await makeStage()];
    await setSpec(other, spec('foreign'));
    expect((await stage.client.get(`${stage.content}/pages`)).body.pages[1].type).toBe('computed');
    await setSpec(stage, spec('cats'));
    expect((await stage.client.get(`${stage.content}/pages`)).body.pages[1].type).toBe('document');
    await stage.client.delete(`${stage.specs}/pets`);
    expect((await stage.client.get(`${stage.content}/pages`)).body.pages[1].type).toBe('computed');
  });

  it('has no page of models where none is wanted', async () => {
    const stage = await makeStage(false);
    await setSpec(stage, spec('cats'));
    const paths = flatten((await stage.client.get(`${stage.content}/pages`)).body.pages).map(({ path }) => path);
    expect(paths).toEqual(['start', 'reference', 'reference/cats', 'reference/cats/list-cats', 'end']);
  });

  it('keeps what lies below it, and the addresses of all apart', async () => {
    const stage = await makeStage();
    const spaceId = stage.content.split('/')[3] ?? '';
    await service.make.page(spaceId, { title: 'Cats', parentId: stage.placeholderId, markdown: 'By hand.' });
    await setSpec(stage, spec('cats'));
    const below = (await stage.client.get(`${stage.content}/page/${stage.placeholderId}`)).body.pages;
    expect(below.map(({ path }: Json) => path)).toEqual(['reference/cats', 'reference/cats-1', 'reference/models']);
    expect((await stage.client.get(`${stage.content}/page/${String(below[0].id)}`)).body.markdown).toBe('By hand.');
  });

  it('stays what it was in a revision that was the newest when somebody asked, and was none when they were answered', async () => {
    const stage = await makeStage();
    await setSpec(stage, spec('cats'));
    const spaceId = stage.content.split('/')[3] ?? '';
    const { revisionId } = await service.app.get(SpaceStore).get(spaceId);
    await service.make.commit(spaceId, { deletedPages: [stage.placeholderId] });
    // As one who read which revision is the newest before the write, and what is computed of it after.
    const { organizationId } = stage;
    expect(await service.app.get(ComputedContent).sources({ space: { id: spaceId, organizationId, revisionId }, state: mainState(spaceId) }, true)).toMatchObject({ key: '' });
    const { body } = await stage.client.get(`/v1/spaces/${spaceId}/revisions/${revisionId}`);
    expect(flatten(body.pages).map(({ path }) => path)).toContain('reference/cats/list-cats');
  });
});
