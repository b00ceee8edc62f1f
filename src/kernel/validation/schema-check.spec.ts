import { describe, expect, it } from '@jest/globals';
import type { SchemaObject } from '@nestjs/swagger';
import { schemaFaults } from './schema-check.js';

const closed = (properties: Record<string, SchemaObject>, required: string[] = Object.keys(properties)): SchemaObject => ({ type: 'object', properties, required });
const text: SchemaObject = { type: 'string', minLength: 1, maxLength: 3 };
const target: SchemaObject = { oneOf: [closed({ kind: { type: 'string', enum: ['a'] }, a: text }), closed({ kind: { type: 'string', enum: ['b'] }, b: text })] };

describe('a value by its schema', () => {
  it.each<[string, SchemaObject, unknown]>([
    ['text, counted in code points', text, '👩👩👩'],
    ['a choice', { type: 'string', enum: ['x'] }, 'x'],
    ['an object without what is optional', closed({ a: text, b: text }, ['a']), { a: 'x' }],
    ['an alternative', target, { kind: 'b', b: 'x' }],
    ['null where it may be', { oneOf: [target, { type: 'string', nullable: true, enum: [null] }] }, null],
    ['a list', { type: 'array', items: { type: 'integer', minimum: 1, maximum: 2 }, maxItems: 2 }, [1, 2]],
    ['an address', { type: 'string', format: 'uri', maxLength: 50 }, 'https://docs/x'],
  ])('has no faults: %s', (_, schema, value) => {
    expect(schemaFaults(schema, value, 'f')).toEqual([]);
  });

  it.each<[SchemaObject, unknown, string, string]>([
    [text, 1, 'f', 'must be text, is a number'],
    [text, 'four', 'f', 'must be 1 to 3 characters, is 4'],
    [{ ...text, pattern: '^x$' }, 'x\n', 'f', 'must match ^x$'],
    [closed({ a: text }), [], 'f', 'must be an object, is an array'],
    [closed({ a: text }), { b: 1 }, 'f.b', 'is unknown; allowed are a'],
    [closed({ a: text }), {}, 'f.a', 'is required'],
    [closed({ a: text }), { a: null }, 'f.a', 'must be text, is null'],
    [closed({ a: text }), JSON.parse('{"a":"x","__proto__":1}'), 'f.__proto__', 'is unknown; allowed are a'],
    [target, { kind: 'c' }, 'f.kind', 'must be one of a, b'],
    [target, 'a', 'f', 'must be an object, is text'],
    [target, { kind: 'b', a: 'x' }, 'f.a', 'is unknown; allowed are kind, b'],
    [{ oneOf: [{ type: 'string', enum: ['x'] }, closed({ a: text })] }, { a: '' }, 'f.a', 'must be 1 to 3 characters, is 0'],
    [{ oneOf: [closed({}), closed({ a: text }), closed({ b: text })] }, { a: '' }, 'f.a', 'must be 1 to 3 characters, is 0'],
    [{ oneOf: [closed({}), closed({ a: text, c: text }), closed({ b: text })] }, { a: '' }, 'f.c', 'is required'],
    [{ type: 'array', items: text, minItems: 1, maxItems: 2 }, [], 'f', 'must be 1 to 2 items, is 0'],
    [{ type: 'array', items: text, maxItems: 2 }, ['x', ''], 'f.1', 'must be 1 to 3 characters, is 0'],
    [{ type: 'integer', minimum: 1, maximum: 2 }, 1.5, 'f', 'must be a whole number from 1 to 2'],
    [{ type: 'boolean' }, 'true', 'f', 'must be true or false, is text'],
    [{ type: 'string', format: 'uri', maxLength: 50 }, 'https://a.b/\u00e9', 'f', 'must be a URI: its host in ASCII (xn--…), and percent-encoded what a URI may not hold, such as %C3%A9'],
  ])('%j refuses %j', (schema, value, field, message) => {
    expect(schemaFaults(schema, value, 'f')).toContainEqual({ field, message });
  });

  it('tells no more faults of a list than can be told', () => {
    expect(schemaFaults({ type: 'array', items: text, maxItems: 1_000 }, Array.from({ length: 1_000 }, () => 1), 'f').length).toBe(100);
  });
});
