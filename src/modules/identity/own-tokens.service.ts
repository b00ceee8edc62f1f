import { Injectable } from '@nestjs/common';
import { IsNull } from '../../kernel/database/typeorm.js';
import type { Actor } from '../../kernel/auth/actor.js';
import { Clock } from '../../kernel/clock/clock.js';
import { Database } from '../../kernel/database/database.js';
import { BadInputError, NotFoundError, UnauthenticatedError } from '../../kernel/errors/errors.js';
import { isId } from '../../kernel/ids/id.js';
import { Cursors, cursorScope } from '../../kernel/pagination/cursors.js';
import { type KeysetColumn, keysetPage } from '../../kernel/pagination/keyset.js';
import { readPage } from '../../kernel/pagination/list.js';
import type { PageQuery } from '../../kernel/pagination/page-query.js';
import { Urls } from '../../kernel/urls/urls.js';
import { ApiTokenEntity } from './api-token.entity.js';
import type { AccessTokenDto, AccessTokenListDto, CreateAccessTokenDto, NewAccessTokenDto } from './dto/token.dto.js';
import { TokensService } from './tokens.service.js';

/** The newest first: ids tell the time. */
const ORDER: readonly KeysetColumn[] = [{ sql: 'token.id', direction: 'desc' }];
const SCOPE = cursorScope('access-tokens', {});

/** A user's own access tokens; nobody sees those of others, and a token of one organization sees those of that one alone. */
@Injectable()
export class OwnTokensService {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly tokens: TokensService,
    private readonly cursors: Cursors,
    private readonly urls: Urls,
  ) {}

  async list({ userId, onlyOrganizationId }: Actor, query: PageQuery): Promise<AccessTokenListDto> {
    const live = this.db
      .repo(ApiTokenEntity)
      .createQueryBuilder('token')
      .where('token.user_id = :userId AND token.installation_id IS NULL AND token.revoked_at IS NULL AND (token.expires_at IS NULL OR token.expires_at > :now)', { userId, now: this.clock.now() });
    if (onlyOrganizationId !== undefined) live.andWhere('token.organization_id = :onlyOrganizationId', { onlyOrganizationId });
    return readPage(this.cursors, query, {
      scope: SCOPE,
      order: ORDER,
      find: (stretch) => keysetPage(live, ORDER, stretch).getMany(),
      count: () => live.getCount(),
      positionOf: ({ id }) => [id],
      present: (token) => this.present(token),
    });
  }

  /** @throws NotFoundError also for tokens of others, and for those that have ended */
  async get(actor: Actor, tokenId: string): Promise<AccessTokenDto> {
    return this.present(await this.load(actor, tokenId));
  }

  /** @throws BadInputError for an end that has passed, or that outlives the token in use */
  async create({ userId, tokenId }: Actor, { label, expiresAt }: CreateAccessTokenDto): Promise<NewAccessTokenDto> {
    const end = expiresAt === undefined ? undefined : new Date(expiresAt);
    if (end !== undefined && end <= this.clock.now()) throw BadInputError.ofField('expiresAt', 'must lie in the future');
    return this.db.transaction(async () => {
      const used = await this.db.repo(ApiTokenEntity).findOneBy({ id: tokenId });
      if (used === null || used.revokedAt !== null) throw new UnauthenticatedError('The access token is unknown, expired or revoked.');
      if (used.expiresAt !== null && (end === undefined || end > used.expiresAt)) {
        throw BadInputError.ofField('expiresAt', `must be at most ${used.expiresAt.toISOString()}, when the token in use expires`);
      }
      const { organizationId, voucher } = used;
      const { id, token } = await this.tokens.issue({ userId, label, organizationId, voucher, ...(end === undefined ? {} : { expiresAt: end }) });
      const made = await this.db.repo(ApiTokenEntity).findOneByOrFail({ id });
      return { ...this.present(made), token };
    });
  }

  /** @throws NotFoundError also for tokens of others */
  async revoke(actor: Actor, tokenId: string): Promise<void> {
    const { id } = await this.load(actor, tokenId);
    await this.tokens.revoke(id);
  }

  private async load({ userId, onlyOrganizationId }: Actor, tokenId: string): Promise<ApiTokenEntity> {
    const token = isId(tokenId) ? await this.db.repo(ApiTokenEntity).findOneBy({ id: tokenId, userId, installationId: IsNull(), revokedAt: IsNull(), ...(onlyOrganizationId === undefined ? {} : { organizationId: onlyOrganizationId }) }) : null;
    if (token === null || (token.expiresAt !== null && token.expiresAt <= this.clock.now())) throw new NotFoundError('There is no such token, or it has ended.');
    return token;
  }

  private present({ id, label, createdAt, expiresAt }: ApiTokenEntity): AccessTokenDto {
    return {
      object: 'access-token',
      id,
      label,
      createdAt: createdAt.toISOString(),
      ...(expiresAt === null ? {} : { expiresAt: expiresAt.toISOString() }),
      urls: { location: this.urls.api('user', 'tokens', id) },
    };
  }
}
