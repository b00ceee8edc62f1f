import { describe, expect, it } from '@jest/globals';
import { parseCondition } from './condition-parser.js';
import { conditionFault } from './site-conditions.js';
import { templateConditions } from './template-conditions.js';
import { schemaFaults, type VisitorSchema } from './visitor-schema.js';

const CLAIM = { type: 'boolean', description: 'Takes part in the beta.' };
const UNSIGNED = { type: 'object', description: 'Unsigned claims of the site visitor.', properties: { isDark: CLAIM }, additionalProperties: false };
const SCHEMA = { type: 'object', properties: { isBeta: CLAIM, 'is new "one"': CLAIM, unsigned: UNSIGNED }, additionalProperties: false };

describe('the schema of visitors', () => {
  it.each<[string, object]>([
    ['claims and unsigned ones', SCHEMA],
    ['its names', { $schema: 'http://json-schema.org/draft-07/schema#', $id: 'https://example.com/visitors', ...SCHEMA }],
    ['no claims', { ...SCHEMA, properties: {} }],
    ['names that every object inherits', { ...SCHEMA, properties: JSON.parse('{"constructor": {"type": "boolean", "description": ""}}') }],
  ])('may have %s', (_, schema) => {
    expect(schemaFaults(schema, 'jsonSchema')).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['jsonSchema', []],
    ['jsonSchema', 'text'],
    ['jsonSchema.$schema', { ...SCHEMA, $schema: 'https://json-schema.org/draft/2020-12/schema' }],
    ['jsonSchema.$id', { ...SCHEMA, $id: 1 }],
    ['jsonSchema.type', { ...SCHEMA, type: 'array' }],
    ['jsonSchema.additionalProperties', { ...SCHEMA, additionalProperties: true }],
    ['jsonSchema.required', { ...SCHEMA, required: ['isBeta'] }],
    ['jsonSchema.properties', { ...SCHEMA, properties: [] }],
    ['jsonSchema.properties.isBeta', { ...SCHEMA, properties: { isBeta: null } }],
    ['jsonSchema.properties.isBeta.type', { ...SCHEMA, properties: { isBeta: { ...CLAIM, type: 'string' } } }],
    ['jsonSchema.properties.isBeta.description', { ...SCHEMA, properties: { isBeta: { type: 'boolean' } } }],
    ['jsonSchema.properties.isBeta.default', { ...SCHEMA, properties: { isBeta: { ...CLAIM, default: true } } }],
    ['jsonSchema.properties.__proto__', { ...SCHEMA, properties: JSON.parse('{"__proto__": {"type": "boolean", "description": ""}}') }],
    ['jsonSchema.properties.unsigned.properties.__proto__', { ...SCHEMA, properties: { unsigned: { ...UNSIGNED, properties: JSON.parse('{"__proto__": {"type": "boolean", "description": ""}}') } } }],
    ['jsonSchema.properties.', { ...SCHEMA, properties: { '': CLAIM } }],
    ['jsonSchema.properties.unsigned.type', { ...SCHEMA, properties: { unsigned: { ...UNSIGNED, type: 'boolean' } } }],
    ['jsonSchema.properties.unsigned.additionalProperties', { ...SCHEMA, properties: { unsigned: { ...UNSIGNED, additionalProperties: undefined } } }],
    ['jsonSchema.properties.unsigned.properties.inner.type', { ...SCHEMA, properties: { unsigned: { ...UNSIGNED, properties: { inner: UNSIGNED } } } }],
    ['jsonSchema.properties', { ...SCHEMA, properties: Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`c${String(index)}`, CLAIM])) }],
  ])('is refused, naming %s', (field, schema) => {
    expect(schemaFaults(schema, 'jsonSchema').map((fault) => fault.field)).toContain(field);
  });
});

describe('conditions against the schema', () => {
  const schema = SCHEMA as VisitorSchema;

  it('may name its claims alone, with the place of one that it lacks', () => {
    for (const condition of ['visitor.claims.isBeta', 'visitor.claims.unsigned.isDark', 'visitor.claims["is new \\"one\\""]']) expect(conditionFault(condition, schema)).toBeUndefined();
    for (const claim of ['isbeta', 'isDark', 'unsigned', 'unsigned.isBeta', 'isBeta.x', 'constructor', 'unsigned.toString']) {
      expect(conditionFault(`true && visitor.claims.${claim}`, schema)).toContain(`at character 9: the adaptive schema has no claim "${claim}"`);
      expect(conditionFault(`true && visitor.claims.${claim}`, undefined)).toBeUndefined();
    }
  });

  it('are there as templates, one for each claim', () => {
    const templates = templateConditions(schema);
    expect(templates).toEqual([
      { description: CLAIM.description, condition: 'visitor.claims.isBeta == true' },
      { description: CLAIM.description, condition: 'visitor.claims["is new \\"one\\""] == true' },
      { description: CLAIM.description, condition: 'visitor.claims.unsigned.isDark == true' },
    ]);
    for (const { condition } of templates) {
      expect(() => parseCondition(condition)).not.toThrow();
      expect(conditionFault(condition, schema)).toBeUndefined();
    }
  });
});
