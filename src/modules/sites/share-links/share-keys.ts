import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../kernel/auth/actor.js';
import { generateToken } from '../../../kernel/auth/generated-token.js';
import { SHARE_KEY_PREFIX } from '../../../kernel/auth/token-prefix.js';
import { Database, type Statement } from '../../../kernel/database/database.js';
import type { ReadSite } from '../read-site.js';
import { ShareKeyGuesses } from './share-key-guesses.js';

const ADMITS: Statement = { name: 'share_links_admit', text: 'SELECT 1 FROM site_share_links WHERE site_id = $1 AND key = $2 AND active' };

/** What a key looks like; nothing else is looked up. */
const KEY = /^[\w-]{22,64}$/;

/** Which keys admit to a site. Never remembered: a key that is revoked or deleted is refused at once on every node. */
@Injectable()
export class ShareKeys {
  constructor(
    private readonly db: Database,
    private readonly guesses: ShareKeyGuesses,
  ) {}

  /**
   * The key itself where it is an active one of this very site, and the site is read by such keys; else undefined.
   * @throws TooManyRequestsError when too many keys were wrong
   */
  async admitted(actor: Actor, { id, visibility }: Pick<ReadSite, 'id' | 'visibility'>, key: string | undefined): Promise<string | undefined> {
    if (visibility !== 'share-link' || key === undefined) return undefined;
    const isRight = KEY.test(key) && (await this.db.query(ADMITS, [id, key])).length > 0;
    this.guesses.weigh(actor, id, key, isRight);
    return isRight ? key : undefined;
  }
}

export function newShareKey(): string {
  return generateToken(SHARE_KEY_PREFIX);
}
