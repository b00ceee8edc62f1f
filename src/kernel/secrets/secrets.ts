import { randomBytes } from 'node:crypto';
import type { Config } from '../config/config.js';
import type { Database } from '../database/database.js';

/** Secrets of the service itself: given by configuration, or made once and shared by all nodes through the database. */
export class Secrets {
  private constructor(
    /** Signs links and list cursors. */
    readonly signing: string,
    /** Signs the claims that tell other services who visits. */
    readonly visitorClaims: string,
  ) {}

  static async read(config: Config, db: Database): Promise<Secrets> {
    return new Secrets(config.signingSecret ?? (await kept(db, 'signing')), config.visitorClaimsSecret ?? (await kept(db, 'visitor-claims')));
  }
}

/** The stored secret of this name; the first node to ask makes it. */
async function kept(db: Database, name: string): Promise<string> {
  await db.query('INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING', [name, randomBytes(32).toString('base64url')]);
  const [row] = await db.query<{ value: string }>('SELECT value FROM secrets WHERE name = $1', [name]);
  if (row === undefined) throw new Error(`The secret ${name} could not be kept.`);
  return row.value;
}
