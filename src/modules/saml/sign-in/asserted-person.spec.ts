import { describe, expect, it } from '@jest/globals';
import { assertedPerson } from './asserted-person.js';
import type { XmlElement } from './assertion-check.js';

function assertion(nameId: unknown, attributes: readonly (readonly [string, ...unknown[]])[] = []): XmlElement {
  return {
    Subject: [{ NameID: [nameId] }],
    AttributeStatement: [{ Attribute: attributes.map(([Name, ...values]) => ({ $: { Name }, AttributeValue: values })) }],
  };
}

describe('assertedPerson', () => {
  it.each<[string, XmlElement, { email: string; displayName: string } | undefined]>([
    ['the name of the subject', assertion({ _: 'ada@example.com', $: {} }), { email: 'ada@example.com', displayName: 'ada' }],
    ['an attribute before that', assertion('x81', [['mail', 'ada@example.com']]), { email: 'ada@example.com', displayName: 'ada' }],
    ['attributes in any case, with their type', assertion('x81', [['Email', { _: ' ada@example.com ', $: {} }], ['displayName', 'Ada  Lovelace\n']]), { email: 'ada@example.com', displayName: 'Ada Lovelace' }],
    ['names by their parts', assertion('ada@example.com', [['givenName', 'Ada'], ['sn', 'Lovelace']]), { email: 'ada@example.com', displayName: 'Ada Lovelace' }],
    ['claims of Entra ID', assertion('x', [['http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress', 'a@b.c'], ['http://schemas.microsoft.com/identity/claims/displayname', 'A']]), { email: 'a@b.c', displayName: 'A' }],
    ['an address given as a name', assertion('x', [['email', 'a@b.c'], ['name', 'a@b.c']]), { email: 'a@b.c', displayName: 'a' }],
    ['a name cut to a hundred characters', assertion('a@b.c', [['displayName', '😀'.repeat(101)]]), { email: 'a@b.c', displayName: '😀'.repeat(100) }],
    ['two addresses', assertion('a@b.c', [['email', 'a@b.c', 'd@e.f']]), undefined],
    ['an attribute that comes twice', assertion('a@b.c', [['email', 'a@b.c'], ['EMAIL', 'd@e.f']]), undefined],
    ['an attribute that comes twice with the same address', assertion('x81', [['email', 'a@b.c'], ['email', { _: 'A@b.c', $: {} }]]), { email: 'a@b.c', displayName: 'a' }],
    ['attributes of OneLogin', assertion('x81', [['User.email', 'a@b.c'], ['User.FirstName', 'Ada'], ['User.LastName', 'Lovelace']]), { email: 'a@b.c', displayName: 'Ada Lovelace' }],
    ['no address', assertion('x81'), undefined],
    ['an empty attribute', assertion('a@b.c', [['email', '']]), { email: 'a@b.c', displayName: 'a' }],
    ['an address with elements in it', assertion('x', [['email', { _: 'a@b.c', b: [''] }]]), undefined],
    ['an attribute named as what every object has', assertion('a@b.c', [['__proto__', 'x@y.z'], ['constructor', 'x@y.z']]), { email: 'a@b.c', displayName: 'a' }],
    ['half a character', assertion('a\ud800@b.c'), undefined],
    ['nothing', {}, undefined],
  ])('reads %s', (_, element, person) => {
    expect(assertedPerson(element)).toEqual(person);
  });
});
