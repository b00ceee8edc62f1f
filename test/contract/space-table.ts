import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/ids/id.js';
import { reaches, type Role, ROLES } from '../../src/kernel/permissions/role.js';
import { SpaceEntity } from '../../src/modules/spaces/space.entity.js';
import type { TestUser } from '../support/factories.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { sendRow, successOf, type TableRow } from './table-row.js';

/** Who may use one operation on a space or in it: the role on the space decides. */
export interface SpaceRow<Stage> extends TableRow<Stage> {
  /** The lowest role that may. */
  readonly needs: Role;
  /** What is missing to whoever has a lower one. */
  readonly permission: string;
  /** A right in the organization that it takes besides, which guests lack. */
  readonly besides?: 'listMembers';
}

/** Where the rows are tried: everything that stages are made in. */
export interface SpacePlace {
  service: TestApp;
  organizationId: string;
  spaceId: string;
}

export interface SpaceTable<Stage extends { spaceId: string }, Row extends SpaceRow<Stage>> {
  readonly rows: readonly Row[];
  /** Once, before all stages. */
  readonly prepare?: (place: SpacePlace) => Promise<void>;
  /** What a request acts on; new for each. */
  readonly makeStage: (place: SpacePlace) => Promise<Stage>;
  /** Ids that name nothing where the row looks for them; the other place is a space of another organization. */
  readonly absent?: (row: Row, stage: Stage, other: SpacePlace) => Promise<readonly Partial<Stage>[]>;
  /** What the policy tells of the row to whoever has the role. */
  readonly told: (row: Row, role: Role | null) => boolean;
  readonly editModes?: readonly ('live' | 'locked')[];
}

interface Caller {
  name: string;
  user: TestUser;
  isGuest: boolean;
  /** On the space; null: none. */
  role: Role | null;
}

/** Tries every row of the table as everybody; answers the place, for what a table tests besides. */
export function trySpaceTable<Stage extends { spaceId: string }, Row extends SpaceRow<Stage>>({ rows, prepare, makeStage, absent, told, editModes = ['live'] }: SpaceTable<Stage, Row>): () => SpacePlace {
  let place: SpacePlace;
  let callers: Caller[];

  beforeAll(async () => {
    const service = await startTestApp();
    const { id: organizationId } = await service.make.organization();
    const { id: spaceId } = await service.make.space({ organizationId });
    place = { service, organizationId, spaceId };
    callers = await makeCallers(place);
    await prepare?.(place);
  });
  afterAll(() => place.service.close());

  describe.each(rows.map((row) => ({ name: row.operationId, row })))('$name', ({ row }) => {
    it('answers 401 without a valid token', async () => {
      const stage = await makeStage(place);
      for (const token of [undefined, 'dsp_unknown']) expect(await sendRow(place.service, row, stage, token)).toMatchObject({ status: 401, body: { error: { code: 401 } } });
    });

    it('answers 404 to whoever does not see the space, and where nothing is', async () => {
      const { service, organizationId } = place;
      const stage = await makeStage(place);
      const [other, guest, stranger] = await Promise.all([service.make.spaceWithMember('admin'), service.make.user({ organizationId, role: null }), service.make.user()]);
      for (const { token } of [other.member, guest, stranger]) expect((await sendRow(service, row, stage, token)).status).toBe(404);
      const { token } = await service.make.user({ organizationId, role: 'admin' });
      const absentIds = [{ spaceId: newId() }, { spaceId: other.space.id }, ...((await absent?.(row, stage, { service, organizationId: other.space.organizationId, spaceId: other.space.id })) ?? [])];
      for (const ids of absentIds) expect({ ids, status: (await sendRow(service, row, { ...stage, ...ids }, token)).status }).toEqual({ ids, status: 404 });
    });

    it.each(editModes)('does for everybody what the policy tells, wherever the role comes from, in a %s space', async (editMode) => {
      await place.service.make.db.repo(SpaceEntity).update({ id: place.spaceId }, { editMode });
      for (const { name, user, role, isGuest } of callers) {
        const answer = await sendRow(place.service, row, await makeStage(place), user.token);
        const lacks = row.besides !== undefined && isGuest && reaches(role, row.needs) ? row.besides : undefined;
        const expected = lacks !== undefined || (!reaches(role, row.needs) && reaches(role, 'read')) ? 403 : reaches(role, row.needs) ? successOf(row) : 404;
        expect({ name, status: answer.status, told: told(row, role) && lacks === undefined }).toEqual({ name, status: expected, told: answer.status < 300 });
        if (answer.status === 403) expect(answer.body.error.message).toContain(`"${lacks ?? row.permission}"`);
      }
    });
  });
  return () => place;
}

/** Every rung as a member, and granted to a guest. */
async function makeCallers({ service, organizationId, spaceId }: SpacePlace): Promise<Caller[]> {
  const made: Caller[] = [{ name: 'guest', user: await service.make.user({ organizationId, role: null }), isGuest: true, role: null }];
  for (const role of ROLES) {
    const [member, guest] = await Promise.all([service.make.user({ organizationId, role }), service.make.user({ organizationId, role: null })]);
    await service.make.grant(spaceId, guest.id, role);
    made.push({ name: `member: ${role}`, user: member, isGuest: false, role }, { name: `guest granted ${role}`, user: guest, isGuest: true, role });
  }
  return made;
}
