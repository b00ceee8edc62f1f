import type { SchemaObject } from '@nestjs/swagger';
import type { FieldFault } from '../../kernel/errors/errors.js';
import { isObject, notAnObject } from '../../kernel/validation/objects.js';
import { shorten } from '../../kernel/validation/text.js';
import { choiceFault, kindOf, textFault } from '../../kernel/validation/text-check.js';
import { propertyFaults, PROPERTY_SCHEMA, type ConfigurationProperty } from './configuration-property.js';

/** What an installation is configured with: properties, or a component of the integration that asks for them. */
export type ConfigurationSchema =
  | { readonly properties: Readonly<Record<string, ConfigurationProperty>>; readonly required?: readonly string[] }
  | { readonly componentId: string };

const LEVELS = ['account', 'space', 'site'] as const;

/** For the organization as a whole, for a space and for a site. */
export type IntegrationConfigurations = Readonly<Partial<Record<(typeof LEVELS)[number], ConfigurationSchema>>>;

const MOST_PROPERTIES = 100;
const NAME = { min: 1, max: 100 };

const LEVEL_SCHEMA: SchemaObject = {
  oneOf: [
    {
      type: 'object',
      properties: {
        properties: { type: 'object', additionalProperties: PROPERTY_SCHEMA, description: 'What can be configured, by its name' },
        required: { type: 'array', items: { type: 'string' }, uniqueItems: true, description: 'Names of the properties that have to be given' },
      },
      required: ['properties'],
      additionalProperties: false,
    },
    { type: 'object', properties: { componentId: { type: 'string', minLength: 1, maxLength: 100 } }, required: ['componentId'], additionalProperties: false },
  ],
};

export const CONFIGURATIONS_SCHEMA: SchemaObject = {
  type: 'object',
  description: 'What installations are configured with: for the organization as a whole (`account`), for a space and for a site',
  properties: { account: LEVEL_SCHEMA, space: LEVEL_SCHEMA, site: LEVEL_SCHEMA },
  additionalProperties: false,
};

/** What is wrong with `configurations`, each fault with its path. */
export function configurationsFaults(value: unknown, path: string): FieldFault[] {
  if (!isObject(value)) return notAnObject(value, path);
  return Object.entries(value).flatMap(([level, schema]) => {
    const field = `${path}.${shorten(level)}`;
    const known = choiceFault(level, LEVELS) === undefined;
    return known ? levelFaults(schema, field) : [{ field, message: `is unknown; allowed are ${LEVELS.join(', ')}` }];
  });
}

function levelFaults(value: unknown, path: string): FieldFault[] {
  if (!isObject(value)) return notAnObject(value, path);
  const given = new Map(Object.entries(value));
  const allowed = given.has('componentId') ? ['componentId'] : ['properties', 'required', 'componentId'];
  const unknown = [...given.keys()].filter((key) => !allowed.includes(key));
  if (unknown.length > 0) return unknown.map((key) => ({ field: `${path}.${shorten(key)}`, message: `is unknown here; allowed are ${allowed.join(', ')}` }));
  if (given.has('componentId')) {
    const message = textFault(given.get('componentId'), NAME);
    return message === undefined ? [] : [{ field: `${path}.componentId`, message }];
  }
  if (!given.has('properties')) return [{ field: `${path}.properties`, message: 'is required, or else componentId' }];
  return [...propertiesFaults(given.get('properties'), `${path}.properties`), ...requiredFaults(given, `${path}.required`)];
}

function propertiesFaults(value: unknown, path: string): FieldFault[] {
  if (!isObject(value)) return notAnObject(value, path);
  const properties = Object.entries(value);
  if (properties.length > MOST_PROPERTIES) return [{ field: path, message: `must have at most ${String(MOST_PROPERTIES)} properties, has ${String(properties.length)}` }];
  return properties.flatMap(([name, property]) => {
    const field = `${path}.${shorten(name)}`;
    const nameFault = textFault(name, NAME);
    return nameFault === undefined ? propertyFaults(property, field) : [{ field, message: `the name ${nameFault}` }];
  });
}

function requiredFaults(level: ReadonlyMap<string, unknown>, path: string): FieldFault[] {
  if (!level.has('required')) return [];
  const required = level.get('required');
  if (!Array.isArray(required)) return [{ field: path, message: `must be a list, is ${kindOf(required)}` }];
  if (required.length > MOST_PROPERTIES) return [{ field: path, message: `must name at most ${String(MOST_PROPERTIES)} properties, names ${String(required.length)}` }];
  const properties = level.get('properties');
  const names = new Set(isObject(properties) ? Object.keys(properties) : []);
  return required.flatMap((name: unknown, index) => {
    const field = `${path}.${String(index)}`;
    if (typeof name !== 'string') return [{ field, message: `must be text, is ${kindOf(name)}` }];
    if (!names.has(name)) return [{ field, message: 'must be the name of one of the properties' }];
    return required.indexOf(name) === index ? [] : [{ field, message: `repeats ${path}.${String(required.indexOf(name))}` }];
  });
}
