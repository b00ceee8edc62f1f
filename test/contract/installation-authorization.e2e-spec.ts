import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROLES } from '../../src/kernel/permissions/role.js';
import { ContentInstallationStore } from '../../src/modules/integrations/content-installations/content-installation-store.js';
import { InstallationStore } from '../../src/modules/integrations/installations/installation-store.js';
import { MembersService } from '../../src/modules/members/members.service.js';
import type { Answer } from '../support/client.js';
import { publishIntegration } from '../support/integrations.js';
import { makeSite } from '../support/site-factories.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { INSTALLATION_AUTHORIZATION, type InstallationRow, type InstallationStage, type InstallationStanding } from './installation-authorization.js';
import { OPERATIONS } from './operations.js';

let service: TestApp;
let organizationId: string;
let ownerId: string;
let content: Pick<InstallationStage, 'spaceId' | 'freeSpaceId' | 'siteId' | 'freeSiteId'>;
let installedBy: string;
let callers: ReadonlyMap<InstallationStanding, string>;

beforeAll(async () => {
  service = await startTestApp();
  organizationId = (await service.make.organization()).id;
  ownerId = (await service.make.organization()).id;
  callers = await makeCallers();
  installedBy = (await service.make.user({ organizationId, role: 'admin' })).id;
  const [space, freeSpace] = await Promise.all([service.make.space({ organizationId }), service.make.space({ organizationId })]);
  const [site, freeSite] = await Promise.all([makeSite(service, { organizationId }), makeSite(service, { organizationId })]);
  content = { spaceId: space.id, freeSpaceId: freeSpace.id, siteId: site.id, freeSiteId: freeSite.id };
});
afterAll(() => service.close());

describe.each(INSTALLATION_AUTHORIZATION.map((row) => ({ name: row.operationId, row })))('$name', ({ row }) => {
  it('answers 401 without a valid token', async () => {
    const stage = await makeStage();
    for (const token of [undefined, 'dsp_unknown']) expect(await call(row, stage, token)).toMatchObject({ status: 401, body: { error: { code: 401 } } });
  });

  it('is for whom the table names, and tells nobody else of the installation', async () => {
    for (const [standing, token] of callers) {
      const answer = await call(row, await makeStage(), token);
      expect({ standing, status: answer.status }).toEqual({ standing, status: expectedStatus(row, standing) });
      if (answer.status === 403) expect(answer.body.error.message).toMatch(/You lack the right "\w+"/);
    }
  });

  it('answers 404 for another integration', async () => {
    const stage = await makeStage();
    const { path } = row.call(stage);
    const elsewhere = path.replace(stage.integrationName, 'no-such').replace(stage.freeName, 'no-such');
    if (elsewhere !== path) expect((await send(row, elsewhere, row.call(stage).body, callers.get('admin'))).status).toBe(404);
  });
});

async function makeCallers(): Promise<Map<InstallationStanding, string>> {
  const { make } = service;
  const disabled = await make.user({ organizationId, role: 'read' });
  const tokens = new Map<InstallationStanding, string>();
  for (const role of ROLES) tokens.set(role, (await make.user({ organizationId, role })).token);
  tokens.set('guest', (await make.user({ organizationId, role: null })).token);
  tokens.set('owner guest', (await make.user({ organizationId: ownerId, role: null })).token);
  for (const role of ['read', 'create', 'admin'] as const) tokens.set(`owner ${role}`, (await make.user({ organizationId: ownerId, role })).token);
  await service.app.get(MembersService).setRole(organizationId, disabled.id, 'admin');
  await service.app.get(MembersService).setDisabled(organizationId, disabled.id, true);
  tokens.set('disabled admin', disabled.token);
  tokens.set('outsider', (await make.user({ organizationId: (await make.organization()).id, role: 'admin' })).token);
  return tokens;
}

async function makeStage(): Promise<InstallationStage> {
  const { name: integrationName } = await publishIntegration(service, { organizationId: ownerId, visibility: 'public' });
  const { name: freeName } = await publishIntegration(service, { organizationId: ownerId, visibility: 'public' });
  const installation = await service.app.get(InstallationStore).install({ integrationName, organizationId, installedBy });
  for (const kind of ['space', 'site'] as const) await service.app.get(ContentInstallationStore).install(kind, installation, content[`${kind}Id`]);
  return { organizationId, integrationName, installationId: installation.id, freeName, ...content };
}

function expectedStatus({ operationId, allowed, forbidden }: InstallationRow, standing: InstallationStanding): number {
  if (allowed.includes(standing)) return OPERATIONS.find((operation) => operation.operationId === operationId)?.success ?? 0;
  return forbidden.includes(standing) ? 403 : 404;
}

function call(row: InstallationRow, stage: InstallationStage, token?: string): Promise<Answer> {
  const { path, body } = row.call(stage);
  return send(row, path, body, token);
}

function send(row: InstallationRow, path: string, body?: object, token?: string): Promise<Answer> {
  const method = OPERATIONS.find(({ operationId }) => operationId === row.operationId)?.method ?? 'GET';
  return service.as(token).send(method, path, body);
}
