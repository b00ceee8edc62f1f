import { describe, expect, it } from '@jest/globals';
import { parseUsers } from './embedded-postgres-home.js';

describe('parseUsers', () => {
  it('reads names and ids, and passes over what is no user', () => {
    const text = '# comment\nroot:x:0:0::/root:/bin/sh\n\nbroken:x:one:2\nnobody:*:-2:-2::/:/usr/bin/false\n';
    expect(parseUsers(text)).toEqual([
      { name: 'root', uid: 0, gid: 0 },
      { name: 'nobody', uid: 4294967294, gid: 4294967294 },
    ]);
  });
});
