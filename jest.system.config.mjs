import { base } from './jest.config.mjs';

/** Tests on the system's own PostgreSQL: Debian's package `postgresql`, or the programs in POSTGRES_BIN. */
export default {
  ...base,
  testMatch: ['<rootDir>/test/system/**/*.system-spec.ts'],
  testTimeout: 480_000,
};
