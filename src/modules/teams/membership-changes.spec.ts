import { describe, expect, it } from '@jest/globals';
import { faultsOfChanges, membershipChanges, namesIn } from './membership-changes.js';

const USERS = new Map([
  ['ada', 'ada'],
  ['ada@example.com', 'ada'],
  ['ben', 'ben'],
  ['eve', 'eve'],
]);
const idOf = (name: string): string | undefined => USERS.get(name);

describe('membershipChanges', () => {
  it('folds what names one user twice', () => {
    expect(membershipChanges({ add: ['ada', 'ada@example.com', 'ben', 'ben'] }, idOf)).toEqual({ removed: [], added: ['ada', 'ben'], roles: new Map() });
  });

  it('removes who is in both lists, however named, also when given a role', () => {
    const changes = { add: ['ada', 'ben'], remove: ['ada@example.com'], memberships: { ada: { role: 'owner' }, eve: { role: 'owner' } } } as const;
    expect(membershipChanges(changes, idOf)).toEqual({ removed: ['ada'], added: ['ben'], roles: new Map([['eve', 'owner']]) });
  });

  it('lets a role win over plain adding', () => {
    const changes = { add: ['ada'], memberships: { 'ada@example.com': { role: 'owner' } } } as const;
    expect(membershipChanges(changes, idOf)).toEqual({ removed: [], added: [], roles: new Map([['ada', 'owner']]) });
  });

  it('of nothing are none', () => {
    expect(namesIn({})).toEqual([]);
    expect(membershipChanges({}, idOf)).toEqual({ removed: [], added: [], roles: new Map() });
  });
});

describe('faultsOfChanges', () => {
  it('names everybody who is unknown, with the place', () => {
    const memberships = JSON.parse('{"__proto__": {"role": "owner"}, "ada": {"role": "member"}}');
    expect(faultsOfChanges({ add: ['ada', 'x'], remove: ['y@example.com'], memberships }, idOf)).toEqual([
      { field: 'add.1', message: 'x is no member of the organization' },
      { field: 'remove.0', message: 'y@example.com is no member of the organization' },
      { field: 'memberships.__proto__', message: '__proto__ is no member of the organization' },
    ]);
  });

  it('finds two roles for one user, and takes one role twice', () => {
    const twice = { ada: { role: 'owner' }, 'ada@example.com': { role: 'owner' } } as const;
    expect(faultsOfChanges({ memberships: twice }, idOf)).toEqual([]);
    const two = { ada: { role: 'owner' }, 'ada@example.com': { role: 'member' } } as const;
    expect(faultsOfChanges({ memberships: two }, idOf)).toEqual([{ field: 'memberships.ada@example.com', message: 'names a user who gets another role here as well' }]);
  });
});
