import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { checkedLookup, ForbiddenAddressError } from './guarded-connector.js';

const PUBLIC: LookupAddress[] = [
  { address: '2606:4700:4700::1111', family: 6 },
  { address: '1.1.1.1', family: 4 },
];

/** What a look-up answers, checked, and how often the resolver was asked for it. */
function look(resolved: LookupAddress[], all: boolean): Promise<{ answer: unknown; asked: number }> {
  let asked = 0;
  const resolver: LookupFunction = (_hostname, _options, callback) => {
    asked += 1;
    callback(null, resolved);
  };
  return new Promise((resolve, reject) => {
    checkedLookup(resolver)('name.example', { all, family: 4 }, (error, address, family) => {
      if (error) reject(error);
      else resolve({ answer: all ? address : { address, family }, asked });
    });
  });
}

describe('checkedLookup', () => {
  it('hands on the very addresses that it checked', async () => {
    expect(await look(PUBLIC, true)).toEqual({ answer: PUBLIC, asked: 1 });
    expect(await look(PUBLIC, false)).toEqual({ answer: PUBLIC[0], asked: 1 });
  });

  it.each(['10.0.0.1', '127.0.0.1', '169.254.169.254', '::1', 'fd00:ec2::254', '::ffff:10.0.0.1'])(
    'fails when %s is among them, wherever it stands',
    async (address) => {
      const forbidden = { address, family: address.includes(':') ? 6 : 4 };
      for (const all of [true, false]) {
        await expect(look([forbidden], all)).rejects.toThrow(ForbiddenAddressError);
        await expect(look([...PUBLIC, forbidden], all)).rejects.toThrow(ForbiddenAddressError);
        await expect(look([forbidden, ...PUBLIC], all)).rejects.toThrow(ForbiddenAddressError);
      }
    },
  );

  it('fails when there is none, and when the resolver fails', async () => {
    await expect(look([], true)).rejects.toMatchObject({ code: 'ENOTFOUND' });
    const failing: LookupFunction = (_hostname, _options, callback) => callback(new Error('no resolver'), []);
    const message = await new Promise((resolve) => checkedLookup(failing)('name.example', {}, (error) => resolve(error?.message)));
    expect(message).toBe('no resolver');
  });

  it('asks for both families, so that none goes unchecked', () => {
    const asked: unknown[] = [];
    checkedLookup((_hostname, options) => asked.push(options))('name.example', { family: 4 }, () => undefined);
    expect(asked).toEqual([{ family: 0, all: true }]);
  });
});
