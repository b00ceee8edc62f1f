import { BodyCodingError, BodyTooLargeError } from './body-reader.js';
import { FetchError } from './fetcher.js';
import { ForbiddenAddressError } from './guarded-connector.js';

/** What the codes of Node's and undici's errors mean to people; a code that ends with `*` stands for all that begin so. */
const MEANINGS: readonly (readonly [code: string, meaning: string])[] = [
  ['ENOTFOUND', 'there is no host of this name'],
  ['ENODATA', 'there is no host of this name'],
  ['EAI_*', "its host name can't be resolved at the moment"],
  ['ECONNREFUSED', 'its host refuses the connection'],
  ['UND_ERR_CONNECT_TIMEOUT', 'its host does not take the connection in time'],
  ['ETIMEDOUT', 'its host does not take the connection in time'],
  ['EHOSTUNREACH', 'there is no way to its host'],
  ['ENETUNREACH', 'there is no way to its host'],
  ['EADDRNOTAVAIL', 'there is no way to its host'],
  ['ECONNRESET', 'its host ended the connection'],
  ['EPIPE', 'its host ended the connection'],
  ['UND_ERR_SOCKET', 'its host ended the connection before the answer was complete'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'the answer is longer or shorter than it says'],
  ['ERR_STREAM_PREMATURE_CLOSE', 'its host ended the connection before the answer was complete'],
  ['HPE_INVALID_EOF_STATE', 'its host ended the connection before the answer was complete'],
  ['HPE_*', 'the answer is not valid HTTP'],
  ['Z_BUF_ERROR', 'the compressed answer is incomplete'],
  ['Z_*', 'the compressed answer is broken'],
  ['ERR__ERROR_FORMAT*', 'the compressed answer is broken'],
  ['CERT_*', 'the certificate of its host is not valid'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'the certificate of its host is not signed by a known authority'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'the certificate of its host is not signed by a known authority'],
  ['UNABLE_TO_*', 'the certificate of its host is not signed by a known authority'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'the certificate of its host is for another name'],
  ['ERR_SSL_*', 'no secure connection to its host comes about'],
  ['EPROTO', 'no secure connection to its host comes about'],
];

/**
 * @param address of the hop that failed, as messages show it
 * @param limits as messages show them
 */
export function toFetchError(error: unknown, address: string, limits: { body: string; headers: string }): FetchError {
  if (error instanceof FetchError) return error;
  const failure = `${address} can't be fetched`;
  const options = { cause: error };

  if (error instanceof ForbiddenAddressError) {
    // Doesn't tell the resolved address: names of the network are none of the caller's business.
    const fault = "it leads inside the network or to a reserved address, and its host isn't in FETCH_ALLOW_HOSTS";
    return new FetchError('forbidden-address', `${failure}: ${fault}.`, options);
  }
  if (error instanceof BodyTooLargeError) {
    return new FetchError('too-large', `${failure}: it is larger than ${limits.body}.`, options);
  }
  if (error instanceof BodyCodingError) {
    return new FetchError('unreachable', `${failure}: the answer is compressed in a way not asked for (${error.message}).`, options);
  }
  const code = codeOf(error);
  if (code === 'UND_ERR_HEADERS_OVERFLOW' || code === 'HPE_HEADER_OVERFLOW') {
    return new FetchError('too-large', `${failure}: the headers of the answer are larger than ${limits.headers}.`, options);
  }
  return new FetchError('unreachable', `${failure}: ${meaningOf(code)}.`, options);
}

function meaningOf(code: string): string {
  const known = MEANINGS.find(([pattern]) => (pattern.endsWith('*') ? code.startsWith(pattern.slice(0, -1)) : code === pattern));
  return known?.[1] ?? 'the connection to its host failed';
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
