import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DomainEvents } from '../../src/kernel/database/domain-events.js';
import { ConflictError } from '../../src/kernel/errors/errors.js';
import { ChangeRequestMerged } from '../../src/modules/change-requests/change-request-merged.event.js';
import { MainContent } from '../../src/modules/content/main-content.js';
import { RevisionMade } from '../../src/modules/content/revision-made.event.js';
import { MAIN_LINE } from '../../src/modules/content/store/line-state.js';
import { SitePublicationChanged } from '../../src/modules/sites/site-publication-changed.event.js';
import type { Client } from '../support/client.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;
let seen: object[] = [];
/** Kind of event that is refused. */
let refused: object | undefined;

beforeAll(async () => {
  service = await startTestApp();
  const events = service.app.get(DomainEvents);
  for (const type of [RevisionMade, ChangeRequestMerged, SitePublicationChanged]) {
    events.on<object>(type, (event) => {
      seen.push(event);
      return refused === type ? Promise.reject(new ConflictError('Not today.')) : Promise.resolve();
    });
  }
});
beforeEach(() => {
  seen = [];
  refused = undefined;
});
afterAll(() => service.close());

interface Stage {
  spaceId: string;
  organizationId: string;
  userId: string;
  as: Client;
}

async function makeStage(): Promise<Stage> {
  const { space, member } = await service.make.spaceWithMember();
  seen = [];
  return { spaceId: space.id, organizationId: space.organizationId, userId: member.id, as: service.as(member.token) };
}

async function makeChangeRequest({ spaceId, as }: Stage, title?: string): Promise<{ id: string; path: string; revision: string }> {
  const path = `/v1/spaces/${spaceId}/change-requests`;
  const { id, revision } = (await as.post(path, { subject: 'Change' })).body;
  if (title === undefined) return { id, path: `${path}/${String(id)}`, revision };
  const changed = await as.post(`${path}/${String(id)}/content`, { changes: [{ operation: 'insert_page', title, document: { markdown: 'Text\n' } }] });
  return { id, path: `${path}/${String(id)}`, revision: changed.body.revision };
}

describe('the event of a revision', () => {
  it('comes with each one of the main content, which then tells the pages that it changed', async () => {
    const { spaceId } = await makeStage();
    const one = await service.make.page(spaceId, { title: 'One' });
    const two = await service.make.page(spaceId, { title: 'Two' });
    expect(seen).toEqual([2, 3].map((number) => expect.objectContaining({ spaceId, line: MAIN_LINE, number, type: 'edits', createdBy: null })));
    const changes = service.app.get(MainContent);
    expect((await changes.changesOf(spaceId, 2)).pages).toMatchObject([{ pageId: one, before: null, after: { title: 'One' } }]);
    expect((await changes.changesOf(spaceId, 3)).pages).toMatchObject([{ pageId: two, before: null }]);
    await service.make.commit(spaceId, { deletedPages: [one] });
    expect((await changes.changesOf(spaceId, 4)).pages).toMatchObject([{ pageId: one, before: { title: 'One' }, after: null }]);
  });

  it('comes with the copy of a space, which changed all that it has', async () => {
    const stage = await makeStage();
    const pageId = await service.make.page(stage.spaceId, { title: 'One' });
    const { id: copy } = (await stage.as.post(`/v1/spaces/${stage.spaceId}/duplicate`)).body;
    expect(seen.at(-1)).toMatchObject({ spaceId: copy, line: MAIN_LINE, number: 2, createdBy: stage.userId });
    expect((await service.app.get(MainContent).changesOf(copy, 2)).pages).toMatchObject([{ pageId, before: null, after: { title: 'One' } }]);
  });

  it('names the change request that has it, and nobody hears of a change that changes nothing', async () => {
    const stage = await makeStage();
    const { id, path, revision } = await makeChangeRequest(stage, 'New');
    const made = expect.objectContaining({ spaceId: stage.spaceId, line: id, revisionId: revision, createdBy: stage.userId });
    expect(seen).toEqual([made]);
    expect((await stage.as.post(`${path}/update`)).body).toEqual({ revision, result: 'update' });
    expect(seen).toEqual([made]);
  });

  it('undoes the change where a handler throws, as the error that it throws', async () => {
    const { spaceId, as } = await makeStage();
    const before = (await as.get(`/v1/spaces/${spaceId}/content`)).body;
    refused = RevisionMade;
    await expect(service.make.page(spaceId)).rejects.toThrow('Not today.');
    refused = undefined;
    expect((await as.get(`/v1/spaces/${spaceId}/content`)).body).toEqual(before);
  });
});

describe('the event of a merge', () => {
  it('comes after that of the revision, and also where the change request changed nothing', async () => {
    const stage = await makeStage();
    const [full, empty] = [await makeChangeRequest(stage, 'New'), await makeChangeRequest(stage)];
    seen = [];
    const { revision } = (await stage.as.post(`${full.path}/merge`)).body;
    const merged = { spaceId: stage.spaceId, revisionId: revision, mergedBy: stage.userId };
    expect(seen).toEqual([expect.objectContaining({ line: MAIN_LINE, revisionId: revision, type: 'merge' }), expect.objectContaining({ ...merged, changeRequestId: full.id })]);
    seen = [];
    await stage.as.post(`${empty.path}/merge`);
    expect(seen).toEqual([expect.objectContaining({ ...merged, changeRequestId: empty.id })]);
  });

  it('keeps the change request as it was where a handler throws', async () => {
    const stage = await makeStage();
    const { path } = await makeChangeRequest(stage, 'New');
    refused = ChangeRequestMerged;
    expect(await stage.as.post(`${path}/merge`)).toMatchObject({ status: 409, body: { error: { message: 'Not today.' } } });
    refused = undefined;
    expect((await stage.as.get(path)).body.status).toBe('draft');
    expect((await stage.as.get(`/v1/spaces/${stage.spaceId}/content/pages`)).body.pages).toEqual([]);
  });
});

describe('the event of a site', () => {
  it('tells once that it is published, and once that it is not', async () => {
    const { organizationId, as } = await makeStage();
    const { id: siteId } = (await as.post(`/v1/orgs/${organizationId}/sites`, { title: 'Docs' })).body;
    for (const verb of ['publish', 'publish', 'unpublish', 'unpublish']) await as.post(`/v1/orgs/${organizationId}/sites/${String(siteId)}/${verb}`);
    expect(seen).toEqual([true, false].map((published) => expect.objectContaining({ organizationId, siteId, published })));
  });

  it('keeps it unpublished where a handler throws', async () => {
    const { organizationId, as } = await makeStage();
    const path = `/v1/orgs/${organizationId}/sites`;
    const { id: siteId } = (await as.post(path, { title: 'Docs' })).body;
    refused = SitePublicationChanged;
    expect((await as.post(`${path}/${String(siteId)}/publish`)).status).toBe(409);
    expect((await as.get(`${path}/${String(siteId)}`)).body.published).toBe(false);
  });
});
