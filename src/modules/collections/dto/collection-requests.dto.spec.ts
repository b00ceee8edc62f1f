import { describe, expect, it } from '@jest/globals';
import { BadInputError } from '../../../kernel/errors/errors.js';
import { readBody } from '../../../kernel/validation/read-parameter.js';
import { MoveCollectionDto, moveOf } from './collection-requests.dto.js';

const move = (body: unknown): unknown => moveOf(readBody(MoveCollectionDto, body));

describe('the body of a move', () => {
  it.each([
    ['a parent', { parent: 'c1' }, { parentId: 'c1', neighbour: undefined }],
    ['the root', { parent: null }, { parentId: null, neighbour: undefined }],
    ['the end', { position: {} }, { parentId: undefined, neighbour: undefined }],
    ['before a space', { position: { before: { type: 'space', space: 's1' } } }, { parentId: undefined, neighbour: { side: 'before', kind: 'space', id: 's1' } }],
    ['after a space', { position: { after: { type: 'space', space: 's1' } } }, { parentId: undefined, neighbour: { side: 'after', kind: 'space', id: 's1' } }],
    [
      'before a collection in another parent',
      { parent: 'c1', position: { before: { type: 'collection', collection: 'c2' } } },
      { parentId: 'c1', neighbour: { side: 'before', kind: 'collection', id: 'c2' } },
    ],
    [
      'after a collection at the root',
      { parent: null, position: { after: { type: 'collection', collection: 'c2' } } },
      { parentId: null, neighbour: { side: 'after', kind: 'collection', id: 'c2' } },
    ],
  ])('names %s', (_, body, expected) => {
    expect(move(body)).toEqual(expected);
  });

  const space = { type: 'space', space: 's1' };
  it.each([
    ['nothing at all', {}, 'parent'],
    ['both sides', { position: { before: space, after: space } }, 'position: must have before or after, not both'],
    ['a number as parent', { parent: 1 }, 'parent: must be text'],
    ['an empty parent', { parent: '' }, 'parent: must be 1 to 64'],
    ['null as position', { position: null }, 'position: must not be null'],
    ['a text as position', { position: 'end' }, 'position: must be an object'],
    ['a list as position', { position: [space] }, 'position: must be an object'],
    ['an unknown side', { position: { beside: space } }, 'position.beside: is unknown'],
    ['null as neighbour', { position: { before: null } }, 'position.before: must not be null'],
    ['a text as neighbour', { position: { after: 's1' } }, 'position.after: must be an object'],
    ['a neighbour without type', { position: { before: { space: 's1' } } }, 'position.before.type: is required'],
    ['a neighbour of an unknown type', { position: { before: { type: 'page', page: 'p1' } } }, 'position.before.type: must be one of space, collection'],
    ['a neighbour without id', { position: { before: { type: 'space' } } }, 'position.before.space: is required'],
    ['the id of the other branch', { position: { before: { type: 'space', collection: 'c1' } } }, 'position.before.collection: is unknown'],
    ['a mix of the branches', { position: { after: { ...space, collection: 'c1' } } }, 'position.after.collection: is unknown'],
    ['null as id', { position: { after: { type: 'collection', collection: null } } }, 'position.after.collection: must not be null'],
    ['a type that is an inherited name', { position: { after: { type: 'toString' } } }, 'position.after.type: must be one of'],
  ])('is refused with %s', (_, body, message) => {
    expect(() => move(body)).toThrow(BadInputError);
    expect(() => move(body)).toThrow(message);
  });
});
