import { ApiProperty, ApiPropertyOptional, ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import { type Role, ROLES } from '../../../kernel/permissions/role.js';
import type { CollectionAbilities } from '../collection.policy.js';

@ApiSchema({ name: 'CollectionUrls' })
export class CollectionUrlsDto {
  @ApiProperty({ format: 'uri' })
  location: string;

  @ApiProperty({ format: 'uri' })
  app: string;
}

@ApiSchema({ name: 'CollectionPermissions' })
export class CollectionPermissionsDto implements CollectionAbilities {
  @ApiProperty()
  view: boolean;

  @ApiProperty({ description: 'Change, move, delete and transfer it' })
  admin: boolean;

  @ApiProperty()
  viewInviteLinks: boolean;

  @ApiProperty({ description: 'Make collections and spaces in it, or move them there' })
  create: boolean;
}

@ApiSchema({ name: 'Collection' })
export class CollectionDto {
  @ApiProperty({ enum: ['collection'] })
  object: 'collection';

  @ApiProperty()
  id: string;

  @ApiProperty({ maxLength: 50 })
  title: string;

  @ApiPropertyOptional({ maxLength: 100 })
  description?: string;

  @ApiProperty({ description: 'Owning organization' })
  organization: string;

  @ApiPropertyOptional({ description: 'Parent collection' })
  parent?: string;

  @ApiProperty({ type: String, enum: [...ROLES, null], nullable: true, description: 'What the default level resolves to; null: no access by default' })
  defaultLevel: Role | null;

  @ApiProperty({ type: CollectionUrlsDto })
  urls: CollectionUrlsDto;

  @ApiProperty({ type: CollectionPermissionsDto })
  permissions: CollectionPermissionsDto;
}
