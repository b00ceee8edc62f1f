import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { IntegrationSecrets } from '../../src/modules/integrations/integration-secrets.js';
import type { Json } from '../support/client.js';
import { PUBLICATION, publishIntegration } from '../support/integrations.js';
import { cli, killProcesses, SLOW } from '../support/processes.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

const [OLD_KEY, NEW_KEY] = ['the-key-of-before'.repeat(2), 'the-key-from-now-on'.repeat(2)];
const SECRETS = { API_KEY: 'correct horse battery staple', EMPTY: '' };

jest.setTimeout(SLOW);

let service: TestApp;

beforeAll(async () => {
  // A service that knows both keys, as the first step of a change asks.
  service = await startTestApp({ ENCRYPTION_KEY: NEW_KEY, ENCRYPTION_OLD_KEYS: OLD_KEY });
});
afterAll(async () => {
  killProcesses();
  await service.close();
});

const settings = (keys: Record<string, string>): Record<string, string> => ({ DATABASE_URL: service.databaseUrl, DATA_DIR: service.config.dataDirectory, ...keys });
const read = async (name: string): Promise<Json> => Object.fromEntries(await service.app.get(IntegrationSecrets).read(name));

describe('secrets:rotate as a process of its own', () => {
  it('leaves every secret readable and the old key unneeded, while a service goes on', async () => {
    const { id: organizationId } = await service.make.organization();
    const admin = service.as((await service.make.user({ organizationId, role: 'admin' })).token);
    const { name } = await publishIntegration(service, { organizationId, secrets: SECRETS });
    // Sealed with the key of before by a rotation back to it.
    const back = await cli(['secrets:rotate'], settings({ ENCRYPTION_KEY: OLD_KEY, ENCRYPTION_OLD_KEYS: NEW_KEY }));
    expect(back).toMatchObject({ code: 0, stderr: '' });
    expect(await read(name)).toEqual(SECRETS);
    const withoutOld = await cli(['secrets:rotate'], settings({ ENCRYPTION_KEY: NEW_KEY }));
    expect(withoutOld.code).toBe(1);
    expect(withoutOld.stdout + withoutOld.stderr).not.toContain('horse');

    // The service publishes on while the keys change.
    let isDone = false;
    const rotating = cli(['secrets:rotate'], settings({ ENCRYPTION_KEY: NEW_KEY, ENCRYPTION_OLD_KEYS: OLD_KEY })).finally(() => (isDone = true));
    let published = 0;
    while (!isDone) {
      const { status } = await admin.post(`/v1/integrations/during-${organizationId.toLowerCase()}`, { ...PUBLICATION, organization: organizationId, secrets: { COUNT: String((published += 1)) } });
      expect(status).toBe(200);
      expect(await read(name)).toEqual(SECRETS);
    }
    const rotated = await rotating;
    expect(rotated).toMatchObject({ code: 0, stderr: '' });
    const { key, secrets } = JSON.parse(rotated.stdout) as { key: string; secrets: number };
    expect(secrets).toBeGreaterThanOrEqual(2);
    expect(JSON.parse(back.stdout).key).not.toBe(key);
    expect(await read(name)).toEqual(SECRETS);
    expect(await read(`during-${organizationId.toLowerCase()}`)).toEqual({ COUNT: String(published) });
    const keys = await service.make.db.query<{ key_id: string }>('SELECT DISTINCT key_id FROM integration_secrets');
    expect(keys).toEqual([{ key_id: key }]);

    // Whoever never knew the old key opens everything: each secret is opened to be sealed again.
    const again = await cli(['secrets:rotate'], settings({ ENCRYPTION_KEY: NEW_KEY }));
    expect(JSON.parse(again.stdout)).toEqual({ key, secrets: 3 });
    expect(await read(name)).toEqual(SECRETS);
  });
});
