import { SignJWT } from 'jose';
import type { ReadSite } from '../../src/modules/sites/read-site.js';
import type { TestApp } from './test-app.js';

/** The key that the site's visitors are signed in with. */
export async function visitorKey({ make }: TestApp, { id }: Pick<ReadSite, 'id'>): Promise<string> {
  const [row] = await make.db.query<{ visitor_key: string }>('SELECT visitor_key FROM sites WHERE id = $1', [id]);
  return row?.visitor_key ?? '';
}

/** A visitor's token with these claims; it ends in an hour unless another time is given. */
export function visitorToken(key: string, claims: Record<string, unknown> = {}, ends: string | null = '1h', algorithm = 'HS256'): Promise<string> {
  const token = new SignJWT(claims).setProtectedHeader({ alg: algorithm });
  return (ends === null ? token : token.setExpirationTime(ends)).sign(new TextEncoder().encode(key));
}
