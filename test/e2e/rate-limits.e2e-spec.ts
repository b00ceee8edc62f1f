import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Clock } from '../../src/kernel/clock/clock.js';
import { newId } from '../../src/kernel/ids/id.js';
import { makeShareLink, makeSite, shareKeyOf, sitePath } from '../support/site-factories.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

const MINUTE = 60_000;

let service: TestApp;
let now = Math.ceil(Date.now() / MINUTE) * MINUTE;

beforeAll(async () => {
  service = await startTestApp({ RATE_LIMIT_REQUESTS: '20', RATE_LIMIT_REFUSALS: '6', RATE_LIMIT_GUESSES: '4', PROXY_HOPS: '1' });
  jest.spyOn(service.app.get(Clock), 'now').mockImplementation(() => new Date(now));
});
afterAll(() => service.close());
/** Each test has a minute of its own, and begins ten seconds into it. */
beforeEach(() => {
  now = (Math.floor(now / MINUTE) + 1) * MINUTE + 10_000;
});

const from = (address: string): { headers: Record<string, string> } => ({ headers: { 'x-forwarded-for': address } });

describe('the limit of a token', () => {
  it('is told with every answer, ends in 429 with Retry-After, and begins anew', async () => {
    const [one, other] = [service.as((await service.make.user()).token), service.as((await service.make.user()).token)];
    for (let left = 19; left >= 0; left -= 1) {
      const { status, headers } = await one.get('/v1/user');
      expect([status, headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining'), headers.get('x-ratelimit-reset')]).toEqual([200, '20', String(left), String(now / 1000 + 50)]);
    }
    const refused = await one.get('/v1/user');
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 429, message: expect.stringContaining('at most 20 in a minute') } } });
    expect([refused.headers.get('retry-after'), refused.headers.get('x-ratelimit-remaining')]).toEqual(['50', '0']);
    expect((await other.get('/v1/user')).status).toBe(200);
    now += 50_000;
    expect((await one.get('/v1/user')).headers.get('x-ratelimit-remaining')).toBe('19');
  });

  it('changes nothing once it is reached', async () => {
    const { id: organizationId } = await service.make.organization();
    const creator = service.as((await service.make.user({ organizationId, role: 'create' })).token);
    const answers = await Promise.all(Array.from({ length: 25 }, () => creator.post(`/v1/orgs/${organizationId}/spaces`, { title: 'Space' })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    const reader = service.as((await service.make.user({ organizationId, role: 'read' })).token);
    expect((await reader.get(`/v1/orgs/${organizationId}/spaces`)).body.count).toBe(20);
  });
});

describe('the limit of requests without a valid token', () => {
  it('is that of the address, and never holds up who has one', async () => {
    const token = (await service.make.user()).token;
    const refused = [undefined, 'dsp_unknown', undefined, 'dsp_other', undefined, undefined];
    for (const wrong of refused) expect((await service.as(wrong).get('/v1/user', from('192.0.2.1'))).status).toBe(401);
    const answer = await service.as('dsp_unknown').get('/v1/user', from('192.0.2.1'));
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '50']);
    expect((await service.as(token).get('/v1/user', from('192.0.2.1'))).status).toBe(200);
    expect((await service.as().get('/v1/user', from('192.0.2.2'))).status).toBe(401);
  });

  it('believes of what is forwarded only what the last proxy adds', async () => {
    for (let count = 0; count < 6; count += 1) expect((await service.as().get('/v1/user', from(`10.0.0.${String(count)}, 192.0.2.3`))).status).toBe(401);
    expect((await service.as().get('/v1/user', from('10.0.0.99, 192.0.2.3'))).status).toBe(429);
  });
});

describe('the limits of guessing', () => {
  it('let no wrong share key be told from a right one any more, while readers with known keys go on', async () => {
    const site = await makeSite(service, { visibility: 'share-link', published: true });
    const [known, unknown] = [shareKeyOf(await makeShareLink(service, site)), shareKeyOf(await makeShareLink(service, site))];
    const frontEnd = service.as((await service.make.user()).token);
    const status = async (key: string): Promise<number> => (await frontEnd.get(sitePath(site, `/published?shareKey=${key}`))).status;
    expect(await status(known)).toBe(200);
    for (let count = 0; count < 4; count += 1) expect(await status(`dsk_${newId()}${String(count)}`.padEnd(36, 'x'))).toBe(404);
    expect([await status(`dsk_${'y'.repeat(32)}`), await status(unknown), await status(known)]).toEqual([429, 429, 200]);
    now += MINUTE;
    expect(await status(unknown)).toBe(200);
  });

  it.each(['structure', 'site-spaces', 'sections', 'published'])('hold for the keys that %s is asked with, whatever tokens of one user they come with', async (route) => {
    const site = await makeSite(service, { visibility: 'share-link', published: true });
    const { organizationId } = site;
    const guesser = await service.make.user({ organizationId, role: 'admin' });
    const { body } = await service.as(guesser.token).post('/v1/user/tokens', { label: 'another' });
    const status = async (token: string): Promise<number> => (await service.as(token).get(sitePath(site, `/${route}?shareKey=dsk_${newId()}${newId().slice(0, 12)}`))).status;
    for (let count = 0; count < 4; count += 1) expect(await status(guesser.token)).toBe(200);
    expect([await status(guesser.token), await status(body.token)]).toEqual([429, 429]);
    expect(await status((await service.make.user({ organizationId, role: 'admin' })).token)).toBe(200);
  });

  it('take no part of a path for a key where a site is read without any', async () => {
    const site = await makeSite(service, { visibility: 'public', published: true });
    const frontEnd = service.as((await service.make.user()).token);
    const { body } = await frontEnd.get(sitePath(site, '/published'));
    for (let count = 0; count < 6; count += 1) {
      const url = encodeURIComponent(`${body.site.urls.published}/nowhere-${String(count)}`);
      expect((await frontEnd.get(`/v1/urls/published?url=${url}`)).status).toBe(404);
    }
  });

  it('bound the steps of a sign-in from one address', async () => {
    const begin = async (address: string): Promise<number> => (await service.as().get(`/saml/${newId()}/start`, from(address))).status;
    for (let count = 0; count < 4; count += 1) expect(await begin('192.0.2.4')).toBe(404);
    expect([await begin('192.0.2.4'), await begin('192.0.2.5')]).toEqual([429, 404]);
    const exchange = await service.as().post('/saml/token', { code: '1' }, from('192.0.2.4'));
    expect([exchange.status, exchange.headers.get('retry-after')]).toEqual([429, '50']);
  });
});
