import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Database } from '../../kernel/database/database.js';
import { BadInputError } from '../../kernel/errors/errors.js';
import { Cursors, cursorScope } from '../../kernel/pagination/cursors.js';
import { type KeysetColumn, keysetPage } from '../../kernel/pagination/keyset.js';
import { readPage } from '../../kernel/pagination/list.js';
import type { Page } from '../../kernel/pagination/page.js';
import type { PageQuery } from '../../kernel/pagination/page-query.js';
import { admittedCondition } from '../members/admission.js';
import { MemberEntity } from '../members/member.entity.js';
import type { EmailDomainOrganizationsDto } from './dto/email-domain.dto.js';
import type { OrganizationDto } from './dto/organization.dto.js';
import { normalizeEmailDomain } from './email-domain.js';
import { OrganizationEntity } from './organization.entity.js';
import { OrganizationPresenter } from './organization.presenter.js';

const OLDEST_FIRST: readonly KeysetColumn[] = [
  { sql: 'organization.created_at', direction: 'asc' },
  { sql: 'organization.id', direction: 'asc' },
];

/** Finds organizations: those of the caller, and those of an e-mail domain. */
@Injectable()
export class OrganizationListing {
  constructor(
    private readonly db: Database,
    private readonly presenter: OrganizationPresenter,
    private readonly cursors: Cursors,
  ) {}

  async listOfCaller({ userId, onlyOrganizationId }: Actor, query: PageQuery): Promise<Page<OrganizationDto>> {
    const organizations = this.db
      .repo(OrganizationEntity)
      .createQueryBuilder('organization')
      .innerJoin(MemberEntity, 'member', 'member.organization_id = organization.id AND member.user_id = :userId', { userId })
      .where(admittedCondition('organization', 'member', ':only'), { only: onlyOrganizationId ?? null });
    return readPage(this.cursors, query, {
      scope: cursorScope('organizations', { user: userId }),
      order: OLDEST_FIRST,
      find: (stretch) => keysetPage(organizations, OLDEST_FIRST, stretch).getMany(),
      count: () => organizations.getCount(),
      positionOf: ({ createdAt, id }) => [createdAt.toISOString(), id],
      present: (organization) => this.presenter.present(organization),
    });
  }

  /** For any caller: who isn't a member gets what others may know. @throws BadInputError for what is no domain */
  async listOfEmailDomain(actor: Actor, emailDomain: string): Promise<EmailDomainOrganizationsDto> {
    const domain = normalizeEmailDomain(emailDomain);
    if (domain === undefined) throw BadInputError.ofField('emailDomain', 'must be a domain such as example.com');
    const found = await this.db
      .repo(OrganizationEntity)
      .createQueryBuilder('organization')
      .where('organization.email_domains @> ARRAY[:domain]::text[]', { domain })
      .orderBy('organization.created_at')
      .addOrderBy('organization.id')
      .getMany();
    const own = await this.organizationsOf(actor, found);
    const organizations = found.map((organization) =>
      own.has(organization.id) ? this.presenter.present(organization) : this.presenter.presentToOthers(organization, [domain]),
    );
    return { organizations };
  }

  private async organizationsOf({ userId, onlyOrganizationId }: Actor, organizations: readonly OrganizationEntity[]): Promise<ReadonlySet<string>> {
    const rows = await this.db.query<{ organization_id: string }>(
      `SELECT organization_id FROM members m JOIN organizations o ON o.id = m.organization_id
       WHERE m.user_id = $1 AND m.organization_id = ANY ($2) AND ${admittedCondition('o', 'm', '$3')}`,
      [userId, organizations.map(({ id }) => id), onlyOrganizationId ?? null],
    );
    return new Set(rows.map(({ organization_id }) => organization_id));
  }
}
