import { ApiProperty, ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import { pageOf } from '../../../kernel/pagination/page-of.js';
import { TEAM_ROLES, type TeamRole } from '../team-member.entity.js';
import type { TeamAbilities } from '../team.policy.js';

@ApiSchema({ name: 'TeamPermissions' })
export class TeamPermissionsDto implements TeamAbilities {
  @ApiProperty({ description: 'Change and delete the team, and manage its members' })
  admin: boolean;

  @ApiProperty({ description: 'See the team and its members' })
  view: boolean;
}

@ApiSchema({ name: 'Team' })
export class TeamDto {
  @ApiProperty({ enum: ['team'] })
  object: 'team';

  @ApiProperty()
  id: string;

  @ApiProperty({ minLength: 1, maxLength: 64 })
  title: string;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'How many members it has' })
  members: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'How many spaces its members can reach through it' })
  spaces: number;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;

  @ApiProperty({ type: TeamPermissionsDto })
  permissions: TeamPermissionsDto;
}

export const TeamListDto = pageOf(TeamDto);
export type TeamListDto = InstanceType<typeof TeamListDto>;

@ApiSchema({ name: 'TeamMembership' })
export class TeamMembershipDto {
  @ApiProperty({ enum: TEAM_ROLES, enumName: 'TeamRole', description: 'An owner manages the team, a member is in it' })
  role: TeamRole;
}

@ApiSchema({ name: 'MemberTeam' })
export class MemberTeamDto {
  @ApiProperty({ type: TeamDto })
  team: TeamDto;

  @ApiProperty({ type: TeamMembershipDto, description: 'What the member is in the team' })
  member: TeamMembershipDto;
}

export const MemberTeamListDto = pageOf(MemberTeamDto);
export type MemberTeamListDto = InstanceType<typeof MemberTeamListDto>;
