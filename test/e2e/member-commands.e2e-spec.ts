import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Json } from '../support/client.js';
import { command } from '../support/commands.js';
import type { TestUser } from '../support/factories.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;
let organizationId: string;
let admin: TestUser;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());
beforeEach(async () => {
  organizationId = (await service.make.organization()).id;
  admin = await service.make.user({ organizationId, role: 'admin' });
});

/** Runs the operator's command line beside the running service. */
async function run(...parameters: string[]): Promise<{ code: number | null; answer: Json; message: string }> {
  const { code, stdout, stderr } = await command(parameters, { DATABASE_URL: service.databaseUrl, PUBLIC_URL: service.url, DATA_DIR: service.config.dataDirectory });
  return { code, answer: stdout === '' ? undefined : JSON.parse(stdout), message: stderr };
}

describe('invite:create', () => {
  it('makes an invitation that admins can delete', async () => {
    const { code, answer } = await run('invite:create', '--org', organizationId, '--role', 'edit');
    expect(code).toBe(0);
    const { invite } = answer;
    expect(invite).toMatchObject({ organization: organizationId, role: 'edit', urls: { location: `${service.url}/v1/orgs/${organizationId}/link-invites/${String(invite.id)}` } });
    expect((await service.as(admin.token).delete(`/v1/orgs/${organizationId}/link-invites/${String(invite.id)}`)).status).toBe(205);
    expect(await run('invite:create', '--org', organizationId, '--role', 'guest')).toMatchObject({ code: 0, answer: { invite: { role: null } } });
  });

  it('says what is wrong', async () => {
    expect(await run('invite:create', '--org', 'nowhere', '--role', 'edit')).toMatchObject({ code: 1, message: expect.stringContaining('no organization nowhere') });
    expect(await run('invite:create', '--org', organizationId, '--role', 'owner')).toMatchObject({ code: 1, message: expect.stringContaining('guest') });
  });
});

describe('member:disable and member:enable', () => {
  it('turn a membership off and on', async () => {
    const reader = await service.make.user({ organizationId, role: 'read' });
    const path = `/v1/orgs/${organizationId}`;
    const disabled = await run('member:disable', '--org', organizationId, '--user', reader.email.toUpperCase());
    expect(disabled).toMatchObject({ code: 0, answer: { member: { id: reader.id, disabled: true, role: 'read' } } });
    expect((await service.as(admin.token).get(`${path}/members/${reader.id}`)).body.disabled).toBe(true);
    expect((await service.as(reader.token).get(path)).status).toBe(404);
    expect((await run('member:enable', '--org', organizationId, '--user', reader.id)).answer.member.disabled).toBe(false);
    expect((await service.as(reader.token).get(path)).status).toBe(200);
  });

  it('leave the last admin in place', async () => {
    const refused = await run('member:disable', '--org', organizationId, '--user', admin.id);
    expect(refused).toMatchObject({ code: 1, answer: undefined, message: expect.stringContaining('last admin') });
    expect((await service.as(admin.token).get(`/v1/orgs/${organizationId}`)).status).toBe(200);
  });

  it('say what is not there', async () => {
    const stranger = await service.make.user();
    expect(await run('member:disable', '--org', organizationId, '--user', stranger.id)).toMatchObject({ code: 1, message: expect.stringContaining('no such member') });
    expect(await run('member:enable', '--org', organizationId, '--user', 'nobody@example.com')).toMatchObject({ code: 1, message: expect.stringContaining('no user') });
  });
});
