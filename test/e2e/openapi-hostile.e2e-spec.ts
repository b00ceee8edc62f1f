import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Client } from '../support/client.js';
import { HOSTILE_BOUNDS, hostileSpecs } from '../support/hostile-specs.js';
import { processed, smallSpec } from '../support/openapi-specs.js';
import { SLOW } from '../support/processes.js';
import { type SpecSite, startSpecSite } from '../support/spec-site.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

jest.setTimeout(SLOW);

let service: TestApp;
let site: SpecSite;
let specs: string;
let creator: Client;

beforeAll(async () => {
  [service, site] = await Promise.all([startTestApp({ ...HOSTILE_BOUNDS, JOB_CONCURRENCY: '4' }), startSpecSite()]);
  const { id: organizationId } = await service.make.organization();
  specs = `/v1/orgs/${organizationId}/openapi`;
  creator = service.as((await service.make.user({ organizationId, role: 'create' })).token);
  site.paths.set('/small', JSON.stringify(smallSpec()));
  site.paths.set('/circle', (response) => void response.writeHead(302, { location: '/circle' }).end());
  for (let index = 1; index <= 60; index += 1) site.paths.set(`/endless/${String(index)}`, JSON.stringify({ $ref: String(index + 1) }));
});
afterAll(async () => {
  await service.close();
  await site.close();
});

describe('a source that means harm', () => {
  it('ends in the state complete, with the code and the reason, and nothing else suffers', async () => {
    const hostile = hostileSpecs(site.url, site.port);
    expect(hostile.length).toBeGreaterThan(20);
    await Promise.all(
      hostile.map(async ({ answer }, index) => {
        site.paths.set(`/hostile/${String(index)}`, answer);
        expect((await creator.put(`${specs}/hostile-${String(index)}`, { source: { url: `${site.url}/hostile/${String(index)}` } })).status).toBe(200);
      }),
    );
    for (const [index, { name, code, message = '' }] of hostile.entries()) {
      const spec = await processed(creator, `${specs}/hostile-${String(index)}`);
      const told = { name, code: spec.lastProcessErrorCode, hasVersion: 'lastVersion' in spec, hasTime: 'lastProcessedAt' in spec };
      expect(told).toEqual({ name, code, hasVersion: code === undefined, hasTime: true });
      if (code !== undefined) expect({ name, errors: spec.lastProcessedErrors }).toEqual({ name, errors: [{ code, message: expect.stringContaining(message) }] });
    }
    await creator.put(`${specs}/good`, { source: { url: `${site.url}/small` } });
    expect(await processed(creator, `${specs}/good`)).not.toHaveProperty('lastProcessErrorCode');
  });

  it('is refused as text likewise', async () => {
    for (const [text, message] of [
      [JSON.stringify({ ...smallSpec(), components: { schemas: { Pet: { $ref: './pet.yaml' } } } }), 'came as text'],
      ['<html></html>', 'HTML'],
      ['- a\n- b\n', 'neither "openapi" nor "swagger"'],
    ]) {
      await creator.put(`${specs}/text`, { source: { text } });
      expect(await processed(creator, `${specs}/text`)).toMatchObject({ lastProcessErrorCode: 'PARSE_ERROR', lastProcessedErrors: [{ message: expect.stringContaining(message ?? '') }] });
    }
  });
});
