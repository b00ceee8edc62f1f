import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { command } from '../support/commands.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

const run = (...parameters: string[]): ReturnType<typeof command> => command(parameters, { DATABASE_URL: service.databaseUrl, PUBLIC_URL: service.url, DATA_DIR: service.config.dataDirectory });

describe('collection:create', () => {
  it('makes a collection, also in another one, and tells it as the API would', async () => {
    const { id: organizationId } = await service.make.organization();
    const admin = await service.make.user({ organizationId, role: 'admin' });
    const made = JSON.parse((await run('collection:create', '--org', organizationId, '--title', 'Ärzte')).stdout);
    expect(made).toMatchObject({ object: 'collection', title: 'Ärzte', organization: organizationId, urls: { location: `${service.url}/v1/collections/${String(made.id)}` } });
    const inside = JSON.parse((await run('collection:create', '--org', organizationId, '--title', 'Inside', '--parent', made.id)).stdout);
    expect((await service.as(admin.token).get(`/v1/collections/${String(inside.id)}`)).body).toMatchObject({ id: inside.id, title: 'Inside', parent: made.id, urls: inside.urls });
  });

  it('says what is wrong', async () => {
    const { id: organizationId } = await service.make.organization();
    const foreign = await service.make.collection();
    for (const [parameters, message] of [
      [['--org', 'nowhere', '--title', 'x'], 'no organization nowhere'],
      [['--org', organizationId, '--title', 'x'.repeat(51)], 'title: must be at most 50'],
      [['--org', organizationId, '--title', 'x', '--parent', foreign.id], 'parent: must name a collection'],
      [['--org', organizationId], '--title'],
    ] as const) {
      expect(await run('collection:create', ...parameters)).toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
    }
  });
});
