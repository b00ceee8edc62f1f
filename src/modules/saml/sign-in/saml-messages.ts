import { generateServiceProviderMetadata, SAML, SamlStatusError, ValidateInResponseTo } from '@node-saml/node-saml';
import { parseDomFromString } from '@node-saml/node-saml/lib/xml.js';
import type { SamlServiceDto } from '../dto/saml-provider.dto.js';
import type { ActiveProvider } from '../saml-provider.entity.js';
import { assertedPerson, type AssertedPerson } from './asserted-person.js';
import { assertionFault, type XmlElement } from './assertion-check.js';
import { responseText, unreadable } from './response-text.js';
import { SignInRefusal } from './sign-in-refusal.js';

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';

/** What this service tells of itself to whoever sets an identity provider up. */
export function metadata({ acsURL, entityID }: SamlServiceDto): string {
  return generateServiceProviderMetadata({ issuer: entityID, callbackUrl: acsURL, identifierFormat: null, wantAssertionsSigned: true });
}

/** The address at the identity provider that asks it, by this request, who the person at the browser is. */
export function requestAddress(provider: ActiveProvider, service: SamlServiceDto, requestId: string): Promise<string> {
  return library(provider, service, requestId).getAuthorizeUrlAsync('', undefined, {});
}

/** Id of the request that an answer claims to answer; nothing of this is proven. @throws SignInRefusal */
export async function answeredRequest(base64: string): Promise<string> {
  const { documentElement: root } = await parsed(responseText(base64));
  const id = root.getAttribute('InResponseTo');
  if (id === null || id === '') throw new SignInRefusal('The answer of the identity provider answers no request. Begin the sign-in here, not at the identity provider.');
  return id;
}

/**
 * The person whom the answer to a request vouches for.
 * @throws SignInRefusal unless one signed assertion says all that it has to
 */
export async function answeredPerson(base64: string, provider: ActiveProvider, service: SamlServiceDto, { requestId, now }: { requestId: string; now: Date }): Promise<AssertedPerson> {
  const text = responseText(base64);
  await checkEnvelope(text, service.acsURL);
  const assertion = await signedAssertion(text, library(provider, service, requestId));
  const fault = assertionFault(assertion, { issuer: provider.entityID, audience: service.entityID, recipient: service.acsURL, requestId, now });
  if (fault !== undefined) throw new SignInRefusal(`The assertion of the identity provider ${fault}.`);
  const person = assertedPerson(assertion);
  if (person === undefined) throw new SignInRefusal('The identity provider tells no e-mail address, or more than one. It has to send one, as the attribute "email" or as the NameID.');
  return person;
}

/** What is around the assertion is often not signed: it can lead to a refusal, never to more. */
async function checkEnvelope(text: string, acsURL: string): Promise<void> {
  const { documentElement: root } = await parsed(text);
  const destination = root.getAttribute('Destination') ?? '';
  if (root.localName !== 'Response' || root.namespaceURI !== PROTOCOL) throw unreadable();
  if (destination !== '' && destination !== acsURL) throw new SignInRefusal('The answer of the identity provider was meant for another address.');
  if (root.getElementsByTagNameNS(PROTOCOL, 'StatusCode')[0]?.getAttribute('Value') !== SUCCESS) throw new SignInRefusal('The identity provider refused the sign-in.', 403);
  if (root.getElementsByTagNameNS(ASSERTION, 'EncryptedAssertion').length > 0) throw new SignInRefusal('The assertion of the identity provider is encrypted. It has to be sent as it is, signed.');
}

/** The assertion, read from the very bytes that the signature covers. */
async function signedAssertion(text: string, library: SAML): Promise<XmlElement> {
  try {
    const { profile } = await library.validatePostResponseAsync({ SAMLResponse: Buffer.from(text).toString('base64') });
    const assertion: unknown = profile?.getAssertion?.()['Assertion'];
    if (typeof assertion !== 'object' || assertion === null) throw new Error('There is no assertion.');
    return assertion as XmlElement; // how the library reads any element
  } catch (error) {
    throw new SignInRefusal(faultOfLibrary(error));
  }
}

/** The library's own messages repeat what was sent. */
function faultOfLibrary(error: unknown): string {
  if (error instanceof SamlStatusError) return 'The identity provider refused the sign-in.';
  const message = error instanceof Error ? error.message : '';
  if (/audience/i.test(message)) return 'The assertion of the identity provider is meant for another audience.';
  if (/InResponseTo/i.test(message)) return 'The assertion of the identity provider answers another request.';
  if (/signature|assertion|digest|transform|reference|ID/.test(message)) return 'The answer of the identity provider has no assertion that is signed, as a whole, with the certificate that is kept here.';
  return unreadable().message;
}

async function parsed(text: string): Promise<Awaited<ReturnType<typeof parseDomFromString>>> {
  try {
    return await parseDomFromString(text);
  } catch {
    throw unreadable();
  }
}

/** The library for one request alone. Times are checked here by the service's clock, and whether the request is open, by the database. */
function library({ ssoURL, certificate }: ActiveProvider, { acsURL, entityID }: SamlServiceDto, requestId: string): SAML {
  return new SAML({
    entryPoint: ssoURL,
    idpCert: certificate,
    issuer: entityID,
    audience: entityID,
    callbackUrl: acsURL,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: -1,
    generateUniqueId: () => requestId,
    validateInResponseTo: ValidateInResponseTo.always,
    cacheProvider: {
      saveAsync: (_, value) => Promise.resolve({ value, createdAt: Date.now() }),
      getAsync: (key) => Promise.resolve(key === requestId ? new Date().toISOString() : null),
      removeAsync: (key) => Promise.resolve(key),
    },
  });
}
