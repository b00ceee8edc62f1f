import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EXTENSION_SECTION } from '../../src/kernel/openapi/operation.js';
import { operationsOf, type PublishedDocument } from '../support/openapi.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { OPERATIONS } from './operations.js';

const extensions = OPERATIONS.filter(({ section }) => section === EXTENSION_SECTION);
const agreed = OPERATIONS.filter(({ section }) => section !== EXTENSION_SECTION);

describe('with extensions switched off', () => {
  let service: TestApp;
  let token: string;
  beforeAll(async () => {
    service = await startTestApp({ EXTENSIONS: 'false' });
    ({ token } = await service.make.user());
  });
  afterAll(() => service.close());

  it('the document has exactly the operations of the specification', async () => {
    const document: PublishedDocument = (await service.as().get('/docs-json')).body;
    const names = operationsOf(document).map(({ method, path }) => `${method} ${path}`);
    expect(names.sort()).toEqual(agreed.map(({ method, path }) => `${method} ${path}`).sort());
  });

  it('an extension answers as a path that never was, with a token and without', async () => {
    for (const { method, path } of extensions) {
      const url = service.url + path.replaceAll(/\{\w+\}/g, 'x');
      for (const headers of [new Headers(), new Headers({ authorization: `Bearer ${token}` })]) {
        const answer = await fetch(url, { method, headers });
        expect({ method, path, status: answer.status }).toEqual({ method, path, status: 404 });
        expect(await answer.json()).toMatchObject({ error: { message: 'There is nothing at this path.' } });
      }
    }
  });
});
