import type { SchemaObject } from '@nestjs/swagger';
import type { FieldFault } from '../../kernel/errors/errors.js';
import { isObject, notAnObject } from '../../kernel/validation/objects.js';
import { shorten } from '../../kernel/validation/text.js';
import { choiceFault, kindOf, textFault } from '../../kernel/validation/text-check.js';

const PROPERTY_TYPES = ['string', 'number', 'boolean', 'button'] as const;
type PropertyType = (typeof PROPERTY_TYPES)[number];

/** One thing that an installation can be configured with. */
export interface ConfigurationProperty {
  readonly type: PropertyType;
  readonly title?: string;
  readonly description?: string;
  readonly default?: string | number | boolean;
  /** Where suggestions come from, for texts. */
  readonly completion_url?: string;
  /** The texts that are allowed. */
  readonly enum?: readonly string[];
  readonly callback_url?: string;
  readonly button_text?: string;
}

const LONGEST_ADDRESS = 2_048;
const LONGEST_TEXT = 1_000;
const MOST_CHOICES = 200;

const text = (maxLength: number, description?: string): SchemaObject => ({ type: 'string', maxLength, ...(description === undefined ? {} : { description }) });

export const PROPERTY_SCHEMA: SchemaObject = {
  type: 'object',
  properties: {
    type: { type: 'string', enum: [...PROPERTY_TYPES] },
    title: text(30),
    description: text(100),
    default: { oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }], description: 'Of the type of the property' },
    completion_url: text(LONGEST_ADDRESS, 'Of a text: where suggestions come from'),
    enum: { type: 'array', maxItems: MOST_CHOICES, uniqueItems: true, items: text(LONGEST_TEXT), description: 'Of a text: what is allowed' },
    callback_url: text(LONGEST_ADDRESS, 'Of a button: what it calls'),
    button_text: text(100, 'Of a button'),
  },
  required: ['type'],
  additionalProperties: false,
};

/** What is wrong with one field; `property` is the whole, for what depends on other fields. */
type Check = (value: unknown, path: string, property: ReadonlyMap<string, unknown>) => FieldFault[];

const checkText =
  (max: number, min = 0): Check =>
  (value, field) =>
    fault(field, textFault(value, { min, max }));

const checkType: Check = (value, field) => fault(field, choiceFault(value, PROPERTY_TYPES));

const checkDefault: Check = (value, field, property) => {
  const type = property.get('type');
  if (typeof value !== type || (typeof value === 'number' && !Number.isFinite(value))) return fault(field, `must be a ${String(type)} like its property, is ${kindOf(value)}`);
  if (typeof value === 'string') return [...checkText(LONGEST_TEXT)(value, field, property), ...notAmong(value, field, property.get('enum'))];
  return [];
};

const checkChoices: Check = (value, path) => {
  if (!Array.isArray(value)) return fault(path, `must be a list, is ${kindOf(value)}`);
  if (value.length < 1 || value.length > MOST_CHOICES) return fault(path, `must be 1 to ${String(MOST_CHOICES)} items, is ${String(value.length)}`);
  return value.flatMap((item: unknown, index) => {
    const repeats = value.indexOf(item);
    const message = textFault(item, { max: LONGEST_TEXT }) ?? (repeats === index ? undefined : `repeats ${path}.${String(repeats)}`);
    return fault(`${path}.${String(index)}`, message);
  });
};

const COMMON = { type: checkType, title: checkText(30), description: checkText(100) };

const FIELDS: Readonly<Record<PropertyType, Readonly<Record<string, Check>>>> = {
  string: { ...COMMON, default: checkDefault, completion_url: checkText(LONGEST_ADDRESS, 1), enum: checkChoices },
  number: { ...COMMON, default: checkDefault },
  boolean: { ...COMMON, default: checkDefault },
  button: { ...COMMON, callback_url: checkText(LONGEST_ADDRESS, 1), button_text: checkText(100, 1) },
};

const REQUIRED: Readonly<Record<PropertyType, readonly string[]>> = { string: [], number: [], boolean: [], button: ['callback_url', 'button_text'] };

/** What is wrong with a property; its type says which fields it has. */
export function propertyFaults(value: unknown, path: string): FieldFault[] {
  if (!isObject(value)) return notAnObject(value, path);
  const property = new Map(Object.entries(value));
  if (!property.has('type')) return fault(`${path}.type`, 'is required');
  const type = PROPERTY_TYPES.find((candidate) => candidate === property.get('type'));
  if (type === undefined) return checkType(property.get('type'), `${path}.type`, property);
  const checks = new Map(Object.entries(FIELDS[type]));
  const missing = REQUIRED[type].filter((name) => !property.has(name)).map((name) => ({ field: `${path}.${name}`, message: 'is required' }));
  const wrong = [...property].flatMap(([name, part]) => {
    const field = `${path}.${shorten(name)}`;
    return checks.get(name)?.(part, field, property) ?? fault(field, `is unknown; a ${type} has ${[...checks.keys()].join(', ')}`);
  });
  return [...missing, ...wrong];
}

function notAmong(value: string, field: string, choices: unknown): FieldFault[] {
  return Array.isArray(choices) && !choices.includes(value) ? fault(field, 'must be one of its enum') : [];
}

function fault(field: string, message: string | undefined): FieldFault[] {
  return message === undefined ? [] : [{ field, message }];
}
