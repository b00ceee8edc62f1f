import { Injectable } from '@nestjs/common';
import { generateToken } from '../../../kernel/auth/generated-token.js';
import { SHARE_KEY_PREFIX } from '../../../kernel/auth/token-prefix.js';
import { Database, type Statement } from '../../../kernel/database/database.js';
import type { ReadSite } from '../read-site.js';

const ADMITS: Statement = { name: 'share_links_admit', text: 'SELECT 1 FROM site_share_links WHERE site_id = $1 AND key = $2 AND active' };

/** What a key looks like; nothing else is looked up. */
const KEY = /^[\w-]{22,64}$/;

/** Which keys admit to a site. Never remembered: a key that is revoked or deleted is refused at once on every node. */
@Injectable()
export class ShareKeys {
  constructor(private readonly db: Database) {}

  /** The key itself where it is an active one of this very site, and the site is read by such keys; else undefined. */
  async admitted({ id, visibility }: Pick<ReadSite, 'id' | 'visibility'>, key: string | undefined): Promise<string | undefined> {
    if (visibility !== 'share-link' || key === undefined || !KEY.test(key)) return undefined;
    const found = await this.db.query(ADMITS, [id, key]);
    return found.length > 0 ? key : undefined;
  }
}

export function newShareKey(): string {
  return generateToken(SHARE_KEY_PREFIX);
}
