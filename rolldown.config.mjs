import { relative, resolve, sep } from 'node:path';
import { defineConfig } from 'rolldown';

/*
 * Puts what a start loads into a few files: finding, reading and linking two thousand modules one by one took half of the time
 * to the first answer. What is imported late stays in files of its own, and libraries stay where they are, but for the framework.
 */
const built = resolve(import.meta.dirname, 'dist/src');
const bundles = resolve(import.meta.dirname, 'dist/service');

/** Loaded as hundreds of modules each; nothing but they themselves and the service imports them. */
const framework = /^(@nestjs\/(common|core|mapped-types|platform-express|swagger)|rxjs)(\/|$)/;
const isBare = /^[^./\0]/;

/** Modules find threads, processes and files beside themselves, where the build has put them. */
const addresses = {
  name: 'addresses',
  transform(code, id) {
    if (!id.startsWith(built + sep) || !code.includes('import.meta.url')) return null;
    return { code: code.replaceAll('import.meta.url', `new URL(${JSON.stringify(relative(bundles, id))}, import.meta.url).href`), map: null };
  },
};

export default defineConfig({
  input: { main: `${built}/main.js`, cli: `${built}/cli/main.js` },
  platform: 'node',
  external: (id) => isBare.test(id) && !framework.test(id),
  plugins: [addresses],
  output: { dir: bundles, cleanDir: true, format: 'esm', sourcemap: true, entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
});
