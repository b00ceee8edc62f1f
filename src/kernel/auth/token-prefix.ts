/** Begins every access token that the service makes: scanners recognize a leaked one by it, and the log cuts it. */
export const TOKEN_PREFIX = 'dsp_';
/** Begins every token that reads the content of one site. */
export const VISIT_TOKEN_PREFIX = 'dsv_';
/** Begins every share key that the service makes: the log cuts it, wherever in an address it is. */
export const SHARE_KEY_PREFIX = 'dsk_';
/** Begins every key by which a site's front end signs for its visitors. */
export const VISITOR_KEY_PREFIX = 'dsh_';
