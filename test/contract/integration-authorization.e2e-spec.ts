import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { reaches, type Role, ROLES } from '../../src/kernel/permissions/role.js';
import { INTEGRATION_VISIBILITIES, type IntegrationVisibility } from '../../src/modules/integrations/integration-values.js';
import { integrationAbilities } from '../../src/modules/integrations/integration.policy.js';
import { MembersService } from '../../src/modules/members/members.service.js';
import type { TestUser } from '../support/factories.js';
import { publishIntegration } from '../support/integrations.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { INTEGRATION_AUTHORIZATION, type IntegrationRow, type IntegrationStage } from './integration-authorization.js';
import { sendRow, successOf } from './table-row.js';

interface Caller {
  name: string;
  user: TestUser;
  /** In the organization that owns the integration; undefined: not in it. */
  role?: Role | null;
  administers: boolean;
}

let service: TestApp;
let organizationId: string;
let callers: Caller[];

beforeAll(async () => {
  service = await startTestApp();
  organizationId = (await service.make.organization()).id;
  callers = await makeCallers();
});
afterAll(() => service.close());

describe.each(INTEGRATION_AUTHORIZATION.map((row) => ({ name: row.operationId, row })))('$name', ({ row }) => {
  it('answers 401 without a valid token', async () => {
    const stage = await makeStage('public');
    for (const token of [undefined, 'dsp_unknown']) expect(await sendRow(service, row, stage, token)).toMatchObject({ status: 401, body: { error: { code: 401 } } });
  });

  it.each(INTEGRATION_VISIBILITIES)('does for everybody what the permissions of a %s integration tell', async (visibility) => {
    for (const caller of callers) {
      const stage = await makeStage(visibility);
      const told = await service.as(caller.user.token).get(`/v1/integrations/${stage.integrationName}`);
      const answer = await sendRow(service, row, stage, caller.user.token);
      const { name } = caller;
      expect({ name, status: answer.status }).toEqual({ name, status: expectedStatus(row, caller, visibility) });
      if (row.permission === 'admin') expect({ name, told: told.body.permissions?.admin ?? false }).toEqual({ name, told: answer.status < 300 });
      if (answer.status === 403) expect(answer.body.error.message).toContain(`"${row.permission}"`);
    }
  });
});

describe('the permission to install', () => {
  it('is for admins: of the owner, and of any organization where it is not private', async () => {
    for (const visibility of INTEGRATION_VISIBILITIES) {
      const { integrationName } = await makeStage(visibility);
      for (const caller of callers) {
        const { status, body } = await service.as(caller.user.token).get(`/v1/integrations/${integrationName}`);
        expect({ name: caller.name, install: status === 200 && body.permissions.install }).toEqual({ name: caller.name, install: abilitiesOf(caller, visibility).install });
      }
    }
  });
});

/** Every rung in the owner, who is disabled there, and who is not in it at all. */
async function makeCallers(): Promise<Caller[]> {
  const members = await Promise.all(
    [null, ...ROLES].map(async (role) => ({ name: role ?? 'guest', role, administers: role === 'admin', user: await service.make.user({ organizationId, role }) })),
  );
  const disabled = await service.make.user({ organizationId, role: 'edit' });
  await service.app.get(MembersService).setDisabled(organizationId, disabled.id, true);
  const other = await service.make.organization();
  return [
    ...members,
    { name: 'disabled', user: disabled, administers: false },
    { name: 'outsider', user: await service.make.user(), administers: false },
    { name: "another organization's admin", user: await service.make.user({ organizationId: other.id, role: 'admin' }), administers: true },
  ];
}

async function makeStage(visibility: IntegrationVisibility): Promise<IntegrationStage> {
  const { name } = await publishIntegration(service, { organizationId, visibility });
  return { organizationId, integrationName: name };
}

function abilitiesOf({ role = null, administers }: Caller, visibility: IntegrationVisibility): ReturnType<typeof integrationAbilities> {
  return integrationAbilities({ visibility, ownerRole: role, administers });
}

function expectedStatus(row: IntegrationRow, caller: Caller, visibility: IntegrationVisibility): number {
  const success = successOf(row);
  // Publishing names the organization: whoever is in it may know that it is there.
  if (row.operationId === 'publishIntegration') return caller.role === 'admin' ? success : caller.role === undefined ? 404 : 403;
  const member = reaches(caller.role ?? null, 'read');
  if (row.on === 'anybody') return success;
  if (visibility === 'private' && !member) return 404;
  const may = { view: true, listInstallations: member, admin: caller.role === 'admin', install: caller.administers }[row.permission];
  return may ? success : 403;
}
