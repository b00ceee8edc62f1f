import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/ids/id.js';
import { type Role, ROLES } from '../../src/kernel/permissions/role.js';
import { MembersService } from '../../src/modules/members/members.service.js';
import type { Answer } from '../support/client.js';
import type { TestUser } from '../support/factories.js';
import { makeProvider } from '../support/saml.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { OPERATIONS } from './operations.js';
import { SAML_AUTHORIZATION, type SamlRow, type SamlStage } from './saml-authorization.js';

interface Caller {
  user: TestUser;
  role: Role | null;
}

let service: TestApp;
let organizationId: string;
let callers: Caller[];

beforeAll(async () => {
  service = await startTestApp();
  organizationId = (await service.make.organization()).id;
  callers = await Promise.all([null, ...ROLES].map(async (role) => ({ role, user: await service.make.user({ organizationId, role }) })));
});
afterAll(() => service.close());

describe.each(SAML_AUTHORIZATION.map((row) => ({ name: row.operationId, row })))('$name', ({ row }) => {
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
      service.make.user({ organizationId, role: 'admin' }),
      service.make.user({ organizationId, role: 'admin' }),
    ]);
    await service.app.get(MembersService).setDisabled(organizationId, disabled.id, true);
    for (const { token } of [stranger, otherAdmin, disabled]) expect((await call(row, stage, token)).status).toBe(404);
    expect((await call(row, { ...stage, organizationId: newId() }, admin.token)).status).toBe(404);
    if (row.on === 'organization') return;
    expect((await call(row, { ...stage, samlProviderId: newId() }, admin.token)).status).toBe(404);
    expect((await call(row, { ...stage, organizationId: other.id }, otherAdmin.token)).status).toBe(404);
  });

  it('does for everybody what the permissions of the organization tell, and names the right that is missing', async () => {
    for (const { user, role } of callers) {
      const told = await service.as(user.token).get(`/v1/orgs/${organizationId}`);
      const answer = await call(row, await makeStage(), user.token);
      const success = OPERATIONS.find(({ operationId }) => operationId === row.operationId)?.success;
      expect({ role, status: answer.status }).toEqual({ role, status: row.permission === 'view' || role === 'admin' ? success : 403 });
      expect({ role, told: told.body.permissions[row.permission] }).toEqual({ role, told: answer.status < 300 });
      if (answer.status === 403) expect(answer.body.error.message).toContain(`"${row.permission}"`);
    }
  });
});

async function makeStage(): Promise<SamlStage> {
  return { organizationId, samlProviderId: await makeProvider(service, organizationId) };
}

function call(row: SamlRow, on: SamlStage, token?: string): Promise<Answer> {
  const { path, body } = row.call(on);
  const method = OPERATIONS.find(({ operationId }) => operationId === row.operationId)?.method ?? 'GET';
  return service.as(token).send(method, path, body);
}
