import { register } from 'node:module';

// Before Jest, which reads this file first, imports anything of the project.
register('./test/native/hooks.mjs', import.meta.url);

/** What every kind of test shares; `jest.browser.config.mjs` builds on it. */
export const base = {
  testEnvironment: '<rootDir>/test/native/environment.cjs',
  runtime: '<rootDir>/test/native/runtime.cjs',
  roots: ['<rootDir>/src', '<rootDir>/test'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {},
  injectGlobals: false,
  testTimeout: 60_000,
};

export default {
  ...base,
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  testMatch: ['<rootDir>/src/**/*.spec.ts', '<rootDir>/test/{e2e,contract}/**/*.{spec,e2e-spec}.ts'],
};
