import { ApiProperty, ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import { type Role, ROLES } from '../../../kernel/permissions/role.js';
import { SpaceDto } from './space.dto.js';

@ApiSchema({ name: 'MemberSpace' })
export class MemberSpaceDto {
  @ApiProperty({ enum: ROLES, description: "The member's role on the space" })
  permission: Role;

  @ApiProperty({ type: SpaceDto })
  space: SpaceDto;
}
