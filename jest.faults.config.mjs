import { base } from './jest.config.mjs';

/** Tests that take the service's world away: each starts a PostgreSQL of its own, and the built service on it. */
export default {
  ...base,
  testMatch: ['<rootDir>/test/faults/**/*.fault-spec.ts'],
  testTimeout: 240_000,
};
