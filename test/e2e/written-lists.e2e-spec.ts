import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client, Json } from '../support/client.js';
import { newPage } from '../support/factories.js';
import { makeSite, sitePath } from '../support/site-factories.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

/** Items of lists are remembered as they are written; each must tell each caller what the thing itself tells them, whoever asked before. */
let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

type Change = readonly [name: string, make: () => Promise<unknown>];

/** Everybody in turn, twice, so that each finds what the others left. */
async function expectAgreement(callers: readonly Client[], list: string, address: (item: Json) => string): Promise<void> {
  for (const caller of [...callers, ...callers]) {
    const items = await caller.all(list);
    const things = await Promise.all(items.map(async (item) => (await caller.get(address(item))).body));
    expect(items).toEqual(things);
  }
}

async function expectAgreementAfter(changes: readonly Change[], expectAll: () => Promise<void>): Promise<void> {
  await expectAll();
  for (const [name, make] of changes) {
    await make();
    await expectAll().catch((error: unknown) => {
      throw new Error(`After ${name}`, { cause: error });
    });
  }
}

interface Stage {
  organizationId: string;
  admin: Client;
  reader: { client: Client; id: string };
  guest: { client: Client; id: string };
}

async function makeStage(): Promise<Stage> {
  const { id: organizationId } = await service.make.organization();
  const [admin, reader, guest] = await Promise.all((['admin', 'read', null] as const).map((role) => service.make.user({ organizationId, role })));
  if (admin === undefined || reader === undefined || guest === undefined) throw new Error('Three were made.');
  const of = ({ id, token }: { id: string; token: string }): { client: Client; id: string } => ({ id, client: service.as(token) });
  return { organizationId, admin: service.as(admin.token), reader: of(reader), guest: of(guest) };
}

