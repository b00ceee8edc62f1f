import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/ids/id.js';
import { reaches, type Role, ROLES } from '../../src/kernel/permissions/role.js';
import { GrantsService } from '../../src/modules/access/grants.service.js';
import { collectionAbilities } from '../../src/modules/collections/collection.policy.js';
import { MembersService } from '../../src/modules/members/members.service.js';
import { organizationAbilities } from '../../src/modules/organizations/organization.policy.js';
import { spaceAbilities } from '../../src/modules/spaces/space.policy.js';
import { SpaceTrash } from '../../src/modules/spaces/space-trash.js';
import type { TestUser } from '../support/factories.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { COLLECTION_AUTHORIZATION, type CollectionAuthorizationRow, type CollectionStage } from './collection-authorization.js';
import { sendRow, successOf } from './table-row.js';

interface Caller {
  name: string;
  user: TestUser;
  /** In the organization. */
  membership: Role | null;
  /** Granted on the collection above the one that the request acts on. */
  granted?: Role;
  /** Through a team. */
  teamId?: string;
}

let service: TestApp;
let organizationId: string;
let targetId: string;
let callers: Caller[];
let granted: Pick<CollectionStage, 'grantedUserId' | 'grantedTeamId'>;

beforeAll(async () => {
  service = await startTestApp();
  [organizationId, targetId] = [(await service.make.organization()).id, (await service.make.organization()).id];
  const { id: grantedUserId } = await service.make.user({ organizationId });
  granted = { grantedUserId, grantedTeamId: (await service.make.team({ organizationId })).id };
  callers = await makeCallers();
});
afterAll(() => service.close());

describe.each(COLLECTION_AUTHORIZATION.map((row) => ({ name: row.operationId, row })))('$name', ({ row }) => {
  it('answers 401 without a valid token', async () => {
    const stage = await makeStage();
    for (const token of [undefined, 'dsp_unknown']) expect(await sendRow(service, row, stage, token)).toMatchObject({ status: 401, body: { error: { code: 401 } } });
  });

  it('answers 404 to whoever is not in the organization, and where nothing is', async () => {
    const stage = await makeStage();
    const [stranger, disabled, admin] = [await service.make.user(), await service.make.user({ organizationId, role: 'create' }), await service.make.user({ organizationId, role: 'admin' })];
    await service.make.grantOnCollection(stage.collectionId, disabled.id, 'admin');
    await service.app.get(MembersService).setDisabled(organizationId, disabled.id, true);
    const otherAdmin = await service.make.user({ organizationId: targetId, role: 'admin' });
    for (const { token } of [stranger, disabled, otherAdmin]) expect((await sendRow(service, row, stage, token)).status).toBe(404);
    expect((await sendRow(service, row, { ...stage, collectionId: newId(), spaceId: newId(), trashedId: newId(), organizationId: newId() }, admin.token)).status).toBe(404);
  });

  it('does for everybody what the permissions tell, wherever the role comes from', async () => {
    for (const caller of callers) {
      const answer = await sendRow(service, row, await makeStage(caller), caller.user.token);
      const { name } = caller;
      expect({ name, status: answer.status, told: permission(row, caller) }).toEqual({ name, status: expectedStatus(row, caller), told: answer.status < 300 });
      if (answer.status === 403) expect(answer.body.error.message).toContain(`"${row.permission}"`);
    }
  });
});

/** Every rung, by membership, and by grants to guests themselves and to a team of theirs. */
async function makeCallers(): Promise<Caller[]> {
  const made: Caller[] = [];
  const add = async (name: string, membership: Role | null, rest: Partial<Caller> = {}): Promise<void> => {
    const user = await service.make.user({ organizationId, role: membership });
    await service.make.join(targetId, user.id, 'create');
    made.push({ name, user, membership, ...rest });
  };
  await add('guest', null);
  for (const role of ROLES) {
    await add(`member: ${role}`, role);
    await add(`guest granted ${role}`, null, { granted: role });
    await add(`guest in a team granted ${role}`, null, { granted: role });
    const last = made.at(-1);
    if (last !== undefined) last.teamId = (await service.make.team({ organizationId, members: { [last.user.id]: 'member' } })).id;
  }
  return made;
}

async function makeStage(caller?: Caller): Promise<CollectionStage> {
  const above = await service.make.collection({ organizationId });
  const { id: collectionId } = await service.make.collection({ organizationId, parentId: above.id });
  const { id: parentId } = await service.make.collection({ organizationId });
  const [{ id: spaceId }, { id: trashedId }] = [await service.make.space({ organizationId, parentId: above.id }), await service.make.space({ organizationId, parentId: above.id })];
  await service.app.get(SpaceTrash).put(trashedId);
  const grants = service.app.get(GrantsService);
  if (caller?.granted !== undefined) await grants.give(above.id, 'collection', caller.teamId === undefined ? { userId: caller.user.id } : { teamId: caller.teamId }, caller.granted);
  if (caller !== undefined) await grants.give(parentId, 'collection', { userId: caller.user.id }, 'create');
  for (const [id, kind] of [[collectionId, 'collection'], [spaceId, 'space']] as const) {
    await grants.give(id, kind, { userId: granted.grantedUserId }, 'read');
    await grants.give(id, kind, { teamId: granted.grantedTeamId }, 'read');
  }
  return { ...granted, organizationId, collectionId, spaceId, trashedId, parentId, targetId };
}

/** On what the operation acts on. */
function roleOf(row: CollectionAuthorizationRow, { membership, granted }: Caller): Role | null {
  return row.on === 'organization' ? membership : (granted ?? membership);
}

function permission(row: CollectionAuthorizationRow, caller: Caller): boolean {
  const role = roleOf(row, caller);
  if (row.on === 'organization') return organizationAbilities({ membership: { role }, ownsTeam: false })[row.permission];
  return row.on === 'collection' ? collectionAbilities(role)[row.permission] : spaceAbilities(role)[row.permission];
}

function expectedStatus(row: CollectionAuthorizationRow, caller: Caller): number {
  const role = roleOf(row, caller);
  if (row.needs === null || reaches(role, row.needs)) return successOf(row);
  return row.on === 'organization' || (row.on !== 'trash' && reaches(role, 'read')) ? 403 : 404;
}
