import { describe, expect, it } from '@jest/globals';
import { assertionFault, type Expected, type XmlElement } from './assertion-check.js';

const expected: Expected = { issuer: 'idp', audience: 'sp', recipient: 'https://sp/acs', requestId: '_1', now: new Date('2026-06-01T12:00:00Z') };

const DATA = { Recipient: 'https://sp/acs', InResponseTo: '_1', NotOnOrAfter: '2026-06-01T12:05:00Z' };

function confirmation(data: Record<string, string> = DATA, method = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'): XmlElement {
  return { $: { Method: method }, SubjectConfirmationData: [{ $: data }] };
}

function assertion({ confirmations = [confirmation()], times = {}, audiences = ['sp'], ...rest }: { confirmations?: XmlElement[]; times?: Record<string, string>; audiences?: string[] } & Record<string, unknown> = {}): XmlElement {
  return {
    Issuer: ['idp'],
    Conditions: [{ $: times, AudienceRestriction: [{ Audience: audiences }] }],
    Subject: [{ SubjectConfirmation: confirmations }],
    ...rest,
  };
}

describe('assertionFault', () => {
  it('finds nothing in one that says all it has to', () => {
    expect(assertionFault(assertion(), expected)).toBeUndefined();
    expect(assertionFault(assertion({ Issuer: [{ _: 'idp', $: { Format: 'entity' } }] }), expected)).toBeUndefined();
    expect(assertionFault(assertion(), { ...expected, issuer: ' idp\n' })).toBeUndefined();
    expect(assertionFault(assertion({ audiences: ['others', 'sp'] }), expected)).toBeUndefined();
    expect(assertionFault(assertion({ confirmations: [confirmation({ ...DATA, Recipient: 'elsewhere' }), confirmation()] }), expected)).toBeUndefined();
  });

  it.each<[string, XmlElement, string]>([
    ['no issuer', assertion({ Issuer: [] }), 'another issuer'],
    ['another issuer', assertion({ Issuer: ['idp2'] }), 'another issuer'],
    ['two issuers', assertion({ Issuer: ['idp', 'idp'] }), 'another issuer'],
    ['no conditions', assertion({ Conditions: undefined }), 'set of conditions'],
    ['two sets of conditions', assertion({ Conditions: [{}, {}] }), 'set of conditions'],
    ['no restriction of its audience', assertion({ Conditions: [{}] }), 'another audience'],
    ['another audience', assertion({ audiences: ['sp2'] }), 'another audience'],
    ['two restrictions, one of them not met', assertion({ Conditions: [{ AudienceRestriction: [{ Audience: ['sp'] }, { Audience: ['x'] }] }] }), 'another audience'],
    ['no subject', assertion({ Subject: [] }), 'one subject'],
    ['two subjects', assertion({ Subject: [{}, {}] }), 'one subject'],
    ['no confirmation', assertion({ confirmations: [] }), 'no bearer'],
    ['another way of confirmation', assertion({ confirmations: [confirmation(DATA, 'urn:oasis:names:tc:SAML:2.0:cm:holder-of-key')] }), 'no bearer'],
    ['no data of confirmation', assertion({ confirmations: [{ $: { Method: 'urn:oasis:names:tc:SAML:2.0:cm:bearer' } }] }), 'no bearer'],
    ['another recipient', assertion({ confirmations: [confirmation({ ...DATA, Recipient: 'https://sp/acs/' })] }), 'elsewhere'],
    ['another request', assertion({ confirmations: [confirmation({ ...DATA, InResponseTo: '_2' })] }), 'another request'],
    ['no end', assertion({ confirmations: [confirmation({ Recipient: DATA.Recipient, InResponseTo: '_1' })] }), 'how long'],
    ['a time that is none', assertion({ times: { NotBefore: 'yesterday' } }), 'time that is none'],
    ['a day that is none', assertion({ times: { NotOnOrAfter: '2026-13-01T00:00:00Z' } }), 'time that is none'],
  ])('finds %s', (_, element, fault) => {
    expect(assertionFault(element, expected)).toContain(fault);
  });

  it('allows for a minute between the clocks, to the millisecond', () => {
    const fault = (times: Record<string, string>): string | undefined => assertionFault(assertion({ times }), expected);
    expect(fault({ NotBefore: '2026-06-01T12:01:00Z' })).toBeUndefined();
    expect(fault({ NotBefore: '2026-06-01T12:01:00.001Z' })).toContain('not valid yet');
    expect(fault({ NotOnOrAfter: '2026-06-01T11:59:00.001Z' })).toBeUndefined();
    expect(fault({ NotOnOrAfter: '2026-06-01T13:59:00+02:00' })).toContain('expired');
    expect(assertionFault(assertion({ confirmations: [confirmation({ ...DATA, NotOnOrAfter: '2026-06-01T11:59:00Z' })] }), expected)).toContain('expired');
  });
});
