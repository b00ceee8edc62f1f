import { Module } from '@nestjs/common';
import { MemberTeams } from '../members/member-facts.js';
import { MembersModule } from '../members/members.module.js';
import { CountedMemberTeams } from './member-teams.js';
import { TeamLists } from './team-lists.js';
import { TeamMemberPresenter } from './team-member.presenter.js';
import { TeamMembersController } from './team-members.controller.js';
import { TeamMembersService } from './team-members.service.js';
import { TeamAccess } from './team.access.js';
import { TeamPresenter } from './team.presenter.js';
import { TeamsController } from './teams.controller.js';
import { TeamsService } from './teams.service.js';

@Module({
  imports: [MembersModule],
  controllers: [TeamsController, TeamMembersController],
  providers: [
    TeamAccess,
    TeamLists,
    TeamMemberPresenter,
    TeamMembersService,
    TeamPresenter,
    TeamsService,
    { provide: MemberTeams, useClass: CountedMemberTeams },
  ],
  exports: [TeamAccess, TeamMembersService, TeamPresenter, TeamsService],
})
export class TeamsModule {}
