import { inflateRawSync } from 'node:zlib';
import samlp, { type SamlpOptions } from 'samlp';
import { newId } from '../../src/kernel/ids/id.js';
import { SamlProviderEntity } from '../../src/modules/saml/saml-provider.entity.js';
import type { IdentityProvider } from './identity-provider.js';
import type { TestApp } from './test-app.js';

/** A provider with nothing but a label, unless more is given; its id. */
export async function makeProvider({ make }: TestApp, organizationId: string, parts: Partial<Omit<SamlProviderEntity, 'id' | 'organizationId'>> = {}): Promise<string> {
  const id = newId();
  const provider = { id, organizationId, label: 'Test provider', entityID: null, ssoURL: null, certificate: null, defaultRole: null, defaultTeamId: null, createdAt: new Date(), ...parts };
  await make.db.repo(SamlProviderEntity).insert(provider);
  return id;
}

/** A browser as far as signing in goes: it keeps the cookies of the service, and follows nothing by itself. */
export class SigningBrowser {
  private readonly cookies = new Map<string, string>();

  /** @param url root of the node that it reaches */
  constructor(private readonly url: string) {}

  /** Begins to sign in; the request's id and where the browser is sent. */
  async begin(providerId: string): Promise<{ id: string; address: URL }> {
    const answer = await fetch(`${this.url}/saml/${providerId}/start`, { redirect: 'manual' });
    if (answer.status !== 302) throw new Error(`The start answered ${String(answer.status)}.`);
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
      this.cookies.set(name, value);
    }
    const address = new URL(answer.headers.get('location') ?? '');
    const request = inflateRawSync(Buffer.from(address.searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
    return { id: /\bID="([^"]+)"/.exec(request)?.[1] ?? '', address };
  }

  /** Hands an answer of the identity provider in, as XML unless it is raw. */
  async handIn(providerId: string, xml: string, { url = this.url, fields = {} }: { url?: string; fields?: Record<string, string> } = {}): Promise<{ status: number; text: string; headers: Headers }> {
    const answer = await fetch(`${url}/saml/${providerId}/acs`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      body: new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64'), ...fields }),
    });
    return { status: answer.status, text: await answer.text(), headers: answer.headers };
  }
}

/** The one-time code that a page shows. */
export function codeOn(page: string): string {
  const code = /<code class="code"[^>]*>(\w+)<\/code>/.exec(page)?.[1];
  if (code === undefined) throw new Error(`There is no code on the page: ${page}`);
  return code;
}

export interface Assertion {
  requestId: string;
  providerId: string;
  email?: string;
  /** By name; the names as they are in the wild. */
  claims?: Readonly<Record<string, string>>;
  /** What the library that makes it takes. */
  options?: Partial<SamlpOptions>;
}

/** A signed answer of an identity provider, as XML. */
export function signedAnswer({ url }: TestApp, { entityID, key, certificate }: Pick<IdentityProvider, 'entityID' | 'key' | 'certificate'>, assertion: Assertion): Promise<string> {
  const { requestId, providerId, email = 'ada@example.com', claims = { email }, options = {} } = assertion;
  const root = `${url}/saml/${providerId}`;
  const all = { issuer: entityID, key, cert: certificate, audience: `${root}/metadata`, recipient: `${root}/acs`, destination: `${root}/acs`, inResponseTo: requestId, signatureAlgorithm: 'rsa-sha256', digestAlgorithm: 'sha256', profileMapper: mapper(email, claims), ...options };
  return new Promise((resolve, reject) => {
    samlp.getSamlResponse(all, {}, (error, xml) => {
      if (error !== null || xml === undefined) reject(error ?? new Error('There is no answer.'));
      else resolve(xml);
    });
  });
}

function mapper(email: string, claims: Readonly<Record<string, string>>): () => object {
  return () => ({ getClaims: () => claims, getNameIdentifier: () => ({ nameIdentifier: email, nameIdentifierFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress' }) });
}

/** An active provider of an organization, for this identity provider; its id. */
export function makeActiveProvider(service: TestApp, organizationId: string, { entityID, ssoURL, certificate }: Pick<IdentityProvider, 'entityID' | 'ssoURL' | 'certificate'>, parts: Parameters<typeof makeProvider>[2] = {}): Promise<string> {
  return makeProvider(service, organizationId, { entityID, ssoURL, certificate: certificate.trimEnd(), defaultRole: 'read', ...parts });
}
