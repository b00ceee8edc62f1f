import { describe, expect, it } from '@jest/globals';
import { describePathParameters, pathParameterDescription } from './path-parameters.js';

describe('pathParameterDescription', () => {
  it.each([
    ['spaceId', 'Id of the space'],
    ['changeRequestId', 'Id of the change request'],
    ['specSlug', 'Slug of the spec'],
    ['name', 'Name'],
  ])('%s', (name, description) => {
    expect(pathParameterDescription(name)).toBe(description);
  });
});

describe('describePathParameters', () => {
  it('leaves alone what is described, and what is not in the path', () => {
    const parameters: { in: 'path' | 'query'; name: string; description?: string }[] = [
      { in: 'path', name: 'spaceId' },
      { in: 'path', name: 'changeRequestId', description: 'Number or id' },
      { in: 'query', name: 'limit' },
    ];
    describePathParameters({ openapi: '3.0.0', info: { title: '', version: '' }, paths: { '/x': { get: { parameters, responses: {} } } } });
    expect(parameters).toEqual([
      { in: 'path', name: 'spaceId', description: 'Id of the space' },
      { in: 'path', name: 'changeRequestId', description: 'Number or id' },
      { in: 'query', name: 'limit' },
    ]);
  });
});
