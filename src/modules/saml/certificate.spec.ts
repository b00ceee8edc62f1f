import { describe, expect, it } from '@jest/globals';
import { generateKeyPairSync } from 'node:crypto';
import { makeSigningKey } from '../../../test/support/certificates.js';
import { certificatePem } from './certificate.js';

const { certificate, base64, key } = makeSigningKey();
const pem = certificate.trimEnd();

describe('certificatePem', () => {
  it('writes every form of a certificate in one way', () => {
    const forms = [certificate, pem, certificate.replaceAll('\n', '\r\n'), `\n  ${certificate}\n\n`, base64, base64.replace(/.{76}/g, '$&\n'), pem.replaceAll('\n', ''), `Bag Attributes\n    friendlyName: idp\nsubject=CN=Test\n${pem}`, `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----`];
    for (const form of forms) expect(certificatePem(form)).toBe(pem);
    expect(Math.max(...pem.split('\n').map((line) => line.length))).toBe(64);
  });

  it.each([
    ['nothing', ''],
    ['blanks', ' \n'],
    ['words', 'certificate'],
    ['a private key', key],
    ['two certificates', certificate + certificate],
    ['a certificate behind its key', key + certificate],
    ['the DER of something else', Buffer.from('not a certificate').toString('base64')],
    ['more behind the certificate', Buffer.concat([Buffer.from(base64, 'base64'), Buffer.from([0])]).toString('base64')],
    ['less than a certificate', Buffer.from(base64, 'base64').subarray(0, -1).toString('base64')],
    ['the certificate of an elliptic curve', makeSigningKey('Test', generateKeyPairSync('ec', { namedCurve: 'P-256' })).base64],
    ['another frame', pem.replaceAll('CERTIFICATE', 'TRUSTED CERTIFICATE')],
    ['a frame without an end', pem.replace(/-----END.*/, '')],
    ['base64 for addresses', base64.replaceAll('+', '-').replaceAll('/', '_')],
  ])('refuses %s', (_, text) => {
    expect(certificatePem(text)).toBeUndefined();
  });
});
