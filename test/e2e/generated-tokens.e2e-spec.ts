import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isMistyped } from '../../src/kernel/auth/generated-token.js';
import { TokensService } from '../../src/modules/identity/tokens.service.js';
import { makeShareLink, makeSite, sitePath } from '../support/site-factories.js';
import { Statements } from '../support/statements.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

/** Looks like a token that was mistyped. */
const GIVEN = `dsp_${'0'.repeat(36)}`;

let service: TestApp;
let statements: Statements;

beforeAll(async () => {
  service = await startTestApp({ BOOTSTRAP_TOKEN: GIVEN });
  statements = Statements.of(service);
});
afterAll(() => service.close());

/** Another last digit. */
function mistype(token: string): string {
  return token.slice(0, -1) + (token.endsWith('0') ? '1' : '0');
}

describe('access tokens', () => {
  it('with a wrong digit are refused as unknown ones are, without a question to the database', async () => {
    const { token } = await service.make.user();
    const [right, wrong, unknown] = [service.as(token), service.as(mistype(token)), service.as('dsp_unknown')];
    expect((await right.get('/v1/user')).status).toBe(200);
    const asked = await statements.during(async () => {
      expect(await wrong.get('/v1/user')).toMatchObject({ status: 401, body: (await unknown.get('/v1/user')).body });
    });
    // Of the unknown one.
    expect(asked.filter((text) => text.includes('FROM api_tokens')).length).toBe(1);
    expect(await statements.during(() => wrong.get('/v1/user'))).toEqual([]);
  });

  it('that the operator gives work whatever they look like', async () => {
    const { id: userId } = await service.make.user();
    expect(isMistyped(GIVEN)).toBe(true);
    await service.app.get(TokensService).issue({ userId, label: 'given', text: GIVEN });
    expect(await service.as(GIVEN).get('/v1/user')).toMatchObject({ status: 200, body: { id: userId } });
  });

  it('of the form that former versions made work on', async () => {
    const { id: userId } = await service.make.user();
    const text = `dsp_${'a'.repeat(32)}0badc0de`;
    await service.app.get(TokensService).issue({ userId, label: 'former', text });
    expect((await service.as(text).get('/v1/user')).status).toBe(200);
  });
});

describe('share keys', () => {
  it('with a wrong digit open nothing; those of former versions work on', async () => {
    const site = await makeSite(service, { visibility: 'share-link', published: true });
    const link = await makeShareLink(service, site);
    const stranger = service.as((await service.make.user()).token);
    const open = (key: string): Promise<{ status: number }> => stranger.get(sitePath(site, `/published?shareKey=${key}`));
    const stored = (await service.make.db.query<{ key: string }>('SELECT key FROM site_share_links WHERE id = $1', [link.id]))[0]?.key ?? '';
    const former = `dsk_${'a_-b'.repeat(8)}`;
    expect((await open(stored)).status).toBe(200);
    expect((await open(mistype(stored))).status).toBe(404);
    await service.make.db.query('UPDATE site_share_links SET key = $2 WHERE id = $1', [link.id, former]);
    expect((await open(former)).status).toBe(200);
  });
});
