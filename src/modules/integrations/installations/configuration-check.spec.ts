import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ConfigurationSchema } from '../configuration-schema.js';
import { configurationFaults, LARGEST_CONFIGURATION } from './configuration-check.js';

const SCHEMA: ConfigurationSchema = {
  properties: {
    key: { type: 'string' },
    region: { type: 'string', enum: ['eu', 'us'] },
    limit: { type: 'number' },
    on: { type: 'boolean' },
    sign: { type: 'button', callback_url: '/oauth', button_text: 'Sign in' },
    token: { type: 'string' },
  },
  required: ['key'],
};

function faultsOf(configuration: Record<string, unknown>, schema: ConfigurationSchema | undefined = SCHEMA): string[] {
  return configurationFaults(schema, configuration, 'configuration').map(({ field, message }) => `${field} ${message}`);
}

describe('configurationFaults', () => {
  it('are none where each value is of its type, also where what is required is missing', () => {
    expect(faultsOf({})).toEqual([]);
    expect(faultsOf({ key: '', region: 'eu', limit: -1.5, on: false, sign: { token: 'x' }, token: 'y' })).toEqual([]);
  });

  it('name the property and what it takes, and never the value', () => {
    expect(faultsOf({ key: 1, region: 'secret', limit: '1', on: null, sign: null })).toEqual([
      'configuration.key must be text, is a number',
      'configuration.region must be one of eu, us',
      'configuration.limit must be a number, is text',
      'configuration.on must be a boolean, is null',
      'configuration.sign must not be null',
    ]);
    expect(faultsOf({ key: 'x'.repeat(10_001) })).toEqual(['configuration.key must be at most 10000 characters, is 10001']);
    expect(faultsOf({ other: 1 })).toEqual(['configuration.other is unknown; the integration takes key, region, limit, on, sign, token']);
    expect(faultsOf({ toString: 'x' })).toEqual(['configuration.toString is unknown; the integration takes key, region, limit, on, sign, token']);
  });

  it('are all of what there is where nothing can be configured, and nothing where a component asks', () => {
    expect(faultsOf({ key: 'x' }, { properties: {} })).toEqual(['configuration.key is unknown: the integration takes no configuration here']);
    expect(configurationFaults(undefined, { key: 'x' }, 'c')).toEqual([{ field: 'c.key', message: 'is unknown: the integration takes no configuration here' }]);
    expect(faultsOf({ any: [{ thing: 1 }] }, { componentId: 'setup' })).toEqual([]);
    expect(faultsOf({ any: 'x'.repeat(LARGEST_CONFIGURATION) }, { componentId: 'setup' })).toEqual(['configuration must be at most 65536 characters as JSON']);
  });

  it('are one at most for each property that was sent', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (configuration) => {
        const fields = configurationFaults(SCHEMA, configuration, 'c').map(({ field }) => field);
        expect(fields.length).toBeLessThanOrEqual(Object.keys(configuration).length);
      }),
    );
  });
});
