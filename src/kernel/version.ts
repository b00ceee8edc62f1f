/** The service's own version; kept equal to package.json by a test. */
export const VERSION = '0.1.0';

/** When this version was released; to be set with it. */
export const RELEASED_AT = '2026-11-28T00:00:00.000Z';
