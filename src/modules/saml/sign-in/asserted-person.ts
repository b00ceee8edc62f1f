import { unstorable } from '../../../kernel/validation/text.js';
import { attribute, children, textOf, type XmlElement } from './assertion-check.js';

/** Who an assertion speaks of. */
export interface AssertedPerson {
  email: string;
  displayName: string;
}

/** By their names in the wild, most telling first. */
const EMAIL = [
  'email',
  'mail',
  'emailaddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'urn:oid:1.2.840.113549.1.9.1',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'http://schemas.xmlsoap.org/claims/emailaddress',
  'user.email',
] as const;
const DISPLAY_NAME = [
  'displayname',
  'name',
  'cn',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'urn:oid:2.5.4.3',
  'http://schemas.microsoft.com/identity/claims/displayname',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name',
  'http://schemas.xmlsoap.org/claims/commonname',
] as const;
const GIVEN_NAME = ['givenname', 'firstname', 'user.firstname', 'urn:oid:2.5.4.42', 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname'] as const;
const SURNAME = ['surname', 'lastname', 'user.lastname', 'sn', 'urn:oid:2.5.4.4', 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname'] as const;

const LONGEST_NAME = 100;
const LONGEST_ADDRESS = 320;
const ADDRESS = /^[^\s@\p{Cc}\p{Cs}<>]+@[^\s@\p{Cc}\p{Cs}<>]+$/u;

/**
 * The person with the one e-mail address that the assertion tells: by an attribute, else as the name of
 * its subject. Undefined when there is none, or when it is left open which of several.
 */
export function assertedPerson(assertion: XmlElement): AssertedPerson | undefined {
  const values = attributeValues(assertion);
  const [subject] = children(assertion, 'Subject');
  const nameIds = (subject === undefined ? [] : children(subject, 'NameID')).flatMap((element) => textOf(element) ?? []);
  const [email, ...others] = named(values, EMAIL) ?? nameIds;
  // Some providers send one attribute under two formats, each with the same address.
  if (email === undefined || others.some((other) => other.toLowerCase() !== email.toLowerCase()) || !ADDRESS.test(email) || [...email].length > LONGEST_ADDRESS) return undefined;
  return { email, displayName: displayName(values) ?? email.slice(0, email.indexOf('@')) };
}

function displayName(values: ReadonlyMap<string, readonly string[]>): string | undefined {
  const parts = [named(values, GIVEN_NAME)?.[0], named(values, SURNAME)?.[0]].filter((part) => part !== undefined);
  // Some providers send the address for the name.
  const whole = named(values, DISPLAY_NAME)?.find((name) => !ADDRESS.test(name));
  const name = shown(whole ?? parts.join(' '));
  return name === '' ? undefined : name;
}

function shown(name: string): string {
  if (unstorable(name.replaceAll('\0', ' ')) !== undefined) return '';
  return [...name.replace(/[\p{Cc}\s]+/gu, ' ').trim()].slice(0, LONGEST_NAME).join('');
}

function named(values: ReadonlyMap<string, readonly string[]>, names: readonly string[]): readonly string[] | undefined {
  return names.map((name) => values.get(name)).find((found) => found !== undefined);
}

/** Texts that are not empty, by the attribute's name in lower case; an attribute that comes twice has the values of both. */
function attributeValues(assertion: XmlElement): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (const element of children(assertion, 'AttributeStatement').flatMap((statement) => children(statement, 'Attribute'))) {
    const name = attribute(element, 'Name')?.toLowerCase();
    const texts = children(element, 'AttributeValue').flatMap((value) => textOf(value) ?? []).filter((text) => text !== '');
    if (name !== undefined && texts.length > 0) values.set(name, [...(values.get(name) ?? []), ...texts]);
  }
  return values;
}
