import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/ids/id.js';
import { reaches, type Role, ROLES } from '../../src/kernel/permissions/role.js';
import { MembersService } from '../../src/modules/members/members.service.js';
import { openApiSpecAbilities } from '../../src/modules/openapi-specs/openapi-spec.policy.js';
import { organizationAbilities } from '../../src/modules/organizations/organization.policy.js';
import type { Answer } from '../support/client.js';
import { makeSpec } from '../support/openapi-specs.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { OPENAPI_AUTHORIZATION, type OpenApiAuthorizationRow, type OpenApiStage } from './openapi-authorization.js';
import { OPERATIONS } from './operations.js';

let service: TestApp;
let organizationId: string;
let callers: { role: Role | null; token: string }[];

beforeAll(async () => {
  service = await startTestApp();
  organizationId = (await service.make.organization()).id;
  callers = await Promise.all([null, ...ROLES].map(async (role) => ({ role, token: (await service.make.user({ organizationId, role })).token })));
});
afterAll(() => service.close());

describe.each(OPENAPI_AUTHORIZATION.map((row) => ({ name: row.operationId, row })))('$name', ({ row }) => {
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
    expect((await call(row, { ...stage, organizationId: newId() }, admin.token)).status).toBe(404);
    if (row.on === 'organization') return;
    expect((await call(row, { ...stage, specSlug: 'none' }, admin.token)).status).toBe(404);
    expect((await call(row, { ...stage, organizationId: other.id }, otherAdmin.token)).status).toBe(404);
  });

  it('does for everybody what the permissions tell, and names the right that is missing', async () => {
    for (const { role, token } of callers) {
      const answer = await call(row, await makeStage(), token);
      expect({ role, status: answer.status, told: permission(row, role) }).toEqual({ role, status: expectedStatus(row, role), told: answer.status < 300 });
      if (answer.status === 403) expect(answer.body.error.message).toContain(`"${row.permission}"`);
    }
  });
});

async function makeStage(): Promise<OpenApiStage> {
  return { organizationId, ...(await makeSpec(service, organizationId, `spec-${newId().toLowerCase()}`)) };
}

function permission({ permission: name }: OpenApiAuthorizationRow, role: Role | null): boolean | undefined {
  const told: Readonly<Record<string, boolean>> = { ...organizationAbilities({ membership: { role }, ownsTeam: false }), ...openApiSpecAbilities(role) };
  return told[name];
}

function expectedStatus({ operationId, on, needs }: OpenApiAuthorizationRow, role: Role | null): number {
  if (reaches(role, needs)) return OPERATIONS.find((operation) => operation.operationId === operationId)?.success ?? 0;
  return on === 'organization' || reaches(role, 'read') ? 403 : 404;
}

function call(row: OpenApiAuthorizationRow, stage: OpenApiStage, token?: string): Promise<Answer> {
  const { path, body } = row.call(stage);
  const method = OPERATIONS.find(({ operationId }) => operationId === row.operationId)?.method ?? 'GET';
  return service.as(token).send(method, path, body);
}
