import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UsersService } from '../../src/modules/identity/users.service.js';
import { TokensService } from '../../src/modules/identity/tokens.service.js';
import { MembersService } from '../../src/modules/members/members.service.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;
let organizationId: string;
let admin: string;

beforeAll(async () => {
  service = await startTestApp();
  organizationId = (await service.make.organization()).id;
  ({ token: admin } = await service.make.user({ organizationId, role: 'admin' }));
  const answer = await service.as(admin).patch(`/v1/orgs/${organizationId}`, { emailDomains: ['corp.example', 'müller.example'], defaultRole: 'comment' });
  expect(answer.status).toBe(200);
});
afterAll(() => service.close());

async function person(email: string): Promise<{ id: string; token: string }> {
  const { id } = await service.app.get(UsersService).ensure(email, 'Somebody');
  return { id, token: (await service.app.get(TokensService).issue({ userId: id, label: 'test' })).token };
}

const join = (token: string): Promise<{ status: number }> => service.as(token).post(`/v1/orgs/${organizationId}/join`);

describe('joining by e-mail domain', () => {
  it('makes a member with the default role, in whatever spelling of the domain, and leaves members as they are', async () => {
    for (const email of ['one@corp.example', 'two@CORP.example', 'three@xn--mller-kva.example', 'four@müller.example']) {
      const { id, token } = await person(email);
      expect((await join(token)).status).toBe(204);
      expect((await service.as(admin).get(`/v1/orgs/${organizationId}/members/${id}`)).body.role).toBe('comment');
      await service.app.get(MembersService).setRole(organizationId, id, 'edit');
      expect((await join(token)).status).toBe(204);
      expect((await service.as(admin).get(`/v1/orgs/${organizationId}/members/${id}`)).body.role).toBe('edit');
    }
  });

  it('is 400 for other addresses, and 404 where no organization is or the token does not work', async () => {
    for (const email of ['one@other.example', 'corp.example@other.example', 'one@sub.corp.example']) {
      const { id, token } = await person(email);
      expect((await join(token)).status).toBe(400);
      expect((await service.as(admin).get(`/v1/orgs/${organizationId}/members/${id}`)).status).toBe(404);
    }
    const { id: userId, token } = await person('five@corp.example');
    expect((await service.as(token).post('/v1/orgs/nowhere/join')).status).toBe(404);
    const { id: other } = await service.make.organization();
    const { token: limited } = await service.app.get(TokensService).issue({ userId, label: 'signed in elsewhere', organizationId: other });
    expect((await join(limited)).status).toBe(404);
    expect((await service.as(admin).get(`/v1/orgs/${organizationId}/members/${userId}`)).status).toBe(404);
  });

  it('is 403 for who is disabled, and where single sign-on alone is taken', async () => {
    const [disabled, late] = [await person('six@corp.example'), await person('seven@corp.example')];
    expect((await join(disabled.token)).status).toBe(204);
    await service.app.get(MembersService).setDisabled(organizationId, disabled.id, true);
    expect((await join(disabled.token)).status).toBe(403);
    await service.make.db.query('UPDATE organizations SET sso = true WHERE id = $1', [organizationId]);
    expect((await join(late.token)).status).toBe(403);
    expect((await service.as(admin).get(`/v1/orgs/${organizationId}/members/${late.id}`)).status).toBe(404);
  });
});

describe('the information on the interface', () => {
  it('tells version and time of release', async () => {
    const { status, body } = await service.as(admin).get('/v1');
    expect({ status, body }).toEqual({ status: 200, body: { version: expect.stringMatching(/^\d+\.\d+\.\d+/), build: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) } });
  });
});
