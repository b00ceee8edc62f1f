import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { noteAct } from '../../../kernel/audit/act.js';
import { Clock } from '../../../kernel/clock/clock.js';
import { Config } from '../../../kernel/config/config.js';
import { Database } from '../../../kernel/database/database.js';
import { BadInputError } from '../../../kernel/errors/errors.js';
import { randomDigits } from '../../../kernel/ids/id.js';
import { TokensService } from '../../identity/tokens.service.js';
import type { SsoTokenDto } from '../dto/sso-token.dto.js';

/** How long a code can be exchanged, in milliseconds. */
export const CODE_TIME = 300_000;
const CODE_LENGTH = 32;
const CLEARED = 100;

interface Exchanged {
  provider_id: string;
  user_id: string;
  organization_id: string;
  label: string;
}

/** Codes that stand for a finished sign-in: each is exchanged once for an access token. */
@Injectable()
export class SignInCodes {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly tokens: TokensService,
  ) {}

  /** A new code; it is told here and never again. */
  async issue(providerId: string, userId: string): Promise<string> {
    const now = this.clock.now();
    const code = randomDigits(CODE_LENGTH);
    await this.db.query('DELETE FROM saml_codes WHERE hash IN (SELECT hash FROM saml_codes WHERE expires_at <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED)', [now, CLEARED]);
    await this.db.query('INSERT INTO saml_codes (hash, provider_id, user_id, expires_at) VALUES ($1, $2, $3, $4)', [hash(code), providerId, userId, new Date(now.getTime() + CODE_TIME)]);
    return code;
  }

  /** @throws BadInputError for a code that is unknown, used or expired, also when the membership has ended since */
  async exchange(code: string): Promise<SsoTokenDto> {
    return this.db.transaction(async () => {
      const now = this.clock.now();
      const [exchanged] = await this.db.query<Exchanged>(EXCHANGE, [hash(code), now]);
      if (exchanged === undefined) throw BadInputError.ofField('code', 'is unknown, was exchanged before, or has expired; sign in again');
      noteAct({ operation: 'signIn', userId: exchanged.user_id, organizationId: exchanged.organization_id, targets: { samlProviderId: exchanged.provider_id } });
      const expiresAt = new Date(now.getTime() + this.config.ssoTokenMilliseconds);
      const { token } = await this.tokens.issue({
        userId: exchanged.user_id,
        label: `Single sign-on: ${exchanged.label}`,
        expiresAt,
        organizationId: exchanged.organization_id,
        voucher: exchanged.provider_id,
      });
      return { token, expiresAt: expiresAt.toISOString(), organization: exchanged.organization_id, user: exchanged.user_id };
    });
  }
}

/** The provider is locked: while it is deleted no token of it is made. */
const EXCHANGE = `
  WITH used AS (DELETE FROM saml_codes WHERE hash = $1 AND expires_at > $2 RETURNING provider_id, user_id)
  SELECT used.provider_id, used.user_id, provider.organization_id, provider.label
  FROM used
  JOIN saml_providers provider ON provider.id = used.provider_id
  JOIN members member ON member.organization_id = provider.organization_id AND member.user_id = used.user_id AND NOT member.disabled
  FOR KEY SHARE OF provider`;

function hash(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}
