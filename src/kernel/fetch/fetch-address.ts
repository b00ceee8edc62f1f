import { FetchError } from './fetcher.js';

const MAX_SHOWN = 300;

/**
 * An absolute http(s) address without credentials, in the normal form of the WHATWG URL standard: hosts in lower case
 * and ASCII, every spelling of an IP address as the address.
 * @param base what a relative `text` is resolved against
 * @throws FetchError `malformed`
 */
export function parseFetchAddress(text: string, base?: URL): URL {
  const refuse = (fault: string): FetchError => new FetchError('malformed', `${shownAddress(text)} can't be fetched: ${fault}.`);

  if (!URL.canParse(text, base?.href)) throw refuse('it is not an absolute http or https address');
  const url = new URL(text, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw refuse(`only http and https addresses are, not ${url.protocol.slice(0, -1)}`);
  }
  if (url.username !== '' || url.password !== '') throw refuse('an address must not hold a user name or password');
  return url;
}

/** The address for messages: without credentials, and cut where it is longer than a message should be. */
export function shownAddress(address: string): string {
  // Tabs and line ends mean nothing in an address, so they must not hide its credentials either.
  const shown = address.trim().replace(/[\t\r\n]/g, '').replace(/^([a-z][a-z\d+.-]*:)?([/\\]*)[^/\\?#]*@/i, '$1$2');
  return shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN)}…` : shown;
}
