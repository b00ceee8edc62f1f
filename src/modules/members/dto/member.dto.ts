import { ApiProperty, ApiPropertyOptional, ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import { type Role, ROLES } from '../../../kernel/permissions/role.js';
import { UserDto } from '../../identity/dto/user.dto.js';

@ApiSchema({ name: 'Member' })
export class MemberDto {
  @ApiProperty({ enum: ['member'] })
  object: 'member';

  @ApiProperty({ description: 'The id of the user' })
  id: string;

  @ApiProperty({ type: String, enum: [...ROLES, null], nullable: true, description: 'Null: guest' })
  role: Role | null;

  @ApiProperty({ type: UserDto })
  user: UserDto;

  @ApiProperty({ description: 'The membership is off and gives no access' })
  disabled: boolean;

  @ApiProperty({ format: 'date-time' })
  joinedAt: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'Absent for members who were never seen' })
  lastSeenAt?: string;

  @ApiProperty({ description: 'May sign in with single sign-on' })
  sso: boolean;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'How many spaces the member can view' })
  spaces: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'How many teams the member is in' })
  teams: number;
}
