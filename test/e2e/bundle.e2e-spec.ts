import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { operationsOf, type PublishedDocument } from '../support/openapi.js';
import { killProcesses, type RunningService, SLOW, startService, temporaryFolder } from '../support/processes.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { createEmptyDatabase, type TestDatabase } from '../support/test-database.js';

jest.setTimeout(SLOW);

/** Tests run the service from its sources; operators run what the build has put into a few files. */
describe('the service as it is delivered', () => {
  let database: TestDatabase;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let delivered: RunningService;
  let sources: TestApp;

  beforeAll(async () => {
    [database, folder] = await Promise.all([createEmptyDatabase(), temporaryFolder()]);
    delivered = await startService({ DATA_DIR: folder.path, DATABASE_URL: database.url, DATABASE_POOL_SIZE: '4' });
    sources = await startTestApp();
  });
  afterAll(async () => {
    await Promise.all([sources.close(), delivered.stop()]);
    killProcesses();
    await Promise.all([database.drop(), folder.remove()]);
  });

  it('has the operations and the schemas of the sources, under their names', async () => {
    const published = (await (await fetch(`${delivered.url}/docs-json`)).json()) as PublishedDocument; // the document of this project
    expect(operationsOf(published).length).toBeGreaterThanOrEqual(128);
    const inSources: PublishedDocument = (await sources.as().get('/docs-json')).body;
    expect({ ...published, servers: [] }).toEqual({ ...inSources, servers: [] });
  });

  it('shows them, with the files of the library that it leaves where they are', async () => {
    const page = await fetch(`${delivered.url}/docs`);
    expect(await page.text()).toContain('swagger-ui-bundle.js');
    expect((await fetch(`${delivered.url}/docs/swagger-ui-bundle.js`)).status).toBe(200);
  });
});
