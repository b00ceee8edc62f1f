import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../kernel/auth/actor.js';
import { Database } from '../../../kernel/database/database.js';
import { reaches } from '../../../kernel/permissions/role.js';
import { Urls } from '../../../kernel/urls/urls.js';
import { EffectiveRoles } from '../../access/effective-roles.js';
import { CollectionPresenter } from '../../collections/collection.presenter.js';
import { findPlacedCollections } from '../../collections/placed-collection.js';
import { MembersService } from '../../members/members.service.js';
import type { LinkInviteEntity } from '../../organizations/invites/link-invite.entity.js';
import { findPlacedSpaces } from '../placed-space.js';
import { SpacePresenter } from '../space.presenter.js';
import type { InviteLinkDto } from './invite-links.dto.js';

@Injectable()
export class PresentedInvites {
  constructor(
    private readonly db: Database,
    private readonly members: MembersService,
    private readonly roles: EffectiveRoles,
    private readonly collections: CollectionPresenter,
    private readonly spaces: SpacePresenter,
    private readonly urls: Urls,
  ) {}

  async present(actor: Actor, invite: LinkInviteEntity): Promise<InviteLinkDto> {
    return (await this.presentation(actor, invite.organizationId, [invite]))(invite);
  }

  /** How these invitations to an organization are presented, with what they invite to; for the caller, who may have the rights already. */
  async presentation(actor: Actor, organizationId: string, invites: readonly LinkInviteEntity[]): Promise<(invite: LinkInviteEntity) => InviteLinkDto> {
    const targetIds = invites.flatMap(({ targetId }) => targetId ?? []);
    const [membership, standings, collections, spaces] = await Promise.all([
      this.members.findMembership(organizationId, actor),
      this.roles.load(actor, targetIds),
      findPlacedCollections(this.db, targetIds),
      findPlacedSpaces(this.db, targetIds),
    ]);
    return ({ id, role, level, targetId }) => {
      const common = { object: 'invite', id, urls: { location: this.urls.api('orgs', organizationId, 'link-invites', id) } } as const;
      if (targetId === null || level === null) {
        return { ...common, role, redundant: membership !== undefined && (role === null || reaches(membership.role, role)) };
      }
      const collection = collections.find((candidate) => candidate.id === targetId);
      const space = spaces.find((candidate) => candidate.id === targetId);
      return {
        ...common,
        level,
        redundant: reaches(standings.get(targetId)?.role ?? null, level),
        ...(collection === undefined ? {} : { collection: this.collections.present(collection) }),
        ...(space === undefined ? {} : { space: this.spaces.present(space) }),
      };
    };
  }
}
