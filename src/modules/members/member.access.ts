import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { ForbiddenError } from '../../kernel/errors/errors.js';
import { requireAbility } from '../../kernel/permissions/require-ability.js';
import { type MemberAbilities, memberAbilities } from './member.policy.js';
import { MembersService } from './members.service.js';
import type { ReadMember } from './read-member.js';

/** Joins members with what the caller may do with them. */
@Injectable()
export class MemberAccess {
  constructor(private readonly members: MembersService) {}

  /**
   * For what concerns the members of an organization as a whole.
   * @throws NotFoundError when the caller doesn't see the organization, ForbiddenError when the right is missing
   */
  async requireInOrganization(actor: Actor, organizationId: string, ability: keyof MemberAbilities): Promise<void> {
    requireAbility(await this.abilities(actor, organizationId), ability, 'in this organization');
  }

  /** @throws NotFoundError also when there is no such member */
  async load(actor: Actor, organizationId: string, userId: string, ability: keyof MemberAbilities): Promise<ReadMember> {
    await this.requireInOrganization(actor, organizationId, ability);
    return this.members.get(organizationId, userId);
  }

  /** Whoever may change members may remove them, and everybody may leave. @throws as `load` */
  async loadForRemoval(actor: Actor, organizationId: string, userId: string): Promise<ReadMember> {
    const { admin } = await this.abilities(actor, organizationId);
    if (!admin && userId !== actor.userId) throw new ForbiddenError('You lack the right "admin" in this organization: you can remove yourself only.');
    return this.members.get(organizationId, userId);
  }

  private async abilities(actor: Actor, organizationId: string): Promise<MemberAbilities> {
    return memberAbilities(await this.members.getMembership(organizationId, actor));
  }
}
