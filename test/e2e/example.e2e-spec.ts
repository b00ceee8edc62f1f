import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/test-app.js';

const SCRIPT = fileURLToPath(new URL('../../examples/project.mjs', import.meta.url));

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

describe('the example of a whole project', () => {
  it('runs against the service with the public client, from the organization to the search', async () => {
    const [owner, reviewer] = await Promise.all([service.make.user(), service.make.user()]);
    const env = { PATH: process.env['PATH'], DOCSPINE_URL: service.url, OWNER_TOKEN: owner.token, REVIEWER_TOKEN: reviewer.token };
    const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT], { env });
    expect(stdout.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^Organization: \w+ with 3 members$/),
      'Change request: #1 with 10 pages',
      'Review: approved',
      'Merged: merge',
      expect.stringMatching(/^Published: http\S+ with 1 section$/),
      'Found: Backups',
    ]);
    const [, organizationId] = /^Organization: (\w+)/.exec(stdout) ?? [];
    const asOwner = service.as(owner.token);
    const [space] = await asOwner.all(`/v1/orgs/${String(organizationId)}/spaces`);
    const { pages } = (await asOwner.get(`/v1/spaces/${String(space?.id)}/content/pages`)).body;
    const welcome = (await asOwner.get(`/v1/spaces/${String(space?.id)}/content/page/${String(pages[0].id)}`)).body;
    const [file] = (await asOwner.all(`/v1/spaces/${String(space?.id)}/content/files`));
    expect(pages).toHaveLength(10);
    expect(file).toMatchObject({ name: 'lamp.png', contentType: 'image/png' });
    expect(welcome.markdown).toContain(`/files/${String(file?.id)}`);
    expect(welcome.markdown).toContain(`/pages/${String(pages[1].id)}`);
  });
});
