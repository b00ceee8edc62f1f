import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../kernel/auth/actor.js';
import { Clock } from '../../../kernel/clock/clock.js';
import { Database } from '../../../kernel/database/database.js';
import { ConflictError } from '../../../kernel/errors/errors.js';
import { TokensService } from '../../identity/tokens.service.js';
import type { InstallationTokenDto } from '../dto/installation-token.dto.js';
import { InstallationAccess } from '../installations/installation.access.js';

/** How long a token of an installation works, in milliseconds. */
const LIFETIME = 3_600_000;

/** Makes the tokens with which integrations work where they are installed. */
@Injectable()
export class InstallationTokensService {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly access: InstallationAccess,
    private readonly tokens: TokensService,
  ) {}

  /** Deletes those of the installation that have expired. @throws ConflictError when the user whom it would act for is gone */
  async create(actor: Actor, integrationName: string, installationId: string): Promise<InstallationTokenDto> {
    const { installation } = await this.access.load(actor, integrationName, installationId, 'issueTokens');
    const { id, organizationId, installedBy: userId } = installation;
    if (userId === null) throw new ConflictError('Who installed the integration is no longer there: install it anew.');
    const now = this.clock.now();
    const expiresAt = new Date(now.getTime() + LIFETIME);
    return this.db.transaction(async () => {
      await this.db.query('DELETE FROM api_tokens WHERE installation_id = $1 AND expires_at <= $2', [id, now]);
      const { token } = await this.tokens.issue({ userId, label: `Installation of ${integrationName}`, expiresAt, organizationId, installationId: id });
      return { token, expiresAt: expiresAt.toISOString() };
    });
  }
}
