import { Injectable } from '@nestjs/common';
import { placeSlot } from '../../kernel/permissions/slots.js';
import { MemberPresenter } from '../members/member.presenter.js';
import type { TeamMemberDto } from './dto/team-member.dto.js';
import type { ReadTeamMember } from './team-member-rows.js';
import { TeamAccess } from './team.access.js';
import type { TeamEntity } from './team.entity.js';

@Injectable()
export class TeamMemberPresenter {
  constructor(private readonly members: MemberPresenter) {}

  present(team: TeamEntity, member: ReadTeamMember): TeamMemberDto {
    const permissions = { view: false }; // filled with the slot below
    placeSlot(TeamAccess, team, ({ view }) => {
      permissions.view = view;
    });
    return { organization: this.members.present(member), team: { role: member.teamRole }, permissions };
  }
}
