import { describe, expect, it } from '@jest/globals';
import { callerOf } from './rate-limits.js';

describe('callerOf', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['nonsense', 'nonsense'],
    [undefined, 'unknown'],
  ])('tells %s as %s', (ip, caller) => {
    expect(callerOf({ ip })).toBe(caller);
  });

  it('takes all addresses of one IPv6 network for one caller, and of two for two', () => {
    expect(callerOf({ ip: '2001:db8:1:2:3::4' })).toBe(callerOf({ ip: '2001:db8:1:2:ffff:1:2:3' }));
    expect(callerOf({ ip: '2001:db8:1:2::1' })).not.toBe(callerOf({ ip: '2001:db8:1:3::1' }));
  });
});
