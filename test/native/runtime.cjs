const { pathToFileURL } = require('node:url');
const { default: Runtime } = require('jest-runtime');

/**
 * Has Node load the test files: it loads the service and its libraries once for all files of a process, where Jest would
 * for each of them, at several seconds. The service keeps nothing in its modules but what holds for any data.
 */
module.exports = class NativeRuntime extends Runtime {
  /** Jest's functions for one file: they keep its tests, so each file has its own. */
  requireInternalModule(from) {
    Reflect.deleteProperty(require.cache, from);
    return require(from);
  }

  setGlobalsForRuntime(globals) {
    this.globals = globals;
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  async unstable_importModule(path) {
    const { useGlobals } = await import('./globals.mjs');
    ({ sourceMapOf } = await import('./compile.mjs'));
    useGlobals({ ...this.globals, jest: this.jestGlobals.jestObjectFor(path) });
    return import(pathToFileURL(path).href);
  }

  getSourceMaps() {
    return sourceMaps;
  }

  /** `process` is Node's own. */
  installGetBuiltinModule() {}
};

let sourceMapOf;

/** As Jest asks for them: by what a stack tells. */
const sourceMaps = {
  get: (url) => sourceMapOf?.(url),
  [Symbol.iterator]: () => [][Symbol.iterator](),
};
