import unit, { base } from './jest.config.mjs';

/** Tests in a real browser: Chromium at CHROMIUM_PATH, /usr/bin/chromium unless given. */
export default {
  ...base,
  globalSetup: unit.globalSetup,
  globalTeardown: unit.globalTeardown,
  testMatch: ['<rootDir>/test/browser/**/*.browser-spec.ts'],
  testTimeout: 120_000,
};
