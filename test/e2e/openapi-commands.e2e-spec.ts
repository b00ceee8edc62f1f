import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeSpec } from '../support/openapi-specs.js';
import { command } from '../support/commands.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

const run = (...parameters: string[]): ReturnType<typeof command> => command(['openapi:page', ...parameters], { DATABASE_URL: service.databaseUrl, PUBLIC_URL: service.url, DATA_DIR: service.config.dataDirectory });

describe('openapi:page', () => {
  it('adds a page that reads as the pages of the spec', async () => {
    const { space, member } = await service.make.spaceWithMember('read');
    await makeSpec(service, space.organizationId, 'pets');
    const { page, revision } = JSON.parse((await run('--space', space.id, '--spec', 'pets', '--title', 'Pets', '--no-models')).stdout);
    const client = service.as(member.token);
    expect((await client.get(`/v1/spaces/${space.id}/content?computed=false`)).body).toMatchObject({
      id: revision,
      pages: [{ id: page, type: 'computed', title: 'Pets', path: 'pets', computed: { type: 'builtin:openapi', props: { models: false }, dependencies: { spec: { ref: { kind: 'openapi', spec: 'pets' } } } } }],
    });
    expect((await client.get(`/v1/spaces/${space.id}/content/page/${String(page)}`)).body).toMatchObject({ type: 'document', title: 'Pets' });
  });

  it('says what is wrong', async () => {
    const { id } = await service.make.space();
    for (const [parameters, message] of [
      [['--space', 'nowhere', '--spec', 'pets'], 'no space nowhere'],
      [['--space', id, '--spec', 'My Pets'], 'spec: must match'],
      [['--space', id, '--spec', 'pets', '--title', ''], 'title: must be 1 to 255'],
      [['--space', id], '--spec'],
    ] as const) {
      expect(await run(...parameters)).toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
    }
  });
});