describe('lists tell each caller of', () => {
  it('spaces what the spaces themselves tell, whatever changes', async () => {
    const { organizationId, admin, reader, guest } = await makeStage();
    const organization = `/v1/orgs/${organizationId}`;
    const { make } = service;
    const collection = await make.collection({ organizationId });
    const [space, other, closed] = await Promise.all(['One', 'Two', 'Three'].map((title) => make.space({ organizationId, title })));
    if (space === undefined || other === undefined || closed === undefined) throw new Error('Three were made.');
    const path = `/v1/spaces/${space.id}`;
    await make.grant(other.id, guest.id, 'comment');
    const site = await makeSite(service, { organizationId, spaces: [space, other] });
    const open = await makeSite(service, { organizationId, spaces: [other], visibility: 'unlisted', published: true });
    const done = async (answer: Promise<{ status: number }>): Promise<void> => expect((await answer).status).toBeLessThan(300);
    const changes: Change[] = [
      ['a new title', () => done(admin.patch(path, { title: 'Другое', emoji: '1f600' }))],
      ['a grant', () => make.grant(space.id, reader.id, 'edit')],
      ['another grant', () => make.grant(space.id, guest.id, 'review')],
      ['a role of a member', () => done(admin.patch(`${organization}/members/${reader.id}`, { role: 'create' }))],
      ['another default role', () => done(admin.patch(organization, { defaultRole: 'comment' }))],
      ['a level', () => done(admin.patch(path, { defaultLevel: 'review' }))],
      ['no level', () => done(admin.patch(`/v1/spaces/${closed.id}`, { defaultLevel: null }))],
      ['a move', () => done(admin.post(`${path}/move`, { parent: collection.id }))],
      ['a level above', () => done(admin.patch(`/v1/collections/${collection.id}`, { defaultLevel: 'edit' }))],
      ['a lock', () => done(admin.patch(path, { editMode: 'locked' }))],
      ['a comment', () => done(reader.client.post(`${path}/comments`, { body: { markdown: 'A word.' } }))],
      ['a change request', () => done(reader.client.post(`${path}/change-requests`, { subject: 'A change' }))],
      ['new content', () => make.commit(space.id, { newPages: [newPage({ title: 'A page' })] })],
      ['a published site', () => done(admin.post(sitePath(site, '/publish')))],
      ['another visibility', () => done(admin.patch(sitePath(site), { visibility: 'visitor-auth' }))],
      ['a more open site', () => done(admin.patch(sitePath(open), { visibility: 'public' }))],
      ['an address', () => done(admin.patch(sitePath(open), { basename: 'manual' }))],
      ['an address of the organization', () => done(admin.patch(organization, { hostname: `written-${organizationId.toLowerCase()}` }))],
      ['a site that is no longer published', () => done(admin.post(sitePath(open, '/unpublish')))],
      ['a space on no site', async () => {
        const [first] = await admin.all(sitePath(site, '/site-spaces'));
        await done(admin.patch(sitePath(site, `/site-spaces/${String(first.id)}`), { path: 'elsewhere' }));
      }],
      ['a space in the trash', () => done(admin.delete(`/v1/spaces/${closed.id}`))],
      ['a role that is taken away', () => done(admin.patch(`${organization}/members/${reader.id}`, { role: null }))],
      ['a role for a guest', () => done(admin.patch(`${organization}/members/${guest.id}`, { role: 'admin' }))],
    ];
    await expectAgreementAfter(changes, async () => {
      await expectAgreement([admin, reader.client, guest.client], `${organization}/spaces`, ({ id }) => `/v1/spaces/${String(id)}`);
      await expectAgreement([admin], `/v1/collections/${collection.id}/spaces?limit=1`, ({ id }) => `/v1/spaces/${String(id)}`);
    });
  });

  it('collections what the collections themselves tell', async () => {
    const { organizationId, admin, reader, guest } = await makeStage();
    const { make } = service;
    const outer = await make.collection({ organizationId });
    const inner = await make.collection({ organizationId, parentId: outer.id });
    await make.grantOnCollection(inner.id, guest.id, 'comment');
    const changes: Change[] = [
      ['a new title', () => admin.patch(`/v1/collections/${outer.id}`, { title: 'Other' })],
      ['a level', () => admin.patch(`/v1/collections/${outer.id}`, { defaultLevel: 'edit' })],
      ['a grant', () => make.grantOnCollection(outer.id, reader.id, 'admin')],
      ['a move', () => admin.post(`/v1/collections/${inner.id}/move`, { parent: null })],
      ['another default role', () => admin.patch(`/v1/orgs/${organizationId}`, { defaultRole: 'review' })],
      ['a role', () => admin.patch(`/v1/orgs/${organizationId}/members/${guest.id}`, { role: 'edit' })],
    ];
    await expectAgreementAfter(changes, () =>
      expectAgreement([admin, reader.client, guest.client], `/v1/orgs/${organizationId}/collections?nested=true`, ({ id }) => `/v1/collections/${String(id)}`),
    );
  });

  it('comments and replies what these themselves tell, whatever changes', async () => {
    const { organizationId, admin, reader, guest } = await makeStage();
    const { make } = service;
    const space = await make.space({ organizationId });
    const page = newPage({ title: 'A page', markdown: '# First\n\nWords.\n\n## Second\n\nMore.\n' });
    await make.commit(space.id, { newPages: [page] });
    await Promise.all([make.grant(space.id, reader.id, 'comment'), make.grant(space.id, guest.id, 'comment')]);
    const path = `/v1/spaces/${space.id}`;
    const done = async (answer: Promise<{ status: number; body: Json }>): Promise<Json> => {
      const { status, body } = await answer;
      expect(status).toBeLessThan(300);
      return body;
    };
    const comments = `${path}/comments`;
    const own = await done(reader.client.post(comments, { page: page.pageId, node: 'second', body: { markdown: 'On **Second**' } }));
    const others = await done(guest.client.post(comments, { body: { markdown: 'A word' } }));
    const replies = `${comments}/${String(own.id)}/replies`;
    const reply = await done(guest.client.post(replies, { body: { markdown: 'A reply' } }));
    await done(reader.client.post(replies, { body: { markdown: 'Another' } }));
    const changes: Change[] = [
      ['an edit', () => done(reader.client.put(`${comments}/${String(own.id)}`, { body: { markdown: 'Edited' } }))],
      ['a reaction', () => done(guest.client.put(`${comments}/${String(own.id)}`, { addedReactions: ['1f44d'] }))],
      ['a reaction to a reply', () => done(reader.client.put(`${replies}/${String(reply.id)}`, { addedReactions: ['1f44d'] }))],
      ['an edited reply', () => done(guest.client.put(`${replies}/${String(reply.id)}`, { body: { markdown: 'Edited, too' } }))],
      ['a resolved comment', () => done(admin.put(`${comments}/${String(others.id)}`, { resolved: true }))],
      ['another name of an author', () => make.db.query(`UPDATE users SET display_name = 'Renamed' WHERE id = $1`, [reader.id])],
      ['a higher role', () => make.grant(space.id, guest.id, 'review')],
      ['a lower role', async () => done(admin.patch(`/v1/orgs/${organizationId}/members/${reader.id}`, { role: 'review' }))],
      ['a renamed page', () => make.commit(space.id, { pageUpdates: [{ pageId: page.pageId, fields: { title: 'Renamed' }, slug: 'renamed' }] })],
      ['a page that is gone', () => make.commit(space.id, { deletedPages: [page.pageId] })],
      ['a comment that is gone', () => done(admin.delete(`${comments}/${String(others.id)}`))],
    ];
    await expectAgreementAfter(changes, async () => {
      const callers = [admin, reader.client, guest.client];
      for (const format of ['markdown', 'document']) {
        await expectAgreement(callers, `${comments}?format=${format}&limit=1`, ({ id }) => `${comments}/${String(id)}?format=${format}`);
        await expectAgreement(callers, `${replies}?format=${format}`, ({ id }) => `${replies}/${String(id)}?format=${format}`);
      }
    });
  });
});
