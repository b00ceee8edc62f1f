import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/ids/id.js';
import { Vault } from '../../src/kernel/secrets/vault.js';
import { IntegrationSecrets } from '../../src/modules/integrations/integration-secrets.js';
import { PUBLICATION, publishIntegration } from '../support/integrations.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

const SECRETS = { API_KEY: 'correct horse battery staple', 'päss 😀': '', ['__proto__']: 'own' };

async function read(name: string, at = service): Promise<[string, string][]> {
  return [...(await at.app.get(IntegrationSecrets).read(name))].sort();
}

interface Row {
  name: string;
  key_id: string;
  sealed: Buffer;
}

function rowsOf(name: string): Promise<Row[]> {
  return service.make.db.query<Row>('SELECT name, key_id, sealed FROM integration_secrets WHERE integration_name = $1 ORDER BY name', [name]);
}

function keysOfDatabase(): Promise<{ name: string }[]> {
  return service.make.db.query<{ name: string }>(`SELECT name FROM secrets WHERE name LIKE 'encryption key%'`);
}

describe('secrets of integrations', () => {
  it('come back for who runs the integration, and stand nowhere in the database or in answers', async () => {
    const { id: organizationId } = await service.make.organization();
    const asAdmin = service.as((await service.make.user({ organizationId, role: 'admin' })).token);
    const path = `/v1/integrations/s-${newId()}`;
    const published = await asAdmin.post(path, undefined, {
      raw: JSON.stringify({ ...PUBLICATION, organization: organizationId, visibility: 'public', secrets: null }).replace('"secrets":null', `"secrets":${JSON.stringify(Object.fromEntries(Object.entries(SECRETS)))}`),
      headers: { 'content-type': 'application/json' },
    });
    expect(published.status).toBe(200);
    const name = String(published.body.name);
    expect(await read(name)).toEqual(Object.entries(SECRETS).sort());
    const answers = [published, await asAdmin.get(path), await asAdmin.get(`/v1/integrations?owner=${organizationId}`)].map(({ body }) => JSON.stringify(body));
    const stored = (await rowsOf(name)).map(({ sealed }) => sealed.toString('latin1'));
    for (const text of [...answers, ...stored]) for (const part of ['horse', 'API_KEY']) expect(text).not.toContain(part);
  });

  it('are exactly those of the last version', async () => {
    const { id: organizationId } = await service.make.organization();
    const { name } = await publishIntegration(service, { organizationId, secrets: { A: '1', B: '2' } });
    await publishIntegration(service, { organizationId, name, secrets: { B: '3' } });
    expect(await read(name)).toEqual([['B', '3']]);
    await publishIntegration(service, { organizationId, name });
    expect(await read(name)).toEqual([]);
  });

  it('stay unread when they are copied to another place or changed', async () => {
    const { id: organizationId } = await service.make.organization();
    const { name } = await publishIntegration(service, { organizationId, secrets: { A: '1', B: '2' } });
    await service.make.db.query(`UPDATE integration_secrets SET sealed = (SELECT sealed FROM integration_secrets WHERE integration_name = $1 AND name = 'A') WHERE integration_name = $1`, [name]);
    await expect(read(name)).rejects.toThrow(name);
    await expect(service.app.get(Vault).rotate()).rejects.toThrow(name);
    await publishIntegration(service, { organizationId, name });
  });

  it('are told by no message about what is wrong with them', async () => {
    const { id: organizationId } = await service.make.organization();
    const asAdmin = service.as((await service.make.user({ organizationId, role: 'admin' })).token);
    for (const secret of ['hush'.repeat(2_501), 'hush\0', ['hush'], { hush: 'hush' }]) {
      const { body } = await asAdmin.post('/v1/integrations/x', { ...PUBLICATION, organization: organizationId, secrets: { A: secret } });
      expect(body.error.details).toEqual([{ field: 'secrets.A', message: expect.any(String) }]);
      expect(JSON.stringify(body)).not.toContain('hush');
    }
  });
});

describe('rotating the key', () => {
  it('seals everything anew with another key, and forgets the old one', async () => {
    const { name } = await publishIntegration(service, { secrets: SECRETS });
    const [before, keys] = await Promise.all([rowsOf(name), keysOfDatabase()]);
    const { keyId, texts } = await service.app.get(Vault).rotate();
    const after = await rowsOf(name);
    expect(texts).toBeGreaterThanOrEqual(3);
    expect(after.map((row) => row.key_id)).toEqual(before.map(() => keyId));
    expect(before.map((row) => row.key_id)).not.toContain(keyId);
    expect([keys.length, (await keysOfDatabase()).length]).toEqual([1, 1]);
    expect(await keysOfDatabase()).not.toEqual(keys);
    expect(await read(name)).toEqual(Object.entries(SECRETS).sort());
  });

  it('loses nothing that is published at the same time', async () => {
    const { id: organizationId } = await service.make.organization();
    const publish = async (index: number): Promise<string> => {
      const { name } = await publishIntegration(service, { organizationId, name: `${organizationId}-${String(index % 4)}`, secrets: { A: 'one', B: 'two' } });
      return name;
    };
    const work = Array.from({ length: 24 }, (_, index) => (index % 6 === 5 ? service.app.get(Vault).rotate() : publish(index)));
    await Promise.all(work);
    for (let index = 0; index < 4; index += 1) expect(await read(`${organizationId}-${String(index)}`)).toEqual([['A', 'one'], ['B', 'two']]);
  });

  it('goes from the database to the settings and on to another key, and does nothing when one is missing', async () => {
    const { name } = await publishIntegration(service, { secrets: { A: '1' } });
    const [first, second] = ['first key of thirty-two characters', 'second key of thirty-two characters'];
    const onSameDatabase = (settings: Readonly<Record<string, string>>): Promise<TestApp> => startTestApp(settings, () => Promise.resolve(service.databaseUrl));
    const run = async (settings: Readonly<Record<string, string>>, work: (at: TestApp) => Promise<void>): Promise<void> => {
      const at = await onSameDatabase(settings);
      await work(at).finally(() => at.close());
    };
    await run({ ENCRYPTION_KEY: first }, async (at) => {
      expect(await read(name, at)).toEqual([['A', '1']]);
      await at.app.get(Vault).rotate();
      expect(await keysOfDatabase()).toEqual([]);
    });
    await run({ ENCRYPTION_KEY: second }, async (at) => {
      const before = await rowsOf(name);
      await expect(at.app.get(Vault).rotate()).rejects.toThrow('ENCRYPTION_OLD_KEYS');
      expect(await rowsOf(name)).toEqual(before);
    });
    await run({ ENCRYPTION_KEY: second, ENCRYPTION_OLD_KEYS: `${newId()}${newId()}, ${first}` }, async (at) => {
      await at.app.get(Vault).rotate();
    });
    await run({ ENCRYPTION_KEY: second }, async (at) => {
      expect(await read(name, at)).toEqual([['A', '1']]);
    });
  });
});
