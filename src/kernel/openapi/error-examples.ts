const EXAMPLES: Readonly<Record<number, string>> = {
  400: 'limit must be a whole number from 1 to 1000',
  401: 'The access token is unknown, expired or revoked.',
  403: 'You lack the right "edit" on this space.',
  404: 'There is no such space.',
  413: 'The body must be at most 10485760 bytes.',
};

/** What the answers of these codes tell. */
export const ERRORS: Readonly<Record<number, string>> = {
  400: 'Bad input: the message names the field, the fault and the limit',
  401: 'No token, or one that is unknown, expired or revoked',
  403: 'Visible but not allowed: the message names the missing right',
  404: 'Absent, or not visible to the caller',
  409: 'Conflict with what is there',
  412: 'A condition does not hold',
  413: 'Too large: the message names the limit',
  415: 'The body is not JSON',
  429: 'Too many requests: see Retry-After',
};

/** The body of such an answer. */
export function errorExample(code: number): object {
  const details = code === 400 ? { details: [{ field: 'limit', message: 'must be a whole number from 1 to 1000' }] } : {};
  return { error: { code, message: EXAMPLES[code] ?? ERRORS[code], ...details } };
}
