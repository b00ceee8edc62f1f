import { ApiProperty, ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import { pageOf } from '../../../kernel/pagination/page-of.js';
import { PageQuery } from '../../../kernel/pagination/page-query.js';
import { type Role, ROLES } from '../../../kernel/permissions/role.js';
import { Choice, Nullable, Optional, TextList } from '../../../kernel/validation/body-fields.js';
import { QueryChoice } from '../../../kernel/validation/query-fields.js';
import { UserDto } from '../../identity/dto/user.dto.js';
import { TeamDto } from '../../teams/dto/team.dto.js';

const LONGEST_ID = 64;
const MOST_GRANTEES = 100;
const NULL_ROLE = 'null: none of its own, what was granted here before ends';

@ApiSchema({ name: 'UserContentPermission' })
export class UserPermissionDto {
  @ApiProperty({ enum: ROLES, enumName: 'MemberRole' })
  permission: Role;

  @ApiProperty({ type: UserDto })
  user: UserDto;
}

@ApiSchema({ name: 'TeamContentPermission' })
export class TeamPermissionDto {
  @ApiProperty({ enum: ROLES, enumName: 'MemberRole' })
  permission: Role;

  @ApiProperty({ type: TeamDto })
  team: TeamDto;
}

export const UserPermissionListDto = pageOf(UserPermissionDto);
export type UserPermissionListDto = InstanceType<typeof UserPermissionListDto>;
export const TeamPermissionListDto = pageOf(TeamPermissionDto);
export type TeamPermissionListDto = InstanceType<typeof TeamPermissionListDto>;

@ApiSchema({ name: 'InviteToContent' })
export class InviteToContentDto {
  @Optional()
  @TextList({ min: 1, max: LONGEST_ID, maxItems: MOST_GRANTEES, example: ['users'], description: 'Ids of members of the organization' })
  users?: string[];

  @Optional()
  @TextList({ min: 1, max: LONGEST_ID, maxItems: MOST_GRANTEES, description: 'Ids of teams of the organization' })
  teams?: string[];

  @Nullable()
  @Choice(ROLES, { name: 'MemberRole', description: NULL_ROLE })
  role: Role | null;
}

@ApiSchema({ name: 'ChangeContentPermission' })
export class ChangePermissionDto {
  @Nullable()
  @Choice(ROLES, { name: 'MemberRole', description: NULL_ROLE })
  role: Role | null;
}

export class EffectivePermissionsQuery extends PageQuery {
  @QueryChoice(ROLES, { description: 'Only who has exactly this role.' })
  role?: Role;
}
