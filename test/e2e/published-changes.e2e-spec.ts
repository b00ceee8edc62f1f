import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database } from '../../src/kernel/database/database.js';
import type { Client, Json } from '../support/client.js';
import { makeSite } from '../support/site-factories.js';
import { SiteStage } from '../support/site-stage.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;
let stranger: Client;

beforeAll(async () => {
  service = await startTestApp();
  stranger = service.as((await service.make.user()).token);
});
afterAll(() => service.close());

interface Stage {
  stage: SiteStage;
  section: Json;
  siteSpace: Json;
  profile: string;
}

async function makeStage(): Promise<Stage> {
  const stage = await SiteStage.make(service);
  const section = await stage.section('Guides');
  await stage.section('Reference');
  await stage.as.post(`${stage.path}/publish`);
  return { stage, section, siteSpace: (await stage.siteSpaces())[0], profile: `${stage.path}/published` };
}

describe('the profile', () => {
  it('answers 304 to whoever has it, to each reader by what they may do', async () => {
    const { stage, profile } = await makeStage();
    const [first, again] = [await stranger.get(profile), await stranger.get(profile)];
    const tag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('private');
    expect({ tag: again.headers.get('etag'), body: again.body }).toEqual({ tag, body: first.body });
    expect(await stranger.get(profile, { headers: { 'If-None-Match': tag } })).toMatchObject({ status: 304, body: undefined });
    expect((await stage.as.get(profile, { headers: { 'If-None-Match': tag } })).status).toBe(200);
  });

  it.each<[string, (on: Stage) => Promise<unknown>]>([
    ['the site', ({ stage }) => stage.as.patch(stage.path, { title: 'Renamed' })],
    ['its base name', ({ stage }) => stage.as.patch(stage.path, { basename: 'renamed' })],
    ['a section', ({ stage, section }) => stage.as.patch(`${stage.path}/sections/${String(section.id)}`, { title: 'Renamed' })],
    ['the order', ({ stage, section }) => stage.as.post(`${stage.path}/sections/${String(section.id)}/move`, { position: {} })],
    ['a path', ({ stage, siteSpace }) => stage.as.patch(`${stage.path}/site-spaces/${String(siteSpace.id)}`, { path: 'renamed' })],
    ['the groups', ({ stage, section }) => stage.group('Group', [section.id])],
    ['what is in it', ({ stage, section }) => stage.siteSpace('More', section.id)],
    ['what it shows', ({ stage, siteSpace }) => stage.as.delete(`${stage.path}/site-spaces/${String(siteSpace.id)}`)],
    ['the content of a space', ({ siteSpace }) => service.make.page(siteSpace.space.id)],
    ['the level of a space', ({ siteSpace }) => service.make.db.query(`UPDATE targets SET inherits = false, fixed_level = 'edit', default_fixed = true, default_level = 'edit' WHERE id = $1`, [siteSpace.space.id])],
    ['the organization', ({ stage }) => service.make.db.query(`UPDATE organizations SET hostname = $2 WHERE id = $1`, [stage.organizationId, stage.organizationId.toLowerCase()])],
    ['a space in the trash', ({ siteSpace }) => service.make.db.query(`UPDATE spaces SET deleted_at = now() WHERE id = $1`, [siteSpace.space.id])],
  ])('is another one after a change of %s', async (_, change) => {
    const on = await makeStage();
    const { headers, body } = await stranger.get(on.profile);
    await change(on);
    const after = await stranger.get(on.profile, { headers: { 'If-None-Match': headers.get('etag') ?? '' } });
    expect(after.status).toBe(200);
    expect(after.body).not.toEqual(body);
    expect((await stranger.get(on.profile)).body).toEqual(after.body);
  });

  it('is another one when a more open site shows the same space', async () => {
    const { stage, siteSpace, profile } = await makeStage();
    await stage.as.patch(stage.path, { visibility: 'unlisted' });
    const space = await service.make.space({ organizationId: stage.organizationId });
    await stage.as.patch(`${stage.path}/site-spaces/${String(siteSpace.id)}`, { spaceId: space.id });
    const visibility = async (): Promise<string> => (await stranger.get(profile)).body.structure.structure[0].siteSpaces[0].space.visibility;
    expect(await visibility()).toBe('unlisted');
    const open = await makeSite(service, { organizationId: stage.organizationId, spaces: [space] });
    expect(await visibility()).toBe('unlisted');
    const path = `/v1/orgs/${stage.organizationId}/sites/${open.id}`;
    await stage.as.post(`${path}/publish`);
    expect(await visibility()).toBe('public');
    await stage.as.delete(path);
    expect(await visibility()).toBe('unlisted');
  });

  it('costs one query while nothing changes, and as many for a large site as for a small one', async () => {
    const counts: { fresh: number; again: number }[] = [];
    for (const spaces of [2, 60]) {
      const { id: organizationId } = await service.make.organization();
      const placed = await Promise.all(Array.from({ length: spaces }, () => service.make.space({ organizationId })));
      const site = await makeSite(service, { organizationId, spaces: placed, published: true });
      const path = `/v1/orgs/${organizationId}/sites/${site.id}/published`;
      counts.push({ fresh: await queriesOf(() => stranger.get(path)), again: await queriesOf(() => stranger.get(path)) });
    }
    expect(counts[1]).toEqual(counts[0]);
    expect(counts[0]?.again).toBeLessThanOrEqual(2);
  });
});

