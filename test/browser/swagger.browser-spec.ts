import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir } from 'node:fs/promises';
import type { Browser, BrowserContext, Locator, Page, Request } from 'playwright-core';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { openBrowser } from './browser.js';

/** Less than a window is high, in pixels. */
const STEP = 700;
const SCREENSHOT = 'artifacts/swagger-get-page.png';

let service: TestApp;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let complaints: string[];
let requested: string[];

beforeAll(async () => {
  [service, browser] = await Promise.all([startTestApp(), openBrowser(), mkdir('artifacts', { recursive: true })]);
});
afterAll(async () => {
  await browser.close();
  await service.close();
});
beforeEach(async () => {
  complaints = [];
  requested = [];
  context = await browser.newContext({ viewport: { width: 1280, height: 1400 } });
  page = await context.newPage();
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => requested.push(request.url()));
});
afterEach(async () => {
  await context.close();
  // Whoever runs the service inside of a closed network can use its documentation, too.
  expect(requested.filter((url) => !url.startsWith(service.url) && !url.startsWith('data:'))).toEqual([]);
  expect(complaints).toEqual([]);
});

describe('the documentation in a browser', () => {
  it('authorizes with a token and reads a page by its id', async () => {
    const { space, member } = await service.make.spaceWithMember('read');
    const markdown = '# Hello\n\nRead in a **browser**.\n';
    const pageId = await service.make.page(space.id, { title: 'Hello', markdown });

    await openDocumentation();
    await authorize(member.token);
    const operation = await open('getPageById');
    await operation.getByRole('button', { name: 'Try it out' }).click();
    await fill(operation, 'spaceId', space.id);
    await fill(operation, 'pageId', pageId);
    const request = await execute(operation);

    expect(request.headers()['authorization']).toBe(`Bearer ${member.token}`);
    const answer = operation.locator('.live-responses-table');
    await expect(answer.locator('.response-col_status').last().innerText()).resolves.toMatch(/^200/);
    const shown: unknown = JSON.parse(await answer.locator('.response-col_description .highlight-code code').first().innerText());
    expect(shown).toMatchObject({ id: pageId, title: 'Hello', markdown });
    const curl = await operation.locator('.curl-command').innerText();
    expect(curl).toContain(`${service.url}/v1/spaces/${space.id}/content/page/${pageId}`);
    expect(curl).toContain(`Authorization: Bearer ${member.token}`);

    await operation.screenshot({ path: SCREENSHOT });
  });

  it('remembers the token when the page is loaded again', async () => {
    const { space, member } = await service.make.spaceWithMember('read');
    await openDocumentation();
    await authorize(member.token);
    await openDocumentation();
    const operation = await open('listPages');
    await operation.getByRole('button', { name: 'Try it out' }).click();
    await fill(operation, 'spaceId', space.id);
    expect((await execute(operation)).headers()['authorization']).toBe(`Bearer ${member.token}`);
  });

  it('sends nothing but what was filled in, and defaults that the service takes', async () => {
    const { space, member } = await service.make.spaceWithMember('read');
    const pageId = await service.make.page(space.id, { markdown: '[away](nowhere)\n' });
    const fileless = { spaceId: space.id, pageId };
    await openDocumentation();
    await authorize(member.token);
    for (const [id, values] of [
      ['searchSpaceContent', { spaceId: space.id, query: 'away' }],
      ['getCurrentRevision', { spaceId: space.id }],
      ['listFiles', { spaceId: space.id }],
      ['listPageLinksInSpace', fileless],
    ] as const) {
      const operation = await open(id);
      await operation.getByRole('button', { name: 'Try it out' }).click();
      for (const [name, value] of Object.entries(values)) await fill(operation, name, value);
      const answer = await (await execute(operation)).response();
      expect([id, answer?.status()]).toEqual([id, 200]);
    }
  });
});

async function openDocumentation(): Promise<void> {
  await page.goto(`${service.url}/docs`);
  await page.locator('.opblock').first().waitFor();
}

/** Through the dialog, as people do. */
async function authorize(token: string): Promise<void> {
  await page.locator('.auth-wrapper .btn.authorize').click();
  const dialog = page.locator('.dialog-ux');
  await dialog.locator('input').fill(token);
  await dialog.locator('.btn.authorize').click();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await dialog.waitFor({ state: 'hidden' });
}

async function open(operationId: string): Promise<Locator> {
  const operation = page.locator(`.opblock[id$="-${operationId}"]`);
  // Swagger UI draws only what is in sight.
  for (let top = 0; (await operation.count()) === 0; top += STEP) {
    const height = await page.evaluate<number>('document.body.scrollHeight');
    if (top > height) throw new Error(`The documentation has no operation ${operationId}.`);
    await page.evaluate(`window.scrollTo(0, ${String(top)})`);
    await page.evaluate('new Promise((drawn) => setTimeout(drawn, 50))');
  }
  await operation.locator('.opblock-summary-control').click();
  await operation.locator('.opblock-body').waitFor();
  return operation;
}

async function fill(operation: Locator, parameter: string, value: string): Promise<void> {
  await operation.locator(`tr[data-param-name="${parameter}"] input`).fill(value);
}

/** Presses Execute; the request, once it is answered and shown. */
async function execute(operation: Locator): Promise<Request> {
  const [request] = await Promise.all([
    page.waitForRequest((candidate) => candidate.url().startsWith(`${service.url}/v1/`)),
    operation.getByRole('button', { name: 'Execute' }).click(),
  ]);
  await operation.locator('.live-responses-table').waitFor();
  return request;
}
