import { isObject } from '../../../kernel/validation/objects.js';

/** An element as the SAML library reads it: attributes under `$`, text under `_`, children in lists by their names. */
export type XmlElement = Readonly<Record<string, unknown>>;

export interface Expected {
  /** By what the identity provider calls itself. */
  issuer: string;
  audience: string;
  /** Where the assertion is to be handed in. */
  recipient: string;
  /** Id of the request that it answers. */
  requestId: string;
  now: Date;
}

/** How far the identity provider's clock may be off, in milliseconds. */
const SKEW = 60_000;
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

/**
 * What is wrong with an assertion whose signature holds; undefined when it says all of what a sign-in
 * needs: by whom, for whom, to be handed in where, until when, and in answer to which request.
 */
export function assertionFault(assertion: XmlElement, expected: Expected): string | undefined {
  const issuers = children(assertion, 'Issuer');
  if (issuers.length !== 1 || textOf(issuers[0]) !== expected.issuer.trim()) return 'comes from another issuer';
  const conditions = children(assertion, 'Conditions');
  const [condition] = conditions;
  if (condition === undefined || conditions.length > 1) return 'has not exactly one set of conditions';
  return timeFault(condition, expected.now) ?? audienceFault(condition, expected.audience) ?? confirmationFault(assertion, expected);
}

function audienceFault(condition: XmlElement, audience: string): string | undefined {
  const restrictions = children(condition, 'AudienceRestriction');
  const meant = restrictions.every((restriction) => children(restriction, 'Audience').some((candidate) => textOf(candidate) === audience));
  return restrictions.length > 0 && meant ? undefined : 'is meant for another audience';
}

function confirmationFault(assertion: XmlElement, expected: Expected): string | undefined {
  const [subject, ...others] = children(assertion, 'Subject');
  if (subject === undefined || others.length > 0) return 'has not exactly one subject';
  const bearers = children(subject, 'SubjectConfirmation').filter((confirmation) => attribute(confirmation, 'Method') === BEARER);
  const faults = bearers.map((confirmation) => bearerFault(children(confirmation, 'SubjectConfirmationData')[0], expected));
  return faults.length > 0 && faults.includes(undefined) ? undefined : (faults[0] ?? 'confirms no bearer');
}

function bearerFault(data: XmlElement | undefined, { recipient, requestId, now }: Expected): string | undefined {
  if (data === undefined) return 'confirms no bearer';
  if (attribute(data, 'Recipient') !== recipient) return 'is to be handed in elsewhere';
  if (attribute(data, 'InResponseTo') !== requestId) return 'answers another request';
  return attribute(data, 'NotOnOrAfter') === undefined ? 'says not how long it may be handed in' : timeFault(data, now);
}

function timeFault(element: XmlElement, now: Date): string | undefined {
  const from = time(attribute(element, 'NotBefore'), Number.NEGATIVE_INFINITY);
  const until = time(attribute(element, 'NotOnOrAfter'), Number.POSITIVE_INFINITY);
  if (Number.isNaN(from) || Number.isNaN(until)) return 'has a time that is none';
  if (now.getTime() + SKEW < from) return 'is not valid yet';
  return now.getTime() - SKEW >= until ? 'has expired' : undefined;
}

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;

function time(text: string | undefined, absent: number): number {
  if (text === undefined) return absent;
  return TIME.test(text) ? Date.parse(text) : Number.NaN;
}

export function children(element: XmlElement, name: string): XmlElement[] {
  const found: unknown = Object.hasOwn(element, name) ? element[name] : undefined;
  return Array.isArray(found) ? found.map((child: unknown) => (isObject(child) ? child : { _: child })) : [];
}

/** Undefined also for text with elements in it: what is before and behind them would run together. */
export function textOf(element: XmlElement | undefined): string | undefined {
  if (element === undefined || Object.keys(element).some((key) => key !== '_' && key !== '$')) return undefined;
  const text = element['_'];
  return typeof text === 'string' ? text.trim() : undefined;
}

export function attribute(element: XmlElement, name: string): string | undefined {
  const attributes = element['$'];
  const value: unknown = isObject(attributes) && Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}
