import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Express } from 'express';
import { reaches, type Role, ROLES } from '../../src/kernel/permissions/role.js';
import { newId } from '../../src/kernel/ids/id.js';
import { TreeService } from '../../src/modules/access/tree.service.js';
import { TokensService } from '../../src/modules/identity/tokens.service.js';
import { SpaceStore } from '../../src/modules/spaces/space-store.js';
import { type DocumentSite, startDocumentSite } from '../support/document-site.js';
import type { TestUser } from '../support/factories.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { AUTHORIZATION, type AuthorizationRow, PUBLIC_PATHS, type Stage } from './authorization.js';
import { CHANGE_REQUEST_AUTHORIZATION } from './change-request-authorization.js';
import { COMMENT_AUTHORIZATION } from './comment-authorization.js';
import { COLLECTION_AUTHORIZATION } from './collection-authorization.js';
import { INSTALLATION_AUTHORIZATION } from './installation-authorization.js';
import { INTEGRATION_AUTHORIZATION } from './integration-authorization.js';
import { MEMBERSHIP_AUTHORIZATION } from './membership-authorization.js';
import { OPENAPI_AUTHORIZATION } from './openapi-authorization.js';
import { OPERATIONS } from './operations.js';
import { PEOPLE_AUTHORIZATION } from './people-authorization.js';
import { REVIEW_AUTHORIZATION } from './review-authorization.js';
import { SAML_AUTHORIZATION } from './saml-authorization.js';
import { SITE_AUTHORIZATION } from './site-authorization.js';
import { SITE_STRUCTURE_AUTHORIZATION } from './site-structure-authorization.js';
import { TRANSLATION_AUTHORIZATION } from './translation-authorization.js';
import { sendRow, successOf } from './table-row.js';

interface Caller {
  name: string;
  user: TestUser;
  /** The role that the caller has on the space; null: none. */
  role: Role | null;
}

let service: TestApp;
let site: DocumentSite;
let organizationId: string;
let stage: Stage;
let callers: Caller[];

beforeAll(async () => {
  [service, site] = await Promise.all([startTestApp(), startDocumentSite()]);
  organizationId = (await service.make.organization()).id;
  stage = await makeStage();
  callers = await makeCallers();
});
afterAll(async () => {
  await service.close();
  await site.close();
});

