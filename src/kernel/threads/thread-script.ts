import { existsSync } from 'node:fs';

/**
 * The compiled script of a thread.
 * @param name such as `./spec-thread.js`
 * @param importer address of the module that begins the thread; where that is a source, the script is what was built from it
 */
export function threadScript(name: string, importer: string): URL {
  const beside = new URL(name, importer);
  return existsSync(beside) ? beside : new URL(beside.href.replace('/src/', '/dist/src/'));
}
