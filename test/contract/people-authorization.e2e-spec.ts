import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TokensService } from '../../src/modules/identity/tokens.service.js';
import type { TestUser } from '../support/factories.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { OPERATIONS } from './operations.js';
import { PEOPLE_AUTHORIZATION, type PeopleStage, type Standing } from './people-authorization.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

describe.each(PEOPLE_AUTHORIZATION.map((row) => ({ name: row.operationId, row })))('$name', ({ row }) => {
  const operation = OPERATIONS.find(({ operationId }) => operationId === row.operationId);
  const send = (stage: PeopleStage, token?: string): Promise<{ status: number }> => {
    const { path, body } = row.call(stage);
    return service.as(token).send(operation?.method ?? 'GET', path, body);
  };

  it('answers 401 without a valid token', async () => {
    const { stage } = await makeStage();
    for (const token of [undefined, 'dsp_unknown']) expect((await send(stage, token)).status).toBe(401);
  });

  it('is open to whom the table names, and 404 where nobody is', async () => {
    const { stage, callers } = await makeStage();
    for (const [standing, user] of Object.entries(callers)) {
      const expected = row.refused?.[standing as Standing] ?? operation?.success; // the keys are those of the record
      if (standing !== 'self') expect({ standing, status: (await send(stage, user.token)).status }).toEqual({ standing, status: expected });
    }
    expect((await send(stage, callers.self.token)).status).toBe(operation?.success);
    if (row.refused !== undefined) expect((await send({ userId: 'nobody', tokenId: 'nothing' }, callers.colleague.token)).status).toBe(404);
  });
});

async function makeStage(): Promise<{ stage: PeopleStage; callers: Record<Standing, TestUser> }> {
  const { id: organizationId } = await service.make.organization();
  const self = await service.make.user({ organizationId });
  const callers = {
    self,
    colleague: await service.make.user({ organizationId, role: 'admin' }),
    guest: await service.make.user({ organizationId, role: null }),
    'disabled colleague': await service.make.user({ organizationId, role: 'admin' }),
    stranger: await service.make.user({ organizationId: (await service.make.organization()).id, role: 'admin' }),
  };
  await service.make.db.query('UPDATE members SET disabled = true WHERE user_id = $1', [callers['disabled colleague'].id]);
  const { id: tokenId } = await service.app.get(TokensService).issue({ userId: self.id, label: 'Stage' });
  return { stage: { userId: self.id, tokenId }, callers };
}
