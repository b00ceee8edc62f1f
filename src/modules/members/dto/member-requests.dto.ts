import { ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import { PageQuery } from '../../../kernel/pagination/page-query.js';
import { type Role, ROLES } from '../../../kernel/permissions/role.js';
import { Choice, Nullable, Optional } from '../../../kernel/validation/body-fields.js';
import { QueryChoice, QueryText } from '../../../kernel/validation/query-fields.js';

export const MEMBER_SORTS = ['joinedAt', 'lastSeenAt'] as const;
export type MemberSort = (typeof MEMBER_SORTS)[number];

export class MemberListQuery extends PageQuery {
  @QueryChoice(['asc', 'desc'], { default: 'desc', description: 'Newest first is `desc`.' })
  order: 'asc' | 'desc';

  @QueryChoice([...ROLES, 'guest'], { description: 'Only members of this role.' })
  role?: Role | 'guest';

  @QueryText({ description: 'Part of the name or e-mail address, without regard to case and accents.' })
  search?: string;

  @QueryChoice(MEMBER_SORTS, { default: 'joinedAt', description: 'By `lastSeenAt`, only members who were seen are listed.' })
  sort: MemberSort;
}

@ApiSchema({ name: 'UpdateMember' })
export class UpdateMemberDto {
  @Optional()
  @Nullable()
  @Choice(ROLES, { name: 'MemberRole', description: 'Null: guest' })
  role?: Role | null;
}
