import { X509Certificate } from 'node:crypto';

/** Before the one certificate tools write what is in it (RFC 7468, 5.2). */
const PEM = /^(?:(?!-----BEGIN )[^])*-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+?)-----END CERTIFICATE-----\s*$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const LINE = /.{1,64}/g;

/**
 * The one X.509 certificate in a text, PEM or the bare base64 of its DER, as PEM with lines of 64, LF and
 * no line end behind it. Undefined when the text is anything else, or its key is of another kind than RSA.
 */
export function certificatePem(text: string): string | undefined {
  const base64 = (PEM.exec(text)?.[1] ?? text).replace(/\s+/g, '');
  if (base64 === '' || !BASE64.test(base64)) return undefined;
  const der = Buffer.from(base64, 'base64');
  return isRsaCertificate(der) ? ['-----BEGIN CERTIFICATE-----', ...(der.toString('base64').match(LINE) ?? []), '-----END CERTIFICATE-----'].join('\n') : undefined;
}

function isRsaCertificate(der: Buffer): boolean {
  try {
    // What follows a certificate is skipped in reading; here it is a fault. Signatures in XML are checked with RSA alone.
    const { raw, publicKey } = new X509Certificate(der);
    return raw.equals(der) && publicKey.asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}
