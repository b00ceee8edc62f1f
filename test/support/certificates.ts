import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

export interface SigningKey {
  /** PEM. */
  key: string;
  /** PEM, as OpenSSL writes it. */
  certificate: string;
  /** Bare base64 of the DER, without line ends. */
  base64: string;
}

/** A key, a new one of RSA unless given, with a certificate that it signs itself. */
export function makeSigningKey(name = 'Test identity provider', { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })): SigningKey {
  const base64 = certificateOf(name, privateKey, publicKey).toString('base64');
  const certificate = `-----BEGIN CERTIFICATE-----\n${(base64.match(/.{1,64}/g) ?? []).join('\n')}\n-----END CERTIFICATE-----\n`;
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), certificate, base64 };
}

const SHA256_WITH_RSA = der(0x30, Buffer.from('06092a864886f70d01010b0500', 'hex'));

/** DER of an X.509 certificate of the first version. */
function certificateOf(name: string, privateKey: KeyObject, publicKey: KeyObject): Buffer {
  const distinguished = der(0x30, der(0x31, der(0x30, Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from(name)))));
  const validity = der(0x30, der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from('490101000000Z')));
  const toBeSigned = der(0x30, der(0x02, Buffer.from([1])), SHA256_WITH_RSA, distinguished, validity, distinguished, publicKey.export({ type: 'spki', format: 'der' }));
  return der(0x30, toBeSigned, SHA256_WITH_RSA, der(0x03, Buffer.from([0]), sign('sha256', toBeSigned, privateKey)));
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  if (body.length < 0x80) return Buffer.concat([Buffer.from([tag, body.length]), body]);
  const length = Buffer.from(body.length.toString(16).padStart(body.length > 0xff ? 4 : 2, '0'), 'hex');
  return Buffer.concat([Buffer.from([tag, 0x80 | length.length]), length, body]);
}
