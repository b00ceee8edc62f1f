import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Clock } from '../../src/kernel/clock/clock.js';
import { LOGGER, type Logger } from '../../src/kernel/logging/logger.js';
import { MembersService } from '../../src/modules/members/members.service.js';
import { makeSigningKey } from '../support/certificates.js';
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.js';
import { type Assertion, codeOn, makeActiveProvider, SigningBrowser, signedAnswer } from '../support/saml.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;
let other: TestApp;
let idp: IdentityProvider;

beforeAll(async () => {
  [service, idp] = await Promise.all([startTestApp(), startIdentityProvider()]);
  other = await startTestApp({ PUBLIC_URL: service.url }, () => Promise.resolve(service.databaseUrl));
});
afterAll(async () => {
  await Promise.all([service.close(), idp.close()]);
  await other.close();
});
afterEach(() => {
  jest.restoreAllMocks();
});

interface Begun {
  organizationId: string;
  providerId: string;
  requestId: string;
  browser: SigningBrowser;
}

async function begin(): Promise<Begun> {
  const { id: organizationId } = await service.make.organization();
  const providerId = await makeActiveProvider(service, organizationId, idp);
  const browser = new SigningBrowser(service.url);
  return { organizationId, providerId, requestId: (await browser.begin(providerId)).id, browser };
}

function answer({ requestId, providerId }: Begun, parts: Partial<Assertion> = {}): Promise<string> {
  return signedAnswer(service, idp, { requestId, providerId, ...parts });
}

