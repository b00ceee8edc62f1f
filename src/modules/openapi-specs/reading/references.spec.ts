import { describe, expect, it } from '@jest/globals';
import { findReferences } from './references.js';

const texts = (root: object): string[] => findReferences(root).references.map(({ text }) => text);

describe('a very long list', () => {
  it('is looked through', () => {
    expect(findReferences({ tags: [...Array<object>(150_000).fill({}), { $ref: '#/a' }] }).references).toHaveLength(1);
  });
});

describe('findReferences', () => {
  it('tells references in the order of the document, with their places', () => {
    const root = { paths: { '/a~b': { get: { parameters: [{ $ref: '#/one' }] } } }, components: { schemas: { A: { $ref: 'b.json#/two' } } } };
    expect(findReferences(root).references).toEqual([
      { text: '#/one', at: '/paths/~1a~0b/get/parameters/0', within: undefined },
      { text: 'b.json#/two', at: '/components/schemas/A', within: undefined },
    ]);
  });

  it.each([
    ['a property of this name', { properties: { $ref: { type: 'string' } } }],
    ['a property that is called so and is a reference', { definitions: { $ref: { type: 'object' } } }],
    ['data of an example', { example: { $ref: '#/a' } }],
    ['data of examples', { examples: [{ $ref: '#/a' }] }],
    ['data of a default, a constant, a choice', { default: { $ref: '#/a' }, const: { $ref: null }, enum: [{ $ref: 1 }] }],
    ['the value of an example', { examples: { cat: { value: { $ref: '#/a' } } } }],
    ['a scope and a mapping of this name', { flows: { scopes: { $ref: '#/a' } }, mapping: { $ref: '#/a' } }],
    ['an extension', { 'x-any': { $ref: null } }],
  ])('passes over %s', (_, root) => {
    expect(findReferences(root)).toMatchObject({ references: [], bad: undefined });
  });

  it.each([
    ['properties that are named like words', { properties: { example: { $ref: '#/a' }, default: { $ref: '#/b' }, 'x-c': { $ref: '#/c' }, enum: { $ref: '#/d' } } }, ['#/a', '#/b', '#/c', '#/d']],
    ['named examples', { examples: { cat: { $ref: '#/a' } } }, ['#/a']],
    ['mappings of discriminators', { discriminator: { propertyName: 'kind', mapping: { cat: '#/a', dog: 'dog.yaml', bird: 'Bird' } } }, ['#/a', 'dog.yaml']],
    ['operations of links', { links: { next: { operationRef: '#/paths/~1a/get' } } }, ['#/paths/~1a/get']],
    ['maps that stand elsewhere', { paths: { $ref: 'paths.yaml' }, components: { schemas: { $ref: 'schemas.yaml' } } }, ['paths.yaml', 'schemas.yaml']],
    ['schemas beside other words', { allOf: [{ $ref: '#/a', description: 'b' }] }, ['#/a']],
  ])('finds %s', (_, root, expected) => {
    expect(texts(root)).toEqual(expected);
  });

  it.each([[null], [1], [true]])('tells the place of %j as a reference', (ref) => {
    expect(findReferences({ paths: { '/a': { $ref: ref } } }).bad).toBe('/paths/~1a');
  });

  it('tells what is named, and what a reference is relative to', () => {
    const [leaf, tree] = [{ $anchor: 'leaf' }, { $id: 'https://a.example/tree.json', properties: { next: { $ref: 'b.json' }, twig: { $id: 'twig.json' } } }];
    const { named, references } = findReferences({ components: { schemas: { leaf, tree } } });
    expect([...named.keys()]).toEqual(['#leaf', 'https://a.example/tree.json', 'https://a.example/twig.json']);
    expect(references).toEqual([{ text: 'b.json', at: '/components/schemas/tree/properties/next', within: 'https://a.example/tree.json' }]);
  });

  it('walks any depth', () => {
    let root: object = { $ref: '#/deep' };
    for (let level = 0; level < 20_000; level += 1) root = { not: root };
    expect(texts(root)).toEqual(['#/deep']);
  });
});
