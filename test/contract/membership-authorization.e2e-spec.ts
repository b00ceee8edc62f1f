import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/ids/id.js';
import { reaches, type Role, ROLES } from '../../src/kernel/permissions/role.js';
import { OrganizationAccess } from '../../src/modules/organizations/organization.access.js';
import { LinkInvitesService } from '../../src/modules/organizations/invites/link-invites.service.js';
import { OrganizationsService } from '../../src/modules/organizations/organizations.service.js';
import { TeamAccess } from '../../src/modules/teams/team.access.js';
import type { TeamEntity } from '../../src/modules/teams/team.entity.js';
import type { TestUser } from '../support/factories.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { MEMBERSHIP_AUTHORIZATION, type MembershipRow, type MembershipStage } from './membership-authorization.js';
import { sendRow, successOf } from './table-row.js';

/** What a caller is in the organization, and in the team that the request acts on. */
interface Caller {
  name: string;
  user: TestUser;
  role: Role | null;
  inTeam?: 'owner' | 'member';
}

let service: TestApp;
let organizationId: string;
let callers: Caller[];

beforeAll(async () => {
  service = await startTestApp();
  organizationId = (await service.make.organization()).id;
  await service.make.db.query('UPDATE organizations SET invite_links = true, email_domains = ARRAY[$2] WHERE id = $1', [organizationId, 'example.com']);
  callers = await makeCallers();
});
afterAll(() => service.close());

describe.each(MEMBERSHIP_AUTHORIZATION.map((row) => ({ name: row.operationId, row })))('$name', ({ row }) => {
  it('answers 401 without a valid token', async () => {
    const { stage } = await makeStage();
    for (const token of [undefined, 'dsp_unknown']) expect(await sendRow(service, row, stage, token)).toMatchObject({ status: 401, body: { error: { code: 401 } } });
  });

  it('answers 404 to whoever is not in the organization, and where nothing is', async () => {
    const { stage } = await makeStage();
    const other = await service.make.organization();
    const [stranger, otherAdmin, disabled, admin] = await Promise.all([
      service.make.user(),
      service.make.user({ organizationId: other.id, role: 'admin' }),
      service.make.user({ organizationId, role: 'admin' }),
      service.make.user({ organizationId, role: 'admin' }),
    ]);
    await service.make.db.query('UPDATE members SET disabled = true WHERE user_id = $1', [disabled.id]);
    const success = successOf(row);
    for (const { token } of [stranger, otherAdmin, disabled]) {
      const expected = row.on !== 'anybody' ? 404 : row.refusesDisabled === true && token === disabled.token ? 403 : success;
      expect((await sendRow(service, row, stage, token)).status).toBe(expected);
    }
    if (row.on === 'anybody') return;
    expect((await sendRow(service, row, { ...stage, organizationId: newId() }, admin.token)).status).toBe(404);
    if (row.on === 'team') {
      expect((await sendRow(service, row, { ...stage, teamId: newId() }, admin.token)).status).toBe(404);
      expect((await sendRow(service, row, { ...stage, organizationId: other.id }, otherAdmin.token)).status).toBe(404);
    }
  });

  it('does for everybody what the permissions tell, and names the right that is missing', async () => {
    for (const caller of callers) {
      const { stage, team } = await makeStage(caller);
      const told = await permission(row, caller, team);
      const answer = await sendRow(service, row, stage, caller.user.token);
      const { name } = caller;
      expect({ name, status: answer.status, told }).toEqual({ name, status: expectedStatus(row, caller), told: answer.status < 300 });
      if (answer.status === 403) expect(answer.body.error.message).toContain(`"${row.on === 'anybody' ? '' : row.permission}"`);
    }
  });
});

/** Every rung of the organization, in the team or not. */
async function makeCallers(): Promise<Caller[]> {
  const standings = [null, ...ROLES].flatMap((role) => [{ role }, { role, inTeam: 'member' as const }, { role, inTeam: 'owner' as const }]);
  return Promise.all(
    standings.map(async (standing) => ({
      ...standing,
      name: `${standing.role ?? 'guest'}, ${'inTeam' in standing ? `${standing.inTeam} of the team` : 'not in the team'}`,
      user: await service.make.user({ organizationId, role: standing.role }),
    })),
  );
}

async function makeStage(caller?: Caller): Promise<{ stage: MembershipStage; team: TeamEntity }> {
  const { id: userId } = await service.make.user({ organizationId });
  const members = { [userId]: 'member' as const, ...(caller?.inTeam === undefined ? {} : { [caller.user.id]: caller.inTeam }) };
  const team = await service.make.team({ organizationId, members });
  const { id: inviteId } = await service.app.get(LinkInvitesService).create(organizationId, null);
  return { stage: { organizationId, teamId: team.id, userId, inviteId }, team };
}

function expectedStatus(row: MembershipRow, { role, inTeam }: Caller): number {
  const success = successOf(row);
  if (row.on === 'anybody') return success;
  if (row.on === 'organization') return row.needs === null || reaches(role, row.needs) ? success : 403;
  if (role === null) return 404;
  return row.permission === 'view' || role === 'admin' || inTeam === 'owner' ? success : 403;
}

/** What an answer that shows the organization or the team tells the caller. */
async function permission(row: MembershipRow, { user }: Caller, team: TeamEntity): Promise<boolean | undefined> {
  if (row.on === 'anybody') return true;
  const actor = { userId: user.id, tokenId: '' };
  if (row.on === 'team') return (await service.app.get(TeamAccess).resolve(actor, [team]))[0]?.[row.permission];
  const organization = await service.app.get(OrganizationsService).get(organizationId);
  return (await service.app.get(OrganizationAccess).resolve(actor, [organization]))[0]?.[row.permission];
}