/** Refused with a page that repeats nothing of the answer; nobody is a member, and the sign-in is still open for the right answer. */
async function expectRefusal(begun: Begun, xml: string, status = 400): Promise<void> {
  const { browser, providerId } = begun;
  const refused = await browser.handIn(providerId, xml);
  expect([refused.status, refused.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
  expect(refused.text).toContain('<p role="alert">');
  expect(refused.text).not.toMatch(/<code class|mallory|ada@/);
  await expectNobody(begun);
  expect((await browser.handIn(providerId, await answer(begun))).status).toBe(200);
}

async function expectNobody({ organizationId }: Begun): Promise<void> {
  expect(await service.make.db.query('SELECT user_id FROM members WHERE organization_id = $1', [organizationId])).toEqual([]);
}

function turnClock(milliseconds: number): void {
  const now = new Date(Date.now() + milliseconds);
  jest.spyOn(service.app.get(Clock), 'now').mockReturnValue(now);
}

const ASSERTION = /<saml:Assertion[\s\S]*<\/saml:Assertion>/;
const SIGNATURE = /<Signature[\s\S]*<\/Signature>/;

interface Parts {
  xml: string;
  /** As it was signed. */
  assertion: string;
  signature: string;
  /** Unsigned, of somebody else. */
  evil: string;
}

function partsOf(xml: string): Parts {
  const assertion = ASSERTION.exec(xml)?.[0] ?? '';
  const signature = SIGNATURE.exec(assertion)?.[0] ?? '';
  expect([assertion, signature].every((part) => part.length > 100)).toBe(true);
  const evil = assertion.replace(SIGNATURE, '').replaceAll('ada@example.com', 'mallory@example.com').replace(/ ID="[^"]+"/, ' ID="_evil"');
  expect(evil).toContain('mallory');
  return { xml, assertion, signature, evil };
}

describe('answers with another signature', () => {
  const elsewhere = makeSigningKey();

  it.each<[string, Partial<Assertion>]>([
    ['none', { options: { signAssertion: false } }],
    ['one of the response alone', { options: { signAssertion: false, signResponse: true } }],
    ['one by another key', { options: { key: elsewhere.key, cert: elsewhere.certificate } }],
    ["one by another key that shows the provider's certificate", { options: { key: elsewhere.key } }],
    ['one with SHA-1', { options: { signatureAlgorithm: 'rsa-sha1' } }],
    ['one over a digest with SHA-1', { options: { digestAlgorithm: 'sha1' } }],
  ])('are refused: %s', async (_, parts) => {
    const begun = await begin();
    await expectRefusal(begun, await answer(begun, parts));
  });

  it.each<[string, (parts: Parts) => string]>([
    ['the signature taken away', ({ xml, signature }) => xml.replace(signature, '')],
    ['the address altered', ({ xml }) => xml.replaceAll('ada@example.com', 'mallory@example.com')],
    ['the role altered', ({ xml }) => xml.replace('>reader<', '>admin<')],
    ['an attribute added', ({ xml }) => xml.replace('</saml:AttributeStatement>', '<saml:Attribute Name="role"><saml:AttributeValue>admin</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>')],
    ['the end of validity altered', ({ xml }) => xml.replaceAll(/NotOnOrAfter="\d{4}/g, 'NotOnOrAfter="2999')],
  ])('are refused: %s', async (_, alter) => {
    const begun = await begin();
    const xml = await answer(begun, { claims: { email: 'ada@example.com', role: 'reader' } });
    const altered = alter(partsOf(xml));
    expect(altered).not.toBe(xml);
    await expectRefusal(begun, altered);
  });
});

describe('answers that wrap what is signed', () => {
  it.each<[string, (parts: Parts) => string]>([
    ['another assertion before it', ({ xml, assertion, evil }) => xml.replace(assertion, evil + assertion)],
    ['another assertion behind it', ({ xml, assertion, evil }) => xml.replace(assertion, assertion + evil)],
    ['another of the same id before it', ({ xml, assertion, evil }) => xml.replace(assertion, evil.replace('_evil', idOf(assertion)) + assertion)],
    ['it inside another one', ({ xml, assertion, evil }) => xml.replace(assertion, evil.replace('</saml:Assertion>', `${assertion}</saml:Assertion>`))],
    ['it inside the signature that another one shows', ({ xml, assertion, signature, evil }) => xml.replace(assertion, evil.replace('<saml:Subject>', `${signature.replace('</Signature>', `<Object>${assertion.replace(signature, '')}</Object></Signature>`)}<saml:Subject>`))],
    ['it in the extensions of the response', ({ xml, assertion, signature, evil }) => xml.replace(assertion, `<samlp:Extensions>${assertion.replace(signature, '')}</samlp:Extensions>${evil.replace('<saml:Subject>', `${signature}<saml:Subject>`)}`)],
    ['it in the extensions, whole', ({ xml, assertion, evil }) => xml.replace(assertion, `<samlp:Extensions>${assertion}</samlp:Extensions>${evil}`)],
    ['its response inside another one', ({ xml, assertion, evil }) => xml.replace(assertion, `${evil}<samlp:Extensions>${xml.replace(/^<\?xml[^>]*\?>/, '')}</samlp:Extensions>`)],
    ['its signature on another one', ({ xml, assertion, signature, evil }) => xml.replace(assertion, evil.replace('<saml:Subject>', `${signature}<saml:Subject>`))],
    ['an encrypted assertion beside it', ({ xml, assertion }) => xml.replace(assertion, `${assertion}<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"/>`)],
  ])('are refused: %s', async (_, wrap) => {
    const begun = await begin();
    await expectRefusal(begun, wrap(partsOf(await answer(begun))));
  });

  it('give the person that was signed where both signatures are there', async () => {
    const begun = await begin();
    const { status, text } = await begun.browser.handIn(begun.providerId, await answer(begun, { options: { signResponse: true } }));
    expect([status, text.includes('ada@example.com')]).toEqual([200, true]);
  });
});

function idOf(assertion: string): string {
  return / ID="([^"]+)"/.exec(assertion)?.[1] ?? '';
}

describe('an answer whose assertion is encrypted', () => {
  it('is refused with a reason that says so', async () => {
    const begun = await begin();
    const { xml, assertion } = partsOf(await answer(begun));
    const encrypted = xml.replace(assertion, '<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"><xenc:EncryptedData xmlns:xenc="http://www.w3.org/2001/04/xmlenc#"/></saml:EncryptedAssertion>');
    expect((await begun.browser.handIn(begun.providerId, encrypted)).text).toContain('is encrypted');
    await expectRefusal(begun, encrypted);
  });
});

describe('answers that are signed, but not for this', () => {
  it.each<[string, Partial<Assertion>]>([
    ['another audience', { options: { audience: 'https://elsewhere.example.com' } }],
    ['no audience', { options: { audience: undefined } }],
    ['another issuer', { options: { issuer: 'https://elsewhere.example.com' } }],
    ['another recipient', { options: { recipient: 'https://elsewhere.example.com/acs' } }],
    ['no recipient', { options: { recipient: undefined } }],
    ['another destination', { options: { destination: 'https://elsewhere.example.com/acs' } }],
    ['another request', { requestId: '_0123456789abcdef' }],
    ['no request', { options: { inResponseTo: undefined } }],
    ['no address', { email: 'ada', claims: { name: 'Ada' } }],
    ['what is no address', { claims: { email: 'mallory@' } }],
    ['two addresses in one', { claims: { email: 'ada@example.com mallory@example.com' } }],
    ['an address too long', { claims: { email: `${'x'.repeat(320)}@example.com` } }],
  ])('are refused: %s', async (_, parts) => {
    const begun = await begin();
    await expectRefusal(begun, await answer(begun, parts));
  });

  it('are refused: a failure', async () => {
    const begun = await begin();
    await expectRefusal(begun, await answer(begun, { options: { samlStatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Responder' } }), 403);
  });

  it('are refused: expired, and not valid yet', async () => {
    const begun = await begin();
    const xml = await answer(begun, { options: { lifetimeInSeconds: 60 } });
    for (const away of [125_000, -65_000]) {
      turnClock(away);
      expect((await begun.browser.handIn(begun.providerId, xml)).status).toBe(400);
    }
    await expectNobody(begun);
    turnClock(115_000); // the identity provider's clock may be off by a minute
    expect((await begun.browser.handIn(begun.providerId, xml)).status).toBe(200);
  });

  it('are refused: too long after the start', async () => {
    const begun = await begin();
    const xml = await answer(begun);
    turnClock(601_000);
    expect((await begun.browser.handIn(begun.providerId, xml)).status).toBe(400);
    await expectNobody(begun);
  });

  it('are refused: for another provider of the same name and key', async () => {
    const begun = await begin();
    const second = await makeActiveProvider(service, begun.organizationId, idp);
    expect((await begun.browser.handIn(second, await answer(begun))).status).toBe(400);
    const { id: requestId } = await begun.browser.begin(second);
    expect((await begun.browser.handIn(second, await answer({ ...begun, requestId }))).status).toBe(400);
    await expectNobody(begun);
  });

  it('are refused: in another browser than the one that began', async () => {
    const begun = await begin();
    const stranger = new SigningBrowser(service.url);
    await stranger.begin(begun.providerId);
    for (const browser of [stranger, new SigningBrowser(service.url)]) expect((await browser.handIn(begun.providerId, await answer(begun))).status).toBe(400);
    await expectNobody(begun);
  });

  it('are refused: for a disabled member', async () => {
    const begun = await begin();
    const user = await service.make.user({ organizationId: begun.organizationId, role: 'read' });
    await service.app.get(MembersService).setDisabled(begun.organizationId, user.id, true);
    const { status, text } = await begun.browser.handIn(begun.providerId, await answer(begun, { email: user.email }));
    expect([status, text.includes('disabled')]).toEqual([403, true]);
    expect(await service.make.db.query('SELECT 1 FROM members WHERE organization_id = $1 AND sso', [begun.organizationId])).toEqual([]);
  });
});

describe('the log', () => {
  it('tells that and why a sign-in was refused, and nothing that was sent or given', async () => {
    const logger = service.app.get<Logger>(LOGGER);
    const lines: unknown[][] = [];
    for (const level of ['info', 'warn', 'error'] as const) jest.spyOn(logger, level).mockImplementation((...line: unknown[]) => lines.push(line));
    const begun = await begin();
    const [wrong, right] = [await answer(begun, { options: { audience: 'https://elsewhere.example.com' } }), await answer(begun)];
    await begun.browser.handIn(begun.providerId, wrong);
    const code = codeOn((await begun.browser.handIn(begun.providerId, right)).text);
    const { token } = (await service.as().post('/saml/token', { code })).body;
    const log = JSON.stringify(lines);
    expect(log).toContain('meant for another audience');
    expect(log).toContain('/saml/token');
    for (const secret of [code, token, 'elsewhere.example.com', 'ada@example.com', begun.requestId, wrong.slice(100, 140), Buffer.from(right).toString('base64').slice(100, 140)]) expect(log).not.toContain(secret);
  });
});

describe('a second use of an answer', () => {
  it('is refused, here and on another node', async () => {
    const begun = await begin();
    const xml = await answer(begun);
    expect((await begun.browser.handIn(begun.providerId, xml)).status).toBe(200);
    for (const { url } of [service, other]) expect((await begun.browser.handIn(begun.providerId, xml, { url })).status).toBe(400);
  });

  it('is refused when many come at once to two nodes', async () => {
    const begun = await begin();
    const xml = await answer(begun);
    const answers = await Promise.all([service, other, service, other, service].map(({ url }) => begun.browser.handIn(begun.providerId, xml, { url })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
  });
});

describe('answers that mean harm to what reads them', () => {
  const DOCTYPES = [
    '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>',
    '<!DOCTYPE x SYSTEM "http://127.0.0.1:1/x.dtd">',
    `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, level) => `<!ENTITY ${'bcdefghij'.charAt(level)} "${`&${'abcdefghi'.charAt(level)};`.repeat(10)}">`).join('')}]>`,
    '<!doctype x>',
  ];

  it.each(DOCTYPES)('are refused: %s', async (doctype) => {
    const begun = await begin();
    await expectRefusal(begun, doctype + (await answer(begun)).replace('ada@', '&e;ada@'));
  });

  it.each<[string, (xml: string) => string]>([
    ['a comment in the address', (xml) => xml.replaceAll('>ada@example.com<', '>ada@example.com<!---->.mallory.example<')],
    ['a comment that changes nothing', (xml) => xml.replaceAll('>ada@example.com<', '>ada@<!-- x -->example.com<')],
    ['an instruction in the address', (xml) => xml.replaceAll('>ada@example.com<', '>ada@<?x y?>example.com<')],
    ['CDATA', (xml) => xml.replaceAll('>ada@example.com<', '><![CDATA[ada@example.com]]><')],
    ['an element in the address', (xml) => xml.replaceAll('>ada@example.com<', '>ada@<b/>example.com<')],
    ['nothing', () => ''],
    ['words', () => 'words'],
    ['half of it', (xml) => xml.slice(0, xml.length / 2)],
    ['another root', (xml) => `<x>${xml}</x>`],
    ['two roots', (xml) => xml + xml],
    ['another encoding', (xml) => `<?xml version="1.0" encoding="UTF-16"?>${xml}`.slice(0, -1)],
    ['more than 256 KiB', (xml) => xml.replace('</samlp:Status>', `</samlp:Status>${' '.repeat(262_144)}`)],
    ['a hundred thousand elements', (xml) => xml.replace('</samlp:Status>', `${'<a/>'.repeat(50_000)}</samlp:Status>`)],
    ['elements in one another', (xml) => xml.replace('</samlp:Status>', `${'<a>'.repeat(4_900)}${'</a>'.repeat(4_900)}</samlp:Status>`).replaceAll('ada@', 'mallory@')],
    ['ten thousand attributes', (xml) => xml.replace('<samlp:Status>', `<samlp:Status ${Array.from({ length: 9_900 }, (_, index) => `a${String(index)}=""`).join(' ')}>`).replaceAll('ada@', 'mallory@')],
  ])('are refused: %s', async (_, spoil) => {
    const begun = await begin();
    await expectRefusal(begun, spoil(await answer(begun)));
  });

  it('are refused when they are too large, unpack to much, or are no form', async () => {
    const begun = await begin();
    const url = `${service.url}/saml/${begun.providerId}/acs`;
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const send = async (body: string | Buffer, headers: Record<string, string>): Promise<number> => (await fetch(url, { method: 'POST', headers, body: new Uint8Array(Buffer.from(body)) })).status;
    expect(await send(`SAMLResponse=${'A'.repeat(1_100_000)}`, form)).toBe(413);
    expect(await send(gzipSync(Buffer.alloc(50_000_000, 'A')), { ...form, 'content-encoding': 'gzip' })).toBe(413);
    expect(await send('{"SAMLResponse": "x"}', { 'content-type': 'application/json' })).toBe(415);
    expect(await send('SAMLResponse=%ff', form)).toBe(400);
    expect(await send('SAMLResponse=a&SAMLResponse=b', form)).toBe(400);
    expect(await send('SAMLResponse=%3Cxml%3E', form)).toBe(400);
    expect(await send('', form)).toBe(400);
    expect((await fetch(url)).status).toBe(405);
    await expectNobody(begun);
  });
});
