import type { Request } from 'express';

const ANSWER = /^\/saml\/[^/]+\/acs$/;
/** The answer's XML in base64, percent-encoded at worst. */
const MOST_BYTES = 1_048_576;

/** Which requests bring a form instead of JSON: the answers of identity providers. The most bytes that such a one may have. */
export function answerFormLimit({ method, path }: Pick<Request, 'method' | 'path'>): number | undefined {
  return method === 'POST' && ANSWER.test(path) ? MOST_BYTES : undefined;
}
