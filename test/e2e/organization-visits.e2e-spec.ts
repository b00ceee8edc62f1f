import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { jwtVerify } from 'jose';
import { Clock } from '../../src/kernel/clock/clock.js';
import type { Client } from '../support/client.js';
import type { TestUser } from '../support/factories.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

const SECRET = 'visitor-claims-secret-of-the-tests';

let service: TestApp;
let organizationId: string;
let admin: TestUser;
let client: Client;

beforeAll(async () => {
  service = await startTestApp({ VISITOR_CLAIMS_SECRET: SECRET });
});
afterAll(() => service.close());
beforeEach(async () => {
  organizationId = (await service.make.organization()).id;
  admin = await service.make.user({ organizationId, role: 'admin' });
  client = service.as(admin.token);
});

const path = (rest: string): string => `/v1/orgs/${organizationId}${rest}`;

describe('a visit of a member', () => {
  it('stamps the member, and answers signed claims', async () => {
    const guest = await service.make.user({ organizationId, role: null });
    const { body: team } = await client.put(path('/teams'), { title: 'Team', members: [guest.id] });
    const before = Date.now();
    const { status, body } = await service.as(guest.token).post(path('/ping'));
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['serviceVisitorClaims']);
    const { payload, protectedHeader } = await jwtVerify(body.serviceVisitorClaims, new TextEncoder().encode(SECRET));
    expect(protectedHeader.alg).toBe('HS256');
    expect(payload).toEqual({ user: guest.id, organization: organizationId, teams: [team.id], iat: expect.any(Number), exp: expect.any(Number) });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3600);
    const { lastSeenAt } = (await client.get(path(`/members/${guest.id}`))).body;
    expect(Date.parse(lastSeenAt)).toBeGreaterThanOrEqual(before);
    await expect(jwtVerify(body.serviceVisitorClaims, new TextEncoder().encode(`${SECRET}!`))).rejects.toThrow();
  });

  it('is written at most once a minute', async () => {
    const clock = service.app.get(Clock);
    const real = clock.now.bind(clock);
    const start = real();
    try {
      for (const [seconds, seen] of [[0, 0], [59, 0], [60, 60], [61, 60], [30, 60], [180, 180]] as const) {
        clock.now = () => new Date(start.getTime() + seconds * 1000);
        expect((await client.post(path('/ping'))).status).toBe(200);
        const { lastSeenAt } = (await client.get(path(`/members/${admin.id}`))).body;
        expect(Date.parse(lastSeenAt) - start.getTime()).toBe(seen * 1000);
      }
    } finally {
      clock.now = real;
    }
  });

  it('of many at once counts each member once', async () => {
    const users = await Promise.all(Array.from({ length: 5 }, () => service.make.user({ organizationId, role: 'read' })));
    await Promise.all([...users, ...users].map(({ token }) => service.as(token).post(path('/ping'))));
    expect((await client.get(path('/members?sort=lastSeenAt'))).body).toMatchObject({ count: 5 });
  });
});
