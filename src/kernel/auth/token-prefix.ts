/** Begins every access token that the service makes: scanners recognize a leaked one by it, and the log cuts it. */
export const TOKEN_PREFIX = 'dsp_';
/** Begins every token that reads the content of one site. */
export const VISIT_TOKEN_PREFIX = 'dsv_';
