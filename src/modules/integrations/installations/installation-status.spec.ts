import { describe, expect, it } from '@jest/globals';
import { installationStatus } from './installation-status.js';

const properties = { key: { type: 'string' }, constructor: { type: 'string' } } as const;

describe('installationStatus', () => {
  it('is pending until everything is there that has to be', () => {
    const schema = { properties, required: ['key', 'constructor'] };
    expect(installationStatus(schema, [])).toBe('pending');
    expect(installationStatus(schema, ['key'])).toBe('pending');
    expect(installationStatus(schema, ['constructor', 'key'])).toBe('active');
  });

  it('is active where nothing has to be there', () => {
    for (const schema of [undefined, { properties }, { properties, required: [] }, { componentId: 'setup' }]) expect(installationStatus(schema, [])).toBe('active');
  });
});
