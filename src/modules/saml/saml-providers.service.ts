import { Injectable } from '@nestjs/common';
import { In } from '../../kernel/database/typeorm.js';
import type { Actor } from '../../kernel/auth/actor.js';
import { Clock } from '../../kernel/clock/clock.js';
import { Database } from '../../kernel/database/database.js';
import { requireOne } from '../../kernel/errors/database-errors.js';
import { BadInputError } from '../../kernel/errors/errors.js';
import { isId, newId } from '../../kernel/ids/id.js';
import { Cursors, cursorScope } from '../../kernel/pagination/cursors.js';
import { type KeysetColumn, keysetPage } from '../../kernel/pagination/keyset.js';
import { readPage } from '../../kernel/pagination/list.js';
import type { PageQuery } from '../../kernel/pagination/page-query.js';
import { patch } from '../../kernel/validation/patch.js';
import { TokensService } from '../identity/tokens.service.js';
import { TeamEntity } from '../teams/team.entity.js';
import { certificatePem } from './certificate.js';
import type { CreateSamlProviderDto, UpdateSamlProviderDto } from './dto/saml-provider-requests.dto.js';
import type { SamlProviderDto, SamlProviderListDto, SsoLoginsDto } from './dto/saml-provider.dto.js';
import { NO_PROVIDER, SamlProviderAccess } from './saml-provider.access.js';
import { isActive, SamlProviderEntity } from './saml-provider.entity.js';
import { SamlProviderPresenter } from './saml-provider.presenter.js';

const OLDEST_FIRST: readonly KeysetColumn[] = [
  { sql: 'provider.created_at', direction: 'asc' },
  { sql: 'provider.id', direction: 'asc' },
];

const FIELDS = ['label', 'entityID', 'ssoURL', 'certificate', 'defaultRole', 'defaultTeamId'] as const;

/** The identity providers of organizations. */
@Injectable()
export class SamlProvidersService {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly access: SamlProviderAccess,
    private readonly presenter: SamlProviderPresenter,
    private readonly tokens: TokensService,
    private readonly cursors: Cursors,
  ) {}

  async list(actor: Actor, organizationId: string, query: PageQuery): Promise<SamlProviderListDto> {
    await this.access.requireInOrganization(actor, organizationId, 'admin');
    const all = this.db.repo(SamlProviderEntity).createQueryBuilder('provider').where({ organizationId });
    return readPage(this.cursors, query, {
      scope: cursorScope('saml-providers', { organization: organizationId }),
      order: OLDEST_FIRST,
      find: async (stretch) => {
        const providers = await keysetPage(all, OLDEST_FIRST, stretch).getMany();
        const teams = await this.teamsOf(providers);
        return providers.map((provider) => ({ provider, team: teams.get(provider.defaultTeamId) }));
      },
      count: () => all.getCount(),
      positionOf: ({ provider: { createdAt, id } }) => [createdAt.toISOString(), id],
      present: ({ provider, team }) => this.presenter.present(provider, team),
    });
  }

  async get(actor: Actor, organizationId: string, id: string): Promise<SamlProviderDto> {
    return this.present(await this.access.load(actor, organizationId, id));
  }

  /** Those through which people can sign in now. */
  async listLogins(actor: Actor, organizationId: string): Promise<SsoLoginsDto> {
    await this.access.requireMember(actor, organizationId);
    const providers = await this.db.repo(SamlProviderEntity).find({ where: { organizationId }, order: { createdAt: 'ASC', id: 'ASC' } });
    return { items: providers.filter(isActive).map((provider) => this.presenter.presentLogin(provider)) };
  }

  async create(actor: Actor, organizationId: string, body: CreateSamlProviderDto): Promise<SamlProviderDto> {
    const organization = await this.access.requireInOrganization(actor, organizationId, 'admin');
    return this.db.transaction(async () => {
      const { label, entityID = null, ssoURL = null, defaultRole = organization.defaultRole } = body;
      const { certificate = null, defaultTeamId = null } = await this.stored(organizationId, body);
      const provider: SamlProviderEntity = { id: newId(), organizationId, label, entityID, ssoURL, certificate, defaultRole, defaultTeamId, createdAt: this.clock.now() };
      await this.db.repo(SamlProviderEntity).insert(provider);
      return this.present(provider);
    });
  }

  async update(actor: Actor, organizationId: string, id: string, body: UpdateSamlProviderDto): Promise<SamlProviderDto> {
    const provider = await this.access.load(actor, organizationId, id);
    return this.db.transaction(async () => {
      const { label, entityID, ssoURL, defaultRole } = body;
      const changed = patch(provider, { label, entityID, ssoURL, defaultRole, ...(await this.stored(organizationId, body)) }, FIELDS);
      if (changed.length > 0) {
        const changes = Object.fromEntries(changed.map((field) => [field, provider[field]]));
        requireOne(await this.db.repo(SamlProviderEntity).update({ id }, changes), NO_PROVIDER);
      }
      return this.present(provider);
    });
  }

  async delete(actor: Actor, organizationId: string, id: string): Promise<void> {
    await this.access.load(actor, organizationId, id);
    await this.db.transaction(async () => {
      requireOne(await this.db.repo(SamlProviderEntity).delete({ id }), NO_PROVIDER);
      await this.tokens.revokeOfVoucher(id);
    });
  }

  /** What is kept in another form than it is sent. @throws BadInputError for a team that the organization doesn't have */
  private async stored(organizationId: string, { certificate, defaultTeam }: UpdateSamlProviderDto): Promise<{ certificate?: string; defaultTeamId?: string }> {
    if (defaultTeam !== undefined) await this.lockTeam(organizationId, defaultTeam);
    return { certificate: certificate === undefined ? undefined : certificatePem(certificate), defaultTeamId: defaultTeam };
  }

  /** It can't be deleted until the provider that names it is written. */
  private async lockTeam(organizationId: string, id: string): Promise<void> {
    const teams = isId(id) ? await this.db.query('SELECT FROM teams WHERE id = $1 AND organization_id = $2 FOR KEY SHARE', [id, organizationId]) : [];
    if (teams.length === 0) throw BadInputError.ofField('defaultTeam', 'is no team of this organization');
  }

  private async present(provider: SamlProviderEntity): Promise<SamlProviderDto> {
    return this.presenter.present(provider, (await this.teamsOf([provider])).get(provider.defaultTeamId));
  }

  private async teamsOf(providers: readonly SamlProviderEntity[]): Promise<ReadonlyMap<string | null, TeamEntity>> {
    const ids = [...new Set(providers.map(({ defaultTeamId }) => defaultTeamId))].filter((id) => id !== null);
    const teams = ids.length === 0 ? [] : await this.db.repo(TeamEntity).findBy({ id: In(ids) });
    return new Map(teams.map((team) => [team.id, team]));
  }
}
