import type { FieldFault } from '../../../kernel/errors/errors.js';
import { shorten } from '../../../kernel/validation/text.js';
import { choiceFault, kindOf, textFault } from '../../../kernel/validation/text-check.js';
import type { ConfigurationProperty } from '../configuration-property.js';
import type { ConfigurationSchema } from '../configuration-schema.js';
import type { Configuration } from './configurations.js';

/** Most characters of a configuration as JSON. */
export const LARGEST_CONFIGURATION = 65_536;
const LONGEST_TEXT = 10_000;

/**
 * What is wrong with a configuration by the schema of its integration; no message tells any value. What is required
 * may still be missing: the installation is pending until then.
 */
export function configurationFaults(schema: ConfigurationSchema | undefined, configuration: Configuration, path: string): FieldFault[] {
  if (JSON.stringify(configuration).length > LARGEST_CONFIGURATION) return [{ field: path, message: `must be at most ${String(LARGEST_CONFIGURATION)} characters as JSON` }];
  // What a component asks for is its own business.
  if (schema !== undefined && 'componentId' in schema) return [];
  const properties = new Map(Object.entries(schema?.properties ?? {}));
  return Object.entries(configuration).flatMap(([name, value]) => {
    const property = properties.get(name);
    const message = property === undefined ? unknownProperty(properties) : valueFault(property, value);
    return message === undefined ? [] : [{ field: `${path}.${shorten(name)}`, message }];
  });
}

function unknownProperty(properties: ReadonlyMap<string, unknown>): string {
  return properties.size === 0 ? 'is unknown: the integration takes no configuration here' : `is unknown; the integration takes ${shorten([...properties.keys()].join(', '))}`;
}

function valueFault(property: ConfigurationProperty, value: unknown): string | undefined {
  switch (property.type) {
    case 'string':
      return property.enum === undefined ? textFault(value, { max: LONGEST_TEXT }) : choiceFault(value, property.enum);
    case 'number':
    case 'boolean':
      return typeof value === property.type ? undefined : `must be a ${property.type}, is ${kindOf(value)}`;
    // What its callback made of it.
    case 'button':
      return value === null ? 'must not be null' : undefined;
  }
}
