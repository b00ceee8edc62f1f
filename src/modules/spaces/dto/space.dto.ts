import { ApiProperty, ApiPropertyOptional, ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import { type Role, ROLES } from '../../../kernel/permissions/role.js';
import { EDIT_MODES, type EditMode } from '../space.entity.js';
import type { SpaceAbilities } from '../space.policy.js';

export const SPACE_VISIBILITIES = ['public', 'unlisted', 'share-link', 'visitor-auth', 'in-collection', 'private'] as const;

@ApiSchema({ name: 'SpaceUrls' })
export class SpaceUrlsDto {
  @ApiProperty({ format: 'uri' })
  location: string;

  @ApiProperty({ format: 'uri' })
  app: string;

  @ApiPropertyOptional({ format: 'uri', description: 'Where readers find it; only while a published site shows it' })
  published?: string;

  @ApiPropertyOptional({ format: 'uri', description: 'The same, where everybody may read it' })
  public?: string;

  @ApiPropertyOptional({ format: 'uri' })
  icon?: string;
}

@ApiSchema({ name: 'SpacePermissions' })
export class SpacePermissionsDto implements SpaceAbilities {
  @ApiProperty()
  view: boolean;

  @ApiProperty()
  access: boolean;

  @ApiProperty()
  admin: boolean;

  @ApiProperty()
  viewInviteLinks: boolean;

  @ApiProperty({ description: 'By creating a change request, or directly where the space is not locked' })
  edit: boolean;

  @ApiProperty()
  triggerGitSync: boolean;

  @ApiProperty()
  comment: boolean;

  @ApiProperty()
  merge: boolean;

  @ApiProperty()
  review: boolean;
}

@ApiSchema({ name: 'VisitorAuth' })
export class VisitorAuthDto {
  @ApiProperty({ enum: ['custom'] })
  backend: 'custom';
}

@ApiSchema({ name: 'Space' })
export class SpaceDto {
  @ApiProperty({ enum: ['space'] })
  object: 'space';

  @ApiProperty()
  id: string;

  @ApiProperty({ maxLength: 50 })
  title: string;

  @ApiPropertyOptional({ maxLength: 50 })
  emoji?: string;

  @ApiProperty({ enum: SPACE_VISIBILITIES })
  visibility: (typeof SPACE_VISIBILITIES)[number];

  @ApiProperty({ format: 'date-time' })
  createdAt: string;

  @ApiProperty({ format: 'date-time' })
  updatedAt: string;

  @ApiPropertyOptional({ format: 'date-time' })
  deletedAt?: string;

  @ApiProperty({ enum: EDIT_MODES })
  editMode: EditMode;

  @ApiProperty({ type: SpaceUrlsDto })
  urls: SpaceUrlsDto;

  @ApiProperty({ description: 'Owning organization' })
  organization: string;

  @ApiPropertyOptional({ description: 'Parent collection' })
  parent?: string;

  @ApiPropertyOptional({ type: VisitorAuthDto, description: 'How visitors sign in; only with the visibility `visitor-auth`' })
  visitorAuth?: VisitorAuthDto;

  @ApiProperty({ description: 'Active revision of the main content' })
  revision: string;

  @ApiPropertyOptional({ enum: ROLES, description: 'What the default level resolves to; absent when there is no access by default' })
  defaultLevel?: Role;

  @ApiProperty({ type: 'integer', description: 'Open comments' })
  comments: number;

  @ApiProperty({ type: 'integer' })
  changeRequests: number;

  @ApiProperty({ type: 'integer' })
  changeRequestsOpen: number;

  @ApiProperty({ type: 'integer' })
  changeRequestsDraft: number;

  @ApiProperty({ type: SpacePermissionsDto })
  permissions: SpacePermissionsDto;
}
