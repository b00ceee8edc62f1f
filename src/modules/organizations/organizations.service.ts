import { Injectable } from '@nestjs/common';
import { noteAct } from '../../kernel/audit/act.js';
import type { Actor } from '../../kernel/auth/actor.js';
import { Clock } from '../../kernel/clock/clock.js';
import { Database } from '../../kernel/database/database.js';
import { DomainEvents } from '../../kernel/database/domain-events.js';
import { withNamedConflicts } from '../../kernel/errors/database-errors.js';
import { BadInputError, ForbiddenError, NotFoundError } from '../../kernel/errors/errors.js';
import { newId } from '../../kernel/ids/id.js';
import { patch } from '../../kernel/validation/patch.js';
import { MembersService } from '../members/members.service.js';
import { DefaultSiteChosen } from './default-site-chosen.event.js';
import type { CreateOrganizationDto } from './dto/invite-users.dto.js';
import type { OrganizationDto } from './dto/organization.dto.js';
import type { UpdateOrganizationDto } from './dto/update-organization.dto.js';
import { normalizeEmailDomain } from './email-domain.js';
import { OrganizationAccess } from './organization.access.js';
import { OrganizationEntity } from './organization.entity.js';
import { OrganizationPresenter } from './organization.presenter.js';

@Injectable()
export class OrganizationsService {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly access: OrganizationAccess,
    private readonly members: MembersService,
    private readonly events: DomainEvents,
    private readonly presenter: OrganizationPresenter,
  ) {}

  /** An organization without members. */
  async create(title: string): Promise<OrganizationEntity> {
    const length = [...title].length;
    if (length < 2 || length > 255) throw BadInputError.ofField('title', `must be 2 to 255 characters, is ${String(length)}`);
    const organization = this.db.repo(OrganizationEntity).create({
      id: newId(),
      title,
      createdAt: this.clock.now(),
      emailDomains: [],
      hostname: null,
      type: 'business',
      useCase: null,
      communityType: null,
      defaultRole: 'read',
      defaultContentSite: null,
      sso: false,
      ai: false,
      inviteLinks: false,
      plan: 'enterprise_2024',
      logo: null,
    });
    noteAct({ organizationId: organization.id });
    return this.db.transaction(async () => {
      await this.db.repo(OrganizationEntity).insert(organization);
      return organization;
    });
  }

  /** Without regard to any caller. @throws NotFoundError */
  async get(organizationId: string): Promise<OrganizationEntity> {
    const organization = await this.db.repo(OrganizationEntity).findOneBy({ id: organizationId });
    if (organization === null) throw new NotFoundError(`There is no organization ${organizationId}.`);
    return organization;
  }

  /** Within a transaction: as it is now. Neither it nor who belongs to it changes before the end. @throws NotFoundError */
  async hold(organizationId: string): Promise<OrganizationEntity> {
    const organization = await this.db.repo(OrganizationEntity).findOne({ where: { id: organizationId }, lock: { mode: 'for_no_key_update' } });
    if (organization === null) throw new NotFoundError(`There is no organization ${organizationId}.`);
    return organization;
  }

  /** With the caller as its admin. @throws ForbiddenError when the caller's token works in one organization alone */
  async createOwn(actor: Actor, { title }: CreateOrganizationDto): Promise<OrganizationDto> {
    if (actor.onlyOrganizationId !== undefined) throw new ForbiddenError('This token works in one organization alone. Use a token of your own to make another.');
    return this.db.transaction(async () => {
      const organization = await this.create(title);
      await this.members.join(organization.id, actor.userId, 'admin');
      return this.presenter.present(organization);
    });
  }

  async read(actor: Actor, organizationId: string): Promise<OrganizationDto> {
    return this.presenter.present(await this.access.load(actor, organizationId, 'view'));
  }

  async update(actor: Actor, organizationId: string, body: UpdateOrganizationDto): Promise<OrganizationDto> {
    const { defaultContent, emailDomains, ...sent } = body;
    return this.db.transaction(async () => {
      const organization = await this.access.load(actor, organizationId, 'admin');
      const wanted = {
        ...sent,
        emailDomains: emailDomains && normalized(emailDomains),
        defaultContentSite: defaultContent && defaultContent.site,
      };
      const changed = patch(organization, wanted, FIELDS);
      if (changed.includes('defaultContentSite')) await this.requireSite(organization);
      const changes = Object.fromEntries(changed.map((field) => [field, organization[field]]));
      if (changed.length > 0) await withNamedConflicts(this.db.repo(OrganizationEntity).update({ id: organizationId }, changes), TAKEN);
      // Single sign-on that is enforced takes rights away, and standings tell the default role.
      if (changed.includes('sso') || changed.includes('defaultRole')) this.members.admissionChanged();
      return this.presenter.present(organization);
    });
  }

  private async requireSite({ id, defaultContentSite }: OrganizationEntity): Promise<void> {
    if (defaultContentSite === null) return;
    const chosen = new DefaultSiteChosen(id, defaultContentSite);
    await this.events.emit(chosen);
    if (!chosen.known) throw BadInputError.ofField('defaultContent.site', 'is no site of this organization');
  }
}

const TAKEN = { organizations_hostname_unique: 'Another organization has this hostname.' };
const FIELDS = ['title', 'emailDomains', 'hostname', 'defaultRole', 'defaultContentSite', 'logo', 'sso', 'ai', 'inviteLinks'] as const;

/** Each once, in the order in which they were sent. */
function normalized(emailDomains: readonly string[]): string[] {
  return [...new Set(emailDomains.map((domain) => normalizeEmailDomain(domain) ?? domain))];
}
