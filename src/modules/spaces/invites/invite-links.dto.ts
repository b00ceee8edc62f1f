import { ApiExtraModels, ApiProperty, ApiPropertyOptional, ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import { pageOf } from '../../../kernel/pagination/page-of.js';
import { type Role, ROLES } from '../../../kernel/permissions/role.js';
import { Choice, Nullable, Optional, Text } from '../../../kernel/validation/body-fields.js';
import { CollectionDto } from '../../collections/dto/collection.dto.js';
import { SpaceDto } from '../dto/space.dto.js';

@ApiSchema({ name: 'InviteLinkUrls' })
class InviteLinkUrlsDto {
  @ApiProperty({ format: 'uri' })
  location: string;
}

/** To the organization (`role`), or to one collection or space of it (`level`). */
@ApiSchema({ name: 'InviteLink' })
@ApiExtraModels(SpaceDto, CollectionDto)
export class InviteLinkDto {
  @ApiProperty({ enum: ['invite'] })
  object: 'invite';

  @ApiProperty()
  id: string;

  @ApiPropertyOptional({ enum: [...ROLES, null], nullable: true, description: 'Of an invitation to the organization; null: guest' })
  role?: Role | null;

  @ApiPropertyOptional({ enum: ROLES, enumName: 'MemberRole', description: 'Of an invitation to a collection or space' })
  level?: Role;

  @ApiProperty({ description: 'Whether you have these rights already' })
  redundant: boolean;

  @ApiPropertyOptional({ type: CollectionDto })
  collection?: CollectionDto;

  @ApiPropertyOptional({ type: SpaceDto })
  space?: SpaceDto;

  @ApiProperty({ type: InviteLinkUrlsDto })
  urls: InviteLinkUrlsDto;
}

export const InviteLinkListDto = pageOf(InviteLinkDto);
export type InviteLinkListDto = InstanceType<typeof InviteLinkListDto>;

@ApiSchema({ name: 'CreateInviteLink' })
export class CreateInviteLinkDto {
  @Optional()
  @Nullable()
  @Choice(ROLES, { name: 'MemberRole', example: 'read', description: 'In the organization; null: guest. Not together with a level' })
  role?: Role | null;

  @Optional()
  @Choice(ROLES, { name: 'MemberRole', description: 'On the collection or space' })
  level?: Role;

  @Optional()
  @Text({ min: 1, max: 64 })
  collection?: string;

  @Optional()
  @Text({ min: 1, max: 64 })
  space?: string;
}

@ApiSchema({ name: 'UpdateInviteLink' })
export class UpdateInviteLinkDto {
  @Optional()
  @Nullable()
  @Choice(ROLES, { name: 'MemberRole', description: 'Of an invitation to the organization; null: guest' })
  role?: Role | null;

  @Optional()
  @Choice(ROLES, { name: 'MemberRole', description: 'Of an invitation to a collection or space' })
  level?: Role;
}
