import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Database } from '../../kernel/database/database.js';
import { NotFoundError } from '../../kernel/errors/errors.js';
import { isId } from '../../kernel/ids/id.js';
import { NO_ORGANIZATION, worksIn } from '../members/admission.js';
import { MembersService } from '../members/members.service.js';
import { OrganizationAccess } from '../organizations/organization.access.js';
import type { OrganizationEntity } from '../organizations/organization.entity.js';
import { SamlProviderEntity } from './saml-provider.entity.js';

export const NO_PROVIDER = 'There is no such SAML provider.';

/** Identity providers are for the organization's admins; how to sign in, every member may know. */
@Injectable()
export class SamlProviderAccess {
  constructor(
    private readonly db: Database,
    private readonly organizations: OrganizationAccess,
    private readonly members: MembersService,
  ) {}

  /** Also where single sign-on is enforced against the caller, who has to learn how to sign in. @throws NotFoundError for who is no member */
  async requireMember(actor: Actor, organizationId: string): Promise<void> {
    const membership = isId(organizationId) && worksIn(actor, organizationId) ? await this.members.membershipOf(organizationId, actor.userId) : undefined;
    if (membership === undefined) throw new NotFoundError(NO_ORGANIZATION);
  }

  /** @throws NotFoundError when the caller doesn't see the organization, ForbiddenError when the right is missing */
  requireInOrganization(actor: Actor, organizationId: string, ability: 'admin'): Promise<OrganizationEntity> {
    return this.organizations.load(actor, organizationId, ability);
  }

  /** @throws as `requireInOrganization` for "admin", NotFoundError also when the organization has no such provider */
  async load(actor: Actor, organizationId: string, id: string): Promise<SamlProviderEntity> {
    await this.requireInOrganization(actor, organizationId, 'admin');
    const provider = isId(id) ? await this.db.repo(SamlProviderEntity).findOneBy({ id, organizationId }) : null;
    if (provider === null) throw new NotFoundError(NO_PROVIDER);
    return provider;
  }
}
