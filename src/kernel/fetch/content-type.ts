import { MIMEType } from 'node:util';

/** Media type and `charset` parameter of a `Content-Type` header, lower-case; '' for what is missing or malformed. */
export function parseContentType(header: string): { contentType: string; charset?: string } {
  let parsed: MIMEType;
  try {
    parsed = new MIMEType(header);
  } catch {
    return { contentType: '' };
  }
  const charset = parsed.params.get('charset')?.trim().toLowerCase();
  return { contentType: parsed.essence, ...(charset && { charset }) };
}
