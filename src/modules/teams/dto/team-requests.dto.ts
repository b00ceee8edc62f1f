import { ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import { PageQuery } from '../../../kernel/pagination/page-query.js';
import { Choice, Custom, Optional, Text, TextList } from '../../../kernel/validation/body-fields.js';
import { QueryText } from '../../../kernel/validation/query-fields.js';
import { MEMBERSHIPS_SCHEMA, membershipsFaults, type MembershipsMap, MOST_USERS } from '../memberships-map.js';
import { TEAM_ROLES, type TeamRole } from '../team-member.entity.js';

const TITLE = { min: 1, max: 64 };
const USERS = { maxItems: MOST_USERS, min: 1, max: 320 };

@ApiSchema({ name: 'CreateTeam' })
export class CreateTeamDto {
  @Text(TITLE)
  title: string;

  @Optional()
  @TextList({ ...USERS, description: 'Ids of members of the organization who are in the team from the start, in the role `member`.' })
  members?: string[];
}

@ApiSchema({ name: 'UpdateTeam' })
export class UpdateTeamDto {
  @Text(TITLE)
  title: string;
}

@ApiSchema({ name: 'UpdateTeamMembers' })
export class UpdateTeamMembersDto {
  @Optional()
  @TextList({ ...USERS, description: 'Ids or e-mail addresses of users to add, in the role `member`. Who is in the team keeps the role.' })
  add?: string[];

  @Optional()
  @TextList({ ...USERS, description: 'Ids or e-mail addresses of users to remove. Who is to be added as well is removed.' })
  remove?: string[];

  @Optional()
  @Custom({ schema: MEMBERSHIPS_SCHEMA, check: membershipsFaults })
  memberships?: MembershipsMap;
}

@ApiSchema({ name: 'SetTeamMember' })
export class SetTeamMemberDto {
  @Optional()
  @Choice(TEAM_ROLES, { name: 'TeamRole', description: 'Left out: a new member is a `member`, others keep their role.' })
  role?: TeamRole;
}

const TITLE_FILTER = { description: 'Only teams whose title contains this, without regard to case and accents.' };

export class TeamListQuery extends PageQuery {
  @QueryText({ description: 'Id of a member: only teams that this member can manage.' })
  owner?: string;

  @QueryText(TITLE_FILTER)
  title?: string;
}

export class MemberTeamListQuery extends PageQuery {
  @QueryText(TITLE_FILTER)
  title?: string;
}
