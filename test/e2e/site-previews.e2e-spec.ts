import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/ids/id.js';
import type { Answer, Client } from '../support/client.js';
import { SiteStage } from '../support/site-stage.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;
let stranger: Client;

beforeAll(async () => {
  service = await startTestApp();
  stranger = service.as((await service.make.user()).token);
});
afterAll(() => service.close());

const WRONG_CLAIMS = ['', '{}', '!t', '(', 'nope(', '(a:!t'];
const resolve = (url: string): Promise<Answer> => stranger.post('/v1/urls/published', { url });

describe('the preview of a site', () => {
  it('resolves for whoever has its address, to this site alone', async () => {
    const stage = await SiteStage.make(service, { spaces: ['Guides', 'Reference'] });
    const [guides, reference] = await stage.siteSpaces();
    const { url } = (await stage.as.get(`${stage.path}/publishing/preview`)).body;
    const { body } = await resolve(url);
    expect(body).toMatchObject({ site: stage.siteId, siteSpace: guides?.['id'] });
    expect((await service.as(body.apiToken).get(`/v1/spaces/${String(body.space)}/content/pages`)).status).toBe(200);
    const named = (await stage.as.get(`${stage.path}/publishing/preview?siteSpace=${String(reference?.['id'])}`)).body.url;
    expect((await resolve(named)).body).toMatchObject({ siteSpace: reference?.['id'], complete: true });
    expect((await resolve(url.split('?')[0])).status).toBe(404);
    const other = await SiteStage.make(service, { spaces: ['Other'] });
    expect((await resolve(url.replace(stage.organizationId, other.organizationId).replace(stage.siteId, other.siteId))).status).toBe(404);
    expect((await resolve(`${url}x`)).status).toBe(404);
  });

  it('is as a visitor with the claims sees it', async () => {
    const stage = await SiteStage.make(service, { spaces: ['Guides', 'Beta'] });
    const [, beta] = await stage.siteSpaces();
    await stage.as.patch(`${stage.path}/site-spaces/${String(beta?.['id'])}`, { condition: 'visitor.claims.isBeta' });
    await stage.as.patch(stage.path, { adaptiveContent: { enabled: true } });
    const seen = async (claims: string): Promise<string> => (await resolve((await stage.as.get(`${stage.path}/publishing/preview?siteSpace=${String(beta?.['id'])}&claims=${claims}`)).body.url)).body.siteSpace;
    expect(await seen('(isBeta:!t)')).toBe(beta?.['id']);
    expect(await seen('(isBeta:!f)')).not.toBe(beta?.['id']);
    for (const claims of WRONG_CLAIMS) expect((await stage.as.get(`${stage.path}/publishing/preview?claims=${encodeURIComponent(claims)}`)).status).toBe(400);
    expect((await stage.as.get(`${stage.path}/publishing/preview?siteSpace=${newId()}`)).status).toBe(404);
  });

  it('has claims that can be read, also where no condition looks at them', async () => {
    const stage = await SiteStage.make(service, { spaces: ['Guides'] });
    const statuses = await Promise.all([...WRONG_CLAIMS, '(isBeta:!t)'].map(async (claims) => (await stage.as.get(`${stage.path}/publishing/preview?claims=${encodeURIComponent(claims)}`)).status));
    expect(statuses).toEqual([...WRONG_CLAIMS.map(() => 400), 200]);
  });
});
