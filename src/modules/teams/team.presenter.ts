import { Injectable } from '@nestjs/common';
import { withLocation } from '../../kernel/http/answer.js';
import { permissionsOf, placeSlot } from '../../kernel/permissions/slots.js';
import { Urls } from '../../kernel/urls/urls.js';
import type { MemberTeamDto, TeamDto } from './dto/team.dto.js';
import { TeamSpaces } from './team-facts.js';
import type { TeamRole } from './team-member.entity.js';
import { TeamAccess } from './team.access.js';
import type { TeamEntity } from './team.entity.js';

@Injectable()
export class TeamPresenter {
  constructor(private readonly urls: Urls) {}

  present(team: TeamEntity): TeamDto {
    const dto: TeamDto = {
      object: 'team',
      id: team.id,
      title: team.title,
      members: team.members,
      spaces: 0, // filled with the slot below
      createdAt: team.createdAt.toISOString(),
      permissions: permissionsOf(TeamAccess, team),
    };
    placeSlot(TeamSpaces, team, (spaces) => {
      dto.spaces = spaces;
    });
    return dto;
  }

  /** One that was just made: a team doesn't tell its address itself. */
  presentNew(team: TeamEntity): TeamDto {
    return withLocation(this.present(team), this.urls.api('orgs', team.organizationId, 'teams', team.id));
  }

  presentOfMember(team: TeamEntity, role: TeamRole): MemberTeamDto {
    return { team: this.present(team), member: { role } };
  }
}
