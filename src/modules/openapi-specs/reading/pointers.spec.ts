import { describe, expect, it } from '@jest/globals';
import { leadsSomewhere } from './pointers.js';

const root = {
  components: { schemas: { Pet: { properties: { id: {} } }, Alias: { $ref: '#/components/schemas/Pet' }, Far: { $ref: 'other.json' }, A: { $ref: '#/components/schemas/B' }, B: { $ref: '#/components/schemas/A' }, 'a b': {}, 'a%b': {} } },
  paths: { '/pets/{id}': { parameters: [{ name: 'id' }] }, '/a~b': {} },
};
const named = new Map([['#leaf', {}]]);

describe('leadsSomewhere', () => {
  it.each([
    [''],
    ['/components/schemas/Pet'],
    ['/paths/~1pets~1{id}/parameters/0'],
    ['/paths/~1pets~1%7Bid%7D/parameters/0/name'],
    ['/paths/~1a~0b'],
    ['/components/schemas/a%20b'],
    ['/components/schemas/a%b'],
    ['/components/schemas/Alias/properties/id'],
    ['/components/schemas/Far/properties/id'],
    ['leaf'],
  ])('follows "%s"', (fragment) => {
    expect(leadsSomewhere(root, fragment, named)).toBe(true);
  });

  it.each([['/components/schemas/Cat'], ['/paths/pets'], ['/paths/~1pets~1{id}/parameters/1'], ['/components/schemas/toString'], ['/components/schemas/A/properties'], ['/components/schemas/Pet/'], ['twig'], ['components']])(
    'does not get anywhere by "%s"',
    (fragment) => {
      expect(leadsSomewhere(root, fragment, named)).toBe(false);
    },
  );
});
