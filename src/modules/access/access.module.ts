import { Module } from '@nestjs/common';
import { MemberSpaces } from '../members/member-facts.js';
import { TeamSpaces } from '../teams/team-facts.js';
import { TeamsModule } from '../teams/teams.module.js';
import { ContentPermissionsService } from './content-permissions.service.js';
import { EffectiveRoles } from './effective-roles.js';
import { GrantsService } from './grants.service.js';
import { VisibleMemberSpaces } from './member-spaces.js';
import { Siblings } from './siblings.js';
import { GrantedTeamSpaces } from './team-spaces.js';
import { TreeService } from './tree.service.js';
import { VisibleTargets } from './visible-targets.js';

@Module({
  imports: [TeamsModule],
  providers: [
    ContentPermissionsService,
    EffectiveRoles,
    GrantsService,
    Siblings,
    TreeService,
    VisibleTargets,
    { provide: MemberSpaces, useClass: VisibleMemberSpaces },
    { provide: TeamSpaces, useClass: GrantedTeamSpaces },
  ],
  exports: [ContentPermissionsService, EffectiveRoles, GrantsService, TreeService, VisibleTargets],
})
export class AccessModule {}
