import type { SchemaObject } from '@nestjs/swagger';
import { ApiProperty, ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import { type Role, ROLES } from '../../../kernel/permissions/role.js';
import { UserDto } from '../../identity/dto/user.dto.js';

const ORIGINS: SchemaObject[] = [
  { type: 'object', properties: { type: { type: 'string', enum: ['organization'] }, organization: { type: 'string' } }, required: ['type', 'organization'] },
  { type: 'object', properties: { type: { type: 'string', enum: ['space'] }, space: { type: 'string' } }, required: ['type', 'space'] },
];

@ApiSchema({ name: 'UserSitePermission' })
export class UserSitePermissionDto {
  @ApiProperty({ enum: ROLES, enumName: 'MemberRole' })
  permission: Role;

  @ApiProperty({ type: UserDto })
  user: UserDto;

  @ApiProperty({ type: 'object', additionalProperties: true, oneOf: ORIGINS, description: 'What gives the role' })
  origin: { type: 'organization'; organization: string } | { type: 'space'; space: string };
}
