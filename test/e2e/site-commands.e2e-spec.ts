import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { command } from '../support/commands.js';
import { makeSite, sitePath } from '../support/site-factories.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

const run = (...parameters: string[]): ReturnType<typeof command> => command(parameters, { DATABASE_URL: service.databaseUrl, PUBLIC_URL: service.url, DATA_DIR: service.config.dataDirectory });

describe('site:publish and site:unpublish', () => {
  it('do what the interface does, and tell the site as it would', async () => {
    const site = await makeSite(service);
    const reader = service.as((await service.make.user({ organizationId: site.organizationId })).token);
    const read = async (): Promise<unknown> => (await reader.get(sitePath(site))).body;
    expect(await read()).toMatchObject({ published: false });
    const published = JSON.parse((await run('site:publish', '--site', site.id)).stdout);
    expect(published).toMatchObject({ object: 'site', published: true, urls: { published: `${service.url}/sites/${site.organizationId}/${site.id}` } });
    expect(await read()).toEqual(published);
    const hosted = JSON.parse((await run('site:publish', '--site', site.id, '--hostname', 'docs.example.com')).stdout);
    expect(hosted).toMatchObject({ hostname: 'docs.example.com', urls: { published: 'https://docs.example.com' } });
    expect(await read()).toEqual(hosted);
    expect(JSON.parse((await run('site:unpublish', '--site', site.id)).stdout)).toEqual(await read());
    expect(await read()).toMatchObject({ published: false, hostname: 'docs.example.com' });
  });

  it('say what is wrong', async () => {
    const [site, other] = [await makeSite(service), await makeSite(service)];
    await run('site:publish', '--site', other.id, '--hostname', 'taken.example.com');
    for (const [parameters, message] of [
      [['--site', 'nowhere'], 'no site nowhere'],
      [['--site', site.id, '--hostname', 'localhost'], 'hostname: must match'],
      [['--site', site.id, '--hostname', 'taken.example.com'], 'Another organization has a site at taken.example.com'],
      [[], '--site'],
    ] as const) {
      expect(await run('site:publish', ...parameters)).toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
    }
  });
});
