import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../kernel/auth/actor.js';
import { Database } from '../../../kernel/database/database.js';
import { BadInputError, NotFoundError } from '../../../kernel/errors/errors.js';
import { isId } from '../../../kernel/ids/id.js';
import { UsersService } from '../../identity/users.service.js';
import { NO_ORGANIZATION, worksIn } from '../../members/admission.js';
import { MembersService } from '../../members/members.service.js';
import { normalizeEmailDomain } from '../email-domain.js';
import { OrganizationsService } from '../organizations.service.js';

/** Joining the organizations of one's e-mail domain. Addresses are those under which the operator, or single sign-on, knows people. */
@Injectable()
export class DomainJoinsService {
  constructor(
    private readonly db: Database,
    private readonly users: UsersService,
    private readonly organizations: OrganizationsService,
    private readonly members: MembersService,
  ) {}

  /**
   * With the organization's default role. Who is a member already is left as they are.
   * @throws NotFoundError, BadInputError for an address of another domain, ForbiddenError where single sign-on or a disabled membership is in the way
   */
  async join(actor: Actor, organizationId: string): Promise<void> {
    if (!isId(organizationId) || !worksIn(actor, organizationId)) throw new NotFoundError(NO_ORGANIZATION);
    const { email } = await this.users.getByIdOrEmail(actor.userId);
    const domain = normalizeEmailDomain(email.slice(email.lastIndexOf('@') + 1));
    await this.db.transaction(async () => {
      const organization = await this.organizations.hold(organizationId);
      if (domain === undefined || !organization.emailDomains.includes(domain)) throw new BadInputError(`Your e-mail address ${email} is of no domain of this organization.`);
      await this.members.joinOneself(organization, actor.userId, organization.defaultRole);
    });
  }
}
