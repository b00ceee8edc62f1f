import { describe, expect, it } from '@jest/globals';
import { ConfigError } from '../config/config.js';
import { LaterDatabaseError } from '../database/later-database-error.js';
import { ListenError } from '../http/listen-error.js';
import { startFault } from './start-fault.js';

describe('startFault', () => {
  it.each([
    ['ECONNREFUSED', '', /can't be reached: ECONNREFUSED\. Check DATABASE_URL/],
    ['ENOTFOUND', 'getaddrinfo ENOTFOUND db', /can't be reached: getaddrinfo/],
    ['3D000', 'database "docs" does not exist', /refuses the service: database "docs"/],
    [undefined, 'The server does not support SSL connections', /can't be reached: The server does not support SSL connections\. Check DATABASE_URL/],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate', /can't be reached: self-signed/],
    ['53100', 'could not extend file', /^The database takes no writes: could not extend file\. Make room/],
    ['25006', 'cannot execute CREATE TABLE in a read-only transaction', /^The database takes no writes/],
    ['28P01', 'password authentication failed for user "docs"', /refuses the service/],
  ])('tells people about %s', (code, message, told) => {
    expect(startFault(Object.assign(new Error(message), { code }))).toMatch(told);
  });

  it('tells bad settings as they are, and leaves faults of the program alone', () => {
    expect(startFault(new ConfigError(['PORT must be a number.']))).toContain('PORT must be');
    expect(startFault(new ListenError('getaddrinfo ENOTFOUND docs'))).toBe("The service can't listen: getaddrinfo ENOTFOUND docs. Choose another PORT or HOST.");
    expect(startFault(new LaterDatabaseError('Later1'))).toMatch(/later version.*Later1/);
    expect(startFault(new TypeError('x is not a function'))).toBeUndefined();
    expect(startFault(Object.assign(new Error('syntax error'), { code: '42601' }))).toBeUndefined();
    expect(startFault('text')).toBeUndefined();
  });
});
