import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/ids/id.js';
import { makeSpec, makeStage, processed, smallSpec } from '../support/openapi-specs.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

describe('versions', () => {
  it('are read by id and as the latest', async () => {
    const { organizationId, specs, reader } = await makeStage(service);
    const { versionId } = await makeSpec(service, organizationId, 'pets');
    const version = await reader.get(`${specs}/pets/versions/${versionId}`);
    expect(version.body).toEqual({
      object: 'openapi-spec-version',
      id: versionId,
      createdAt: expect.any(String),
      url: expect.stringContaining(`${service.url}/openapi/${versionId}?expires=`),
      urls: { location: `${service.url}${specs}/pets/versions/${versionId}` },
    });
    expect((await reader.get(`${specs}/pets/versions/latest`)).body).toEqual(version.body);
    expect((await reader.get(`${specs}/pets/versions`)).body.items).toEqual([version.body]);
  });

  it('are 404 where there is none, and below another spec', async () => {
    const { organizationId, specs, creator, reader } = await makeStage(service);
    await creator.post(specs, { slug: 'bad', source: { text: 'bad' } });
    await processed(creator, `${specs}/bad`);
    const { versionId } = await makeSpec(service, organizationId, 'pets');
    for (const path of ['bad/versions/latest', 'bad/versions/latest/content', `bad/versions/${versionId}`, `bad/versions/${versionId}/content`, `pets/versions/${newId()}`, 'pets/versions/..%2f', 'none/versions', 'none/versions/latest']) {
      expect((await reader.get(`${specs}/${path}`)).status).toBe(404);
    }
    expect((await reader.get(`${specs}/bad/versions`)).body).toEqual({ count: 0, items: [] });
  });

  it('tell their content with a tag that spares reading it again', async () => {
    const { organizationId, specs, reader } = await makeStage(service);
    const { versionId } = await makeSpec(service, organizationId, 'pets');
    const content = await reader.get(`${specs}/pets/versions/${versionId}/content`);
    expect(content.body).toEqual({
      filesystem: { entrypoint: 'openapi.json', files: { 'openapi.json': { document: smallSpec() } } },
      url: (await reader.get(`${specs}/pets/versions/${versionId}`)).body.url,
    });
    const tag = content.headers.get('etag') ?? '';
    expect((await reader.get(`${specs}/pets/versions/latest/content`, { headers: { 'if-none-match': tag } })).status).toBe(304);
    expect((await reader.get(`${specs}/pets/versions/latest/content`, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  });

  it('have a link that answers without a token, as long as it is whole', async () => {
    const { organizationId, specs, reader } = await makeStage(service);
    const { versionId } = await makeSpec(service, organizationId, 'pets');
    const { url } = (await reader.get(`${specs}/pets/versions/${versionId}`)).body;
    const answer = await fetch(url);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('x-content-type-options')]).toEqual([200, 'application/json; charset=utf-8', 'nosniff']);
    expect(await answer.json()).toEqual(smallSpec());
    expect((await fetch(url, { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } })).status).toBe(304);
    for (const bad of [url.slice(0, -1), url.replace(/expires=\d/, 'expires=9'), url.replace(versionId, newId()), url.split('?')[0]]) expect((await fetch(bad)).status).toBe(403);
  });
});
