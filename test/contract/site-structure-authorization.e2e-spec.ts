import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/ids/id.js';
import { type Role, ROLES } from '../../src/kernel/permissions/role.js';
import { MembersService } from '../../src/modules/members/members.service.js';
import { siteAbilities } from '../../src/modules/sites/site.policy.js';
import type { Answer } from '../support/client.js';
import type { TestUser } from '../support/factories.js';
import { makeSite, sitePath } from '../support/site-factories.js';
import { makeParts } from '../support/site-stage.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { OPERATIONS } from './operations.js';
import { SITE_STRUCTURE_AUTHORIZATION, type SiteStructureRow, type SiteStructureStage } from './site-structure-authorization.js';

let service: TestApp;
let organizationId: string;
let callers: { user: TestUser; role: Role | null }[];

beforeAll(async () => {
  service = await startTestApp();
  organizationId = (await service.make.organization()).id;
  callers = await Promise.all([null, ...ROLES].map(async (role) => ({ role, user: await service.make.user({ organizationId, role }) })));
});
afterAll(() => service.close());

describe.each(SITE_STRUCTURE_AUTHORIZATION.map((row) => ({ name: row.operationId, row })))('$name', ({ row }) => {
  it('answers 401 without a valid token', async () => {
    const stage = await makeStage();
    for (const token of [undefined, 'dsp_unknown']) expect(await call(row, stage, token)).toMatchObject({ status: 401, body: { error: { code: 401 } } });
  });

  it('answers 404 to whoever is not in the organization, and where nothing is', async () => {
    const stage = await makeStage();
    const other = await service.make.organization();
    const [stranger, otherAdmin, disabled, admin] = await Promise.all([
      service.make.user(),
      service.make.user({ organizationId: other.id, role: 'admin' }),
      service.make.user({ organizationId, role: 'create' }),
      service.make.user({ organizationId, role: 'admin' }),
    ]);
    await service.app.get(MembersService).setDisabled(organizationId, disabled.id, true);
    for (const { token } of [stranger, otherAdmin, disabled]) expect((await call(row, stage, token)).status).toBe(404);
    for (const missing of [{ organizationId: newId() }, { siteId: newId() }, ...(row.part === undefined ? [] : [{ [row.part]: newId() }])]) {
      expect((await call(row, { ...stage, ...missing }, admin.token)).status).toBe(404);
    }
    expect((await call(row, { ...stage, organizationId: other.id }, otherAdmin.token)).status).toBe(404);
  });

  it('is for those whom the policy lets, and names the right that is missing', async () => {
    for (const { user, role } of callers) {
      const answer = await call(row, await makeStage(), user.token);
      expect({ role, status: answer.status }).toEqual({ role, status: expectedStatus(row, role) });
      if (answer.status === 403) expect(answer.body.error.message).toContain(`"${row.permission}"`);
    }
  });
});

async function makeStage(): Promise<SiteStructureStage> {
  const site = await makeSite(service, { organizationId });
  const { id: spaceId } = await service.make.space({ organizationId });
  const stage = { organizationId, siteId: site.id, spaceId, ...(await makeParts(service, site)) };
  const creator = callers.find(({ role }) => role === 'create')?.user.token;
  await service.as(creator).patch(sitePath(site, `/site-spaces/${stage.siteSpaceId}/customization`), { title: 'Own title' });
  return stage;
}

function expectedStatus(row: SiteStructureRow, role: Role | null): number {
  const abilities = siteAbilities({ role });
  if (abilities[row.permission]) return OPERATIONS.find(({ operationId }) => operationId === row.operationId)?.success ?? 0;
  return abilities.view ? 403 : 404;
}

function call(row: SiteStructureRow, on: SiteStructureStage, token?: string): Promise<Answer> {
  const { path, body } = row.call(on);
  const method = OPERATIONS.find(({ operationId }) => operationId === row.operationId)?.method ?? 'GET';
  return service.as(token).send(method, path, body);
}
