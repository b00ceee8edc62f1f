import { Injectable } from '@nestjs/common';
import { IsNull } from '../../kernel/database/typeorm.js';
import { noteAct } from '../../kernel/audit/act.js';
import type { Actor } from '../../kernel/auth/actor.js';
import { isMistyped } from '../../kernel/auth/generated-token.js';
import { TokenPort } from '../../kernel/auth/token-port.js';
import { Clock } from '../../kernel/clock/clock.js';
import { Config } from '../../kernel/config/config.js';
import { Database, type Statement } from '../../kernel/database/database.js';
import { BadInputError, NotFoundError } from '../../kernel/errors/errors.js';
import { newId } from '../../kernel/ids/id.js';
import { type RightsCache, RightsCaches } from '../../kernel/permissions/rights-caches.js';
import { ApiTokenEntity } from './api-token.entity.js';
import { newTokenText, tokenHash } from './token-text.js';

const FIND_TOKEN: Statement = {
  name: 'identity_find_token',
  text: 'SELECT id, user_id, expires_at, organization_id, installation_id FROM api_tokens WHERE hash = $1 AND revoked_at IS NULL',
};

const REVOKE = 'UPDATE api_tokens SET revoked_at = $3 WHERE (id = $1 OR hash = $2) AND revoked_at IS NULL RETURNING id, user_id';

interface TokenRow {
  id: string;
  user_id: string;
  expires_at: Date | null;
  organization_id: string | null;
  installation_id: string | null;
}

interface KnownToken {
  readonly actor: Actor;
  readonly expiresAt: Date | null;
}

export interface NewToken {
  userId: string;
  label: string;
  expiresAt?: Date;
  /** The only organization that it works in. */
  organizationId?: string | null;
  /** Id of what vouches for the user: the token ends with that. */
  voucher?: string | null;
  /** The installation of an integration that it is of: it works for that alone, and ends with it. */
  installationId?: string | null;
  /** The token itself, when it is given from outside. */
  text?: string;
}

/** Access tokens: each carries exactly the rights of its user, in all organizations or in one; those of installations carry less. */
@Injectable()
export class TokensService extends TokenPort {
  private readonly known: RightsCache<KnownToken>;
  /** Of the token that the operator gives: it may look like anything. */
  private readonly given: Buffer | undefined;

  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    config: Config,
    private readonly rights: RightsCaches,
  ) {
    super();
    this.known = rights.create(10_000);
    this.given = config.bootstrapToken === undefined ? undefined : tokenHash(config.bootstrapToken);
  }

  override authenticate(token: string): Actor | undefined | Promise<Actor | undefined> {
    const known = this.known.get(token, () => this.find(token));
    return known instanceof Promise ? known.then((found) => this.actorOf(found)) : this.actorOf(known);
  }

  private actorOf(known: KnownToken | undefined): Actor | undefined {
    if (known === undefined || (known.expiresAt !== null && known.expiresAt <= this.clock.now())) return undefined;
    return known.actor;
  }

  /** Makes a token and tells it: the only time that it can be read. */
  async issue({ userId, label, expiresAt, organizationId = null, voucher = null, installationId = null, text = newTokenText() }: NewToken): Promise<{ id: string; token: string }> {
    const now = this.clock.now();
    if (expiresAt !== undefined && expiresAt <= now) throw BadInputError.ofField('expires', 'must lie in the future');
    const id = newId();
    noteAct({ targets: { userId, tokenId: id } });
    return this.db.transaction(async () => {
      await this.db
        .repo(ApiTokenEntity)
        .insert({ id, userId, label, hash: tokenHash(text), createdAt: now, expiresAt: expiresAt ?? null, revokedAt: null, organizationId, installationId, voucher });
      return { id, token: text };
    });
  }

  /** Ends a token, told by its id or by itself. @throws NotFoundError */
  async revoke(tokenOrId: string): Promise<void> {
    await this.db.transaction(async () => {
      const [revoked] = await this.db.query<{ id: string; user_id: string }>(REVOKE, [tokenOrId, tokenHash(tokenOrId), this.clock.now()]);
      if (revoked === undefined) throw new NotFoundError('There is no such token, or it has been revoked before.');
      noteAct({ targets: { userId: revoked.user_id, tokenId: revoked.id } });
      this.rights.changed();
    });
  }

  /** Ends all tokens that this vouches for. To be called in the transaction that ends it. */
  async revokeOfVoucher(voucher: string): Promise<void> {
    await this.db.repo(ApiTokenEntity).update({ voucher, revokedAt: IsNull() }, { revokedAt: this.clock.now() });
    this.rights.changed();
  }

  private async find(token: string): Promise<KnownToken | undefined> {
    const hash = tokenHash(token);
    // Made-up tokens cost the database nothing.
    if (isMistyped(token) && this.given?.equals(hash) !== true) return undefined;
    const [row] = await this.db.query<TokenRow>(FIND_TOKEN, [hash]);
    if (row === undefined) return undefined;
    const limit = row.organization_id === null ? {} : { onlyOrganizationId: row.organization_id };
    const installation = row.installation_id === null ? {} : { installationId: row.installation_id };
    return { actor: { userId: row.user_id, tokenId: row.id, ...limit, ...installation }, expiresAt: row.expires_at };
  }
}
