import { describe, expect, it } from '@jest/globals';
import { membershipsFaults, MOST_USERS } from './memberships-map.js';

const faults = (json: string): { field: string; message: string }[] => membershipsFaults(JSON.parse(json), 'memberships');

describe('membershipsFaults', () => {
  it('takes any users with a role each', () => {
    expect(faults('{}')).toEqual([]);
    expect(faults('{"u1": {"role": "owner"}, "a@example.com": {"role": "member"}, "__proto__": {"role": "owner"}, "constructor": {"role": "owner"}}')).toEqual([]);
  });

  it.each([
    ['[]', 'memberships', 'must be an object, is an array'],
    ['"x"', 'memberships', 'must be an object, is text'],
    ['{"u1": "owner"}', 'memberships.u1', 'must be an object, is text'],
    ['{"u1": null}', 'memberships.u1', 'must be an object, is null'],
    ['{"u1": []}', 'memberships.u1', 'must be an object, is an array'],
    ['{"u1": {}}', 'memberships.u1.role', 'is required'],
    ['{"u1": {"__proto__": {"role": "owner"}}}', 'memberships.u1.__proto__', 'is unknown; allowed are role'],
    ['{"__proto__": {"role": "admin"}}', 'memberships.__proto__.role', 'must be one of owner, member'],
    ['{"u1": {"role": null}}', 'memberships.u1.role', 'must be one of owner, member'],
    ['{"u1": {"role": "owner", "since": 1}}', 'memberships.u1.since', 'is unknown; allowed are role'],
  ])('refuses %s', (json, field, message) => {
    expect(faults(json)).toEqual([{ field, message }]);
  });

  it('tells every fault, and refuses more users than it takes', () => {
    expect(faults('{"u1": {}, "u2": {"role": "x"}}')).toHaveLength(2);
    const many = Object.fromEntries(Array.from({ length: MOST_USERS + 1 }, (_, index) => [`u${String(index)}`, { role: 'member' }]));
    expect(membershipsFaults(many, 'memberships')).toEqual([{ field: 'memberships', message: 'must have at most 1000 users, has 1001' }]);
  });
});
