import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/ids/id.js';
import { type Role, ROLES } from '../../src/kernel/permissions/role.js';
import { MembersService } from '../../src/modules/members/members.service.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { sendRow, successOf, type TableRow } from './table-row.js';

/** Who may use one operation in an organization: the role there decides. */
export interface OrganizationRow<Stage> extends TableRow<Stage> {
  /** What is missing to whoever may not. */
  readonly permission: string;
}

/** Where the rows are tried: everything that stages are made in. */
export interface OrganizationPlace {
  service: TestApp;
  organizationId: string;
  /** Of somebody with the role; null: of a guest. */
  tokenOf: (role: Role | null) => string;
}

export interface OrganizationTable<Stage extends { organizationId: string }, Row extends OrganizationRow<Stage>> {
  readonly rows: readonly Row[];
  /** What a request acts on; new for each. */
  readonly makeStage: (place: OrganizationPlace) => Promise<Stage>;
  /** The ids of the stage that the row's path names besides the organization. */
  readonly partsOf: (row: Row) => readonly (keyof Stage)[];
  readonly may: (row: Row, role: Role | null) => boolean;
  /** Whether whoever has the role sees what the row acts on; else it answers 404. Default: all do. */
  readonly sees?: (row: Row, role: Role | null) => boolean;
  /** What answers, or the policy, tell of the row to whoever has the role. */
  readonly told?: (row: Row, role: Role | null, stage: Stage, place: OrganizationPlace) => Promise<boolean>;
}

/** Tries every row of the table as everybody. */
export function tryOrganizationTable<Stage extends { organizationId: string }, Row extends OrganizationRow<Stage>>(table: OrganizationTable<Stage, Row>): void {
  const { rows, makeStage, partsOf, may, sees = () => true, told } = table;
  let place: OrganizationPlace;

  beforeAll(async () => {
    const service = await startTestApp();
    const { id: organizationId } = await service.make.organization();
    const tokens = new Map<Role | null, string>();
    for (const role of [null, ...ROLES]) tokens.set(role, (await service.make.user({ organizationId, role })).token);
    place = { service, organizationId, tokenOf: (role) => tokens.get(role) ?? '' };
  });
  afterAll(() => place.service.close());

  describe.each(rows.map((row) => ({ name: row.operationId, row })))('$name', ({ row }) => {
    it('answers 401 without a valid token', async () => {
      const stage = await makeStage(place);
      for (const token of [undefined, 'dsp_unknown']) expect(await sendRow(place.service, row, stage, token)).toMatchObject({ status: 401, body: { error: { code: 401 } } });
    });

    it('answers 404 to whoever is not in the organization, and where nothing is', async () => {
      const { service, organizationId, tokenOf } = place;
      const stage = await makeStage(place);
      const other = await service.make.organization();
      const [stranger, otherAdmin, disabled] = await Promise.all([
        service.make.user(),
        service.make.user({ organizationId: other.id, role: 'admin' }),
        service.make.user({ organizationId, role: 'admin' }),
      ]);
      await service.app.get(MembersService).setDisabled(organizationId, disabled.id, true);
      for (const { token } of [stranger, otherAdmin, disabled]) expect((await sendRow(service, row, stage, token)).status).toBe(404);
      const parts = partsOf(row);
      for (const part of ['organizationId', ...parts]) {
        expect({ part, status: (await sendRow(service, row, { ...stage, [part]: newId().toLowerCase() }, tokenOf('admin'))).status }).toEqual({ part, status: 404 });
      }
      if (parts.length > 0) expect((await sendRow(service, row, { ...stage, organizationId: other.id }, otherAdmin.token)).status).toBe(404);
    });

    it('does for everybody what the permissions tell, and names the right that is missing', async () => {
      for (const role of [null, ...ROLES]) {
        const stage = await makeStage(place);
        const isTold = await told?.(row, role, stage, place);
        const answer = await sendRow(place.service, row, stage, place.tokenOf(role));
        expect({ role, status: answer.status }).toEqual({ role, status: may(row, role) ? successOf(row) : sees(row, role) ? 403 : 404 });
        if (isTold !== undefined) expect({ role, told: isTold }).toEqual({ role, told: answer.status < 300 });
        if (answer.status === 403) expect(answer.body.error.message).toContain(`"${row.permission}"`);
      }
    });
  });
}
