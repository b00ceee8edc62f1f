/** Begins every share key that the service makes: the log cuts it, wherever in an address it is. */
export const SHARE_KEY_PREFIX = 'dsk_';
