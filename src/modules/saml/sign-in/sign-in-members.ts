import { Injectable } from '@nestjs/common';
import { Database } from '../../../kernel/database/database.js';
import { UsersService } from '../../identity/users.service.js';
import { MembersService } from '../../members/members.service.js';
import { TeamMembersService } from '../../teams/team-members.service.js';
import { SamlProviderEntity } from '../saml-provider.entity.js';
import type { AssertedPerson } from './asserted-person.js';
import { noSuchWay } from './sign-in-refusal.js';

/** Whom an identity provider vouches for becomes a member of its organization. */
@Injectable()
export class SignInMembers {
  constructor(
    private readonly db: Database,
    private readonly users: UsersService,
    private readonly members: MembersService,
    private readonly teams: TeamMembersService,
  ) {}

  /**
   * The user's id. Made with the default role and team where there is none of this address; members keep what they have.
   * @throws ForbiddenError when the membership is disabled, BadInputError for what is no address
   */
  async admit(providerId: string, { email, displayName }: AssertedPerson): Promise<string> {
    return this.db.transaction(async () => {
      const { organizationId, defaultRole, defaultTeamId } = await this.locked(providerId);
      const user = await this.users.ensure(email, displayName);
      const isNew = await this.members.joinBySso(organizationId, user.id, defaultRole);
      if (isNew && defaultTeamId !== null) await this.teams.join({ id: defaultTeamId, organizationId }, user.id);
      return user.id;
    });
  }

  /** Neither it nor its team can be deleted until the member is written. */
  private async locked(id: string): Promise<SamlProviderEntity> {
    const provider = await this.db.repo(SamlProviderEntity).findOne({ where: { id }, lock: { mode: 'pessimistic_read' } });
    if (provider === null) throw noSuchWay();
    return provider;
  }
}
