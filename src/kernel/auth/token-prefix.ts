/** Begins every access token that the service makes: scanners recognize a leaked one by it, and the log cuts it. */
export const TOKEN_PREFIX = 'dsp_';
