import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';
import { transform } from '@swc/core';

const OPTIONS = {
  configFile: false,
  swcrc: false,
  jsc: {
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    target: 'es2022',
  },
  module: { type: 'es6' },
  sourceMaps: true,
};

/** What was compiled is kept for the next process: tests run in several. */
const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/docspine-tests', import.meta.url));
mkdirSync(FOLDER, { recursive: true });

/** The JavaScript of a source, by the same settings as `tsconfig.json`. */
export async function compile(path, source) {
  const place = placeOf(path, source);
  try {
    return await readFile(place, 'utf8');
  } catch {
    const { code, map } = await transform(source, { ...OPTIONS, filename: path });
    await write(`${place}.map`, map);
    await write(place, code);
    return code;
  }
}

/** The file with the source map of a module; undefined for what wasn't compiled here. */
export function sourceMapOf(url) {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return undefined;
  const path = fileURLToPath(url);
  const map = `${placeOf(path, readFileSync(path, 'utf8'))}.map`;
  return existsSync(map) ? map : undefined;
}

function placeOf(path, source) {
  return join(FOLDER, `${createHash('sha256').update(JSON.stringify([OPTIONS, path])).update(source).digest('hex')}.js`);
}

/** All at once: another process may be about to read it. */
async function write(place, text) {
  const unfinished = `${place}.${String(process.pid)}`;
  await writeFile(unfinished, text);
  await rename(unfinished, place);
}