describe('a space', () => {
  it('is seen as its most open published site shows it', async () => {
    const stage = await SiteStage.make(service, { spaces: ['Guides'] });
    const collection = await service.make.collection({ organizationId: stage.organizationId });
    const space = await service.make.space({ organizationId: stage.organizationId, parentId: collection.id });
    await stage.as.post(`${stage.path}/site-spaces`, { spaceId: space.id });
    const read = async (): Promise<Json> => (await stage.as.get(`/v1/collections/${collection.id}/spaces`)).body.items[0];
    const seen = async (): Promise<unknown> => {
      const { visibility, urls, visitorAuth } = await read();
      // Revisions of its content tell the same, though what is told of a revision is remembered.
      const revision = (await stage.as.get(`/v1/spaces/${space.id}/content`)).body;
      expect([revision.urls.published, revision.urls.public]).toEqual([urls.published, urls.public]);
      return { visibility, published: urls.published, public: urls.public, visitorAuth };
    };
    expect(await seen()).toEqual({ visibility: 'in-collection' });
    await stage.as.post(`${stage.path}/publish`);
    const base = `${service.url}/sites/${stage.organizationId}`;
    const published = `${base}/${stage.siteId}/test-space`;
    expect(await seen()).toEqual({ visibility: 'public', published, public: published });
    await stage.as.patch(stage.path, { visibility: 'visitor-auth' });
    expect(await seen()).toEqual({ visibility: 'visitor-auth', published, visitorAuth: { backend: 'custom' } });
    const other = await makeSite(service, { organizationId: stage.organizationId, visibility: 'share-link', published: true, spaces: [space] });
    expect(await seen()).toEqual({ visibility: 'share-link', published: `${base}/${other.id}/test-space` });
    await stage.as.post(`/v1/orgs/${stage.organizationId}/sites/${other.id}/unpublish`);
    await stage.as.post(`${stage.path}/unpublish`);
    expect(await seen()).toEqual({ visibility: 'in-collection' });
  });
});

/** How many statements the service sends for a request. */
async function queriesOf(request: () => Promise<unknown>): Promise<number> {
  const database = service.app.get(Database);
  const query = database.query.bind(database);
  let sent = 0;
  database.query = (statement, values) => {
    sent += 1;
    return query(statement, values);
  };
  try {
    await request();
    return sent;
  } finally {
    database.query = query;
  }
}
