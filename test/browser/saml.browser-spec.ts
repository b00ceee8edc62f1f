import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Json } from '../support/client.js';
import { type IdentityProvider, PASSWORD, startIdentityProvider } from '../support/identity-provider.js';
import { makeActiveProvider } from '../support/saml.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { openBrowser } from './browser.js';

const ADA = { email: 'ada@example.com', name: 'Ada Lovelace' };

let service: TestApp;
let idp: IdentityProvider;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  [service, idp, browser] = await Promise.all([startTestApp(), startIdentityProvider([ADA]), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await Promise.all([service.close(), idp.close()]);
});
beforeEach(async () => {
  complaints = [];
  context = await browser.newContext();
  page = await context.newPage();
  page.on('console', (message) => {
    // The identity provider's own page has no icon.
    if (['error', 'warning'].includes(message.type()) && message.location().url.startsWith(service.url)) complaints.push(message.text());
  });
});
afterEach(async () => {
  await context.close();
});

async function makeStage(): Promise<{ organizationId: string; providerId: string; teamId: string }> {
  const { id: organizationId } = await service.make.organization();
  const { id: teamId } = await service.make.team({ organizationId });
  return { organizationId, teamId, providerId: await makeActiveProvider(service, organizationId, idp, { defaultRole: 'comment', defaultTeamId: teamId }) };
}

/** From the start through the page of the identity provider, as people do; the page that they come back to. */
async function signIn(organizationId: string): Promise<void> {
  const admin = await service.make.user({ organizationId, role: 'admin' });
  const [login] = (await service.as(admin.token).get(`/v1/orgs/${organizationId}/sso`)).body.items;
  await page.goto(login.startURL);
  await page.getByLabel('E-mail').fill(ADA.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'You are signed in' }).waitFor();
}

/** What the code on the page is exchanged for. */
async function exchange(): Promise<Json> {
  const code = await page.getByLabel('Your one-time code').innerText();
  return (await service.as().post('/saml/token', { code })).body;
}

describe('signing in through an identity provider', () => {
  it('makes a member with the default role and team, and shows a code for a token that works', async () => {
    const { organizationId, teamId } = await makeStage();
    await signIn(organizationId);
    expect(new URL(page.url()).pathname).toMatch(/^\/saml\/\w+\/acs$/);
    expect(await page.getByRole('main').innerText()).toContain(ADA.email);
    const { token, user } = await exchange();
    const client = service.as(token);
    const member = (await client.get(`/v1/orgs/${organizationId}/members/${String(user)}`)).body;
    expect(member).toMatchObject({ role: 'comment', sso: true, teams: 1, user: { email: ADA.email, displayName: ADA.name } });
    expect((await client.get(`/v1/orgs/${organizationId}/members/${String(user)}/teams`)).body.items).toMatchObject([{ team: { id: teamId }, member: { role: 'member' } }]);
    expect(complaints).toEqual([]);
    // The answer is used up: loading the page again signs nobody in.
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'You are not signed in' }).waitFor();
  });

  it('makes no second user the second time, without any script', async () => {
    const { organizationId } = await makeStage();
    await signIn(organizationId);
    const first = await exchange();
    await context.clearCookies();
    await signIn(organizationId);
    const second = await exchange();
    expect(second.user).toBe(first.user);
    expect(await service.make.db.query('SELECT 1 FROM users WHERE email_key = $1', [ADA.email])).toHaveLength(1);
    expect(await page.locator('script').count()).toBe(0);
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
  });

  it('takes another try, and admits to an organization that enforces it', async () => {
    const { organizationId } = await makeStage();
    const [admin, member] = await Promise.all([service.make.user({ organizationId, role: 'admin' }), service.make.user({ organizationId, role: 'edit' })]);
    await service.as(admin.token).patch(`/v1/orgs/${organizationId}`, { sso: true });
    expect((await service.as(member.token).get(`/v1/orgs/${organizationId}`)).status).toBe(403);
    await page.goto((await service.as(admin.token).get(`/v1/orgs/${organizationId}/sso`)).body.items[0].startURL);
    await page.getByLabel('E-mail').fill(ADA.email);
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Sign in at the identity provider' }).waitFor();
    await page.getByLabel('E-mail').fill(ADA.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'You are signed in' }).waitFor();
    expect((await service.as((await exchange()).token).get(`/v1/orgs/${organizationId}`)).status).toBe(200);
  });
});
