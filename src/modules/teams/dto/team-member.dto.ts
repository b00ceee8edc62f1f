import { ApiProperty, ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import { pageOf } from '../../../kernel/pagination/page-of.js';
import { MemberDto } from '../../members/dto/member.dto.js';
import type { TeamAbilities } from '../team.policy.js';
import { TeamMembershipDto } from './team.dto.js';

@ApiSchema({ name: 'TeamMemberPermissions' })
export class TeamMemberPermissionsDto implements Pick<TeamAbilities, 'view'> {
  @ApiProperty()
  view: boolean;
}

@ApiSchema({ name: 'TeamMember' })
export class TeamMemberDto {
  @ApiProperty({ type: MemberDto, description: 'The membership in the organization' })
  organization: MemberDto;

  @ApiProperty({ type: TeamMembershipDto, description: 'The membership in the team' })
  team: TeamMembershipDto;

  @ApiProperty({ type: TeamMemberPermissionsDto })
  permissions: TeamMemberPermissionsDto;
}

export const TeamMemberListDto = pageOf(TeamMemberDto);
export type TeamMemberListDto = InstanceType<typeof TeamMemberListDto>;
