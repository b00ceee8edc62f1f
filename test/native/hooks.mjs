import { readFile } from 'node:fs/promises';
import { fileURLToPath, URL } from 'node:url';
import { compile } from './compile.mjs';

// Lets Node import the sources themselves. Node runs these hooks in a thread of their own.

const PROJECT = new URL('../..', import.meta.url).href;
const LIBRARIES = new URL('node_modules/', PROJECT).href;
const GLOBALS = new URL('globals.mjs', import.meta.url).href;

export async function resolve(specifier, context, next) {
  if (specifier === '@jest/globals') return { url: GLOBALS, shortCircuit: true };
  // Sources import each other with the `.js` suffix of what is built from them.
  if (isSource(context.parentURL) && specifier.startsWith('.') && specifier.endsWith('.js')) {
    return { url: new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL).href, format: 'module', shortCircuit: true };
  }
  return next(specifier, context);
}

export async function load(url, context, next) {
  if (!isSource(url)) return next(url, context);
  const path = fileURLToPath(url);
  return { format: 'module', source: await compile(path, await readFile(path, 'utf8')), shortCircuit: true };
}

function isSource(url) {
  return url !== undefined && url.startsWith(PROJECT) && url.endsWith('.ts') && !url.startsWith(LIBRARIES);
}