describe('the table', () => {
  it('has one row for each operation', () => {
    const rows = [
      ...AUTHORIZATION,
      ...MEMBERSHIP_AUTHORIZATION,
      ...COLLECTION_AUTHORIZATION,
      ...CHANGE_REQUEST_AUTHORIZATION,
      ...REVIEW_AUTHORIZATION,
      ...OPENAPI_AUTHORIZATION,
      ...SAML_AUTHORIZATION,
      ...SITE_AUTHORIZATION,
      ...SITE_STRUCTURE_AUTHORIZATION,
      ...INSTALLATION_AUTHORIZATION,
      ...TRANSLATION_AUTHORIZATION,
      ...INTEGRATION_AUTHORIZATION,
      ...PEOPLE_AUTHORIZATION,
      ...COMMENT_AUTHORIZATION,
    ];
    expect(rows.map(({ operationId }) => operationId).sort()).toEqual(OPERATIONS.map(({ operationId }) => operationId).sort());
  });

  it('covers every route of the application', () => {
    const covered = OPERATIONS.map(({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`);
    const closed = routes().filter((route) => !PUBLIC_PATHS.some((pattern) => pattern.test(route.slice(route.indexOf(' ') + 1))));
    expect(closed.filter((route) => !covered.includes(route))).toEqual([]);
    expect(closed.length).toBe(OPERATIONS.length);
  });
});

describe.each(AUTHORIZATION.map((row) => ({ name: row.operationId, row })))('$name', ({ row }) => {
  it('answers 401 without a valid token, before anything else', async () => {
    const tokens = service.app.get(TokensService);
    const { id: userId, token: valid } = await service.make.user({ organizationId, role: 'admin' });
    const [revoked, expired] = await Promise.all([tokens.issue({ userId, label: 'revoked' }), tokens.issue({ userId, label: 'expired' })]);
    await tokens.revoke(revoked.id);
    await service.make.db.query(`UPDATE api_tokens SET expires_at = now() - interval '1 second' WHERE id = $1`, [expired.id]);
    const headers = [undefined, '', 'Bearer', `Basic ${valid}`, valid, `Bearer ${valid}x`, `Bearer ${valid.toUpperCase()}`, `Bearer ${revoked.token}`, `Bearer ${expired.token}`];
    for (const authorization of headers) {
      const answer = await sendRow(service, row, stage, undefined, { headers: authorization === undefined ? {} : { authorization } });
      expect(answer).toMatchObject({ status: 401, body: { error: { code: 401 } } });
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      expect(JSON.stringify(answer.body)).not.toContain(valid);
    }
  });

  it('answers 404 to whoever does not see the space', async () => {
    const other = await service.make.spaceWithMember('admin');
    const guest = await service.make.user({ organizationId, role: null });
    const stranger = await service.make.user();
    const disabled = await service.make.user({ organizationId, role: 'admin' });
    await service.make.grant(stage.spaceId, disabled.id, 'admin');
    await disable(disabled.id);
    for (const user of [other.member, guest, stranger, disabled]) expect((await sendRow(service, row, stage, user.token)).status).toBe(404);

    const admin = await service.make.user({ organizationId, role: 'admin' });
    expect((await sendRow(service, row, { ...stage, spaceId: newId() }, admin.token)).status).toBe(404);
    expect((await sendRow(service, row, { ...stage, spaceId: other.space.id }, admin.token)).status).toBe(404);
  });

  it(`is open from ${row.needs} on, wherever the role comes from`, async () => {
    for (const { name, user, role } of callers) {
      const answer = await sendRow(service, row, stage, user.token);
      expect({ name, status: answer.status }).toEqual({ name, status: expectedStatus(row, role) });
      if (answer.status === 403) expect(answer.body.error.message).toContain(`"${row.permission}"`);
    }
  });
});

describe('roles on a space', () => {
  it('come from the fixed default level where there is one, never for guests', async () => {
    const { organization, space } = await fixedLevelStage();
    const expected: [level: Role | null, member: Role | null, effective: Role | null][] = [
      ['read', 'create', 'read'],
      ['create', 'read', 'create'],
      ['edit', null, null],
      [null, 'create', null],
      [null, 'admin', 'admin'],
    ];
    for (const [level, role, effective] of expected) {
      await fixLevel(space.spaceId, level);
      const user = await service.make.user({ organizationId: organization, role });
      for (const row of AUTHORIZATION) {
        const { status } = await sendRow(service, row, space, user.token);
        expect({ level, role, operation: row.operationId, status }).toEqual({ level, role, operation: row.operationId, status: expectedStatus(row, effective) });
      }
    }
  });

  it('change at once with the grant', async () => {
    const guest = await service.make.user({ organizationId, role: null });
    const [reading] = AUTHORIZATION.filter(({ needs }) => needs === 'read');
    if (reading === undefined) throw new Error('Some operation only reads.');
    expect((await sendRow(service, reading, stage, guest.token)).status).toBe(404);
    await service.make.grant(stage.spaceId, guest.id, 'read');
    expect((await sendRow(service, reading, stage, guest.token)).status).toBe(200);
  });

  it('do not open a locked space to direct changes, whatever the role', async () => {
    const locked = await makeStage();
    await service.make.db.query(`UPDATE spaces SET edit_mode = 'locked' WHERE id = $1`, [locked.spaceId]);
    const admin = await service.make.user({ organizationId, role: 'admin' });
    const answer = await service.as(admin.token).post(`/v1/spaces/${locked.spaceId}/content/import`, { url: site.url, source: 'markdown' });
    expect(answer).toMatchObject({ status: 403, body: { error: { message: expect.stringContaining('locked') } } });
    expect((await service.as(admin.token).get(`/v1/spaces/${locked.spaceId}/content/pages`)).status).toBe(200);
  });
});

describe('permissions of a space in an answer', () => {
  it('tell for every rung what the operations then do', async () => {
    for (const { name, user, role } of callers) {
      if (role === null) continue;
      const links = await service.as(user.token).get(`/v1/spaces/${stage.spaceId}/content/page/${stage.pageId}/links`);
      const { permissions } = links.body.items[0].targetReference.space;
      expect(Object.keys(permissions).sort()).toEqual(['access', 'admin', 'comment', 'edit', 'merge', 'review', 'triggerGitSync', 'view', 'viewInviteLinks']);
      for (const row of AUTHORIZATION) {
        const { status } = await sendRow(service, row, stage, user.token);
        expect({ name, operation: row.operationId, told: permissions[row.permission] }).toEqual({ name, operation: row.operationId, told: status < 300 });
      }
    }
  });
});

/** Every rung, from each of its sources: membership, grant to the person, grant to a team, and grants that don't lower it. */
async function makeCallers(): Promise<Caller[]> {
  const made: Caller[] = [];
  for (const role of ROLES) {
    const [member, guest, lower, higher, teammate] = await Promise.all([
      service.make.user({ organizationId, role }),
      service.make.user({ organizationId, role: null }),
      service.make.user({ organizationId, role: 'read' }),
      service.make.user({ organizationId, role }),
      service.make.user({ organizationId, role: null }),
    ]);
    await service.make.grant(stage.spaceId, guest.id, role);
    await service.make.grant(stage.spaceId, lower.id, role);
    await service.make.grant(stage.spaceId, higher.id, 'read');
    await grantThroughTeam(teammate.id, role);
    made.push(
      { name: `member: ${role}`, user: member, role },
      { name: `guest granted ${role}`, user: guest, role },
      { name: `reader granted ${role}`, user: lower, role },
      { name: `${role} granted read`, user: higher, role },
      { name: `guest in a team granted ${role}`, user: teammate, role },
    );
  }
  return [...made, { name: 'guest', user: await service.make.user({ organizationId, role: null }), role: null }];
}

function expectedStatus(row: AuthorizationRow, role: Role | null): number {
  if (reaches(role, row.needs)) return successOf(row);
  return reaches(role, 'read') ? 403 : 404;
}

async function makeStage(owner = organizationId): Promise<Stage> {
  const { id: spaceId } = await service.make.space({ organizationId: owner });
  await service.make.page(spaceId, { title: 'Target' });
  const pageId = await service.make.page(spaceId, { title: 'Page', markdown: '[target](target)\n' });
  const fileId = await service.make.file(spaceId);
  const { revisionId } = await service.app.get(SpaceStore).get(spaceId);
  return { spaceId, pageId, pagePath: 'page', revisionId, fileId, documentUrl: site.url };
}

async function fixedLevelStage(): Promise<{ organization: string; space: Stage }> {
  const { id } = await service.make.organization();
  return { organization: id, space: await makeStage(id) };
}

async function fixLevel(spaceId: string, level: Role | null): Promise<void> {
  await service.app.get(TreeService).setLevel(spaceId, level);
}

async function disable(userId: string): Promise<void> {
  await service.make.db.query('UPDATE members SET disabled = true WHERE user_id = $1', [userId]);
}

async function grantThroughTeam(userId: string, role: Role): Promise<void> {
  const { id } = await service.make.team({ organizationId, members: { [userId]: 'member' } });
  await service.make.grantToTeam(stage.spaceId, id, role);
}

/** `GET /v1/spaces/:spaceId/content`, …, read from the router itself. */
function routes(): string[] {
  const express: Express = service.app.getHttpAdapter().getInstance();
  return express.router.stack.flatMap(({ route }) => {
    if (route === undefined) return [];
    const methods = new Set(route.stack.map(({ method }) => method.toUpperCase()));
    return [...methods].map((method) => `${method} ${route.path.replace('*', ':')}`);
  });
}
