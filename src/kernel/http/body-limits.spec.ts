import { describe, expect, it } from '@jest/globals';
import { bodyLimits } from './body-limits.js';

const limitOf = bodyLimits([
  { method: 'GET', path: '/v1/things/:name' },
  { method: 'POST', path: '/v1/things/:name', bodyLimit: 500 },
  { method: 'PUT', path: '/v1/a.b/:name/parts', bodyLimit: 7 },
]);

describe('bodyLimits', () => {
  it('are those of the operations, for the method and the path', () => {
    expect(limitOf({ method: 'POST', path: '/v1/things/any%20name' })).toBe(500);
    expect(limitOf({ method: 'POST', path: '/V1/Things/x/' })).toBe(500);
    expect(limitOf({ method: 'PUT', path: '/v1/a.b/x/parts' })).toBe(7);
  });

  it.each([
    ['PUT', '/v1/things/x'],
    ['POST', '/v1/things/x/y'],
    ['POST', '/v1/things/'],
    ['POST', '/base/v1/things/x'],
    ['PUT', '/v1/aXb/x/parts'],
  ])('say nothing of %s %s', (method, path) => {
    expect(limitOf({ method, path })).toBeUndefined();
  });
});
