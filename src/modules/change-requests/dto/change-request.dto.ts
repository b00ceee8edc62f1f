import { ApiProperty, ApiPropertyOptional, ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import { pageOf } from '../../../kernel/pagination/page-of.js';
import { UserDto } from '../../identity/dto/user.dto.js';
import { CHANGE_REQUEST_STATUSES, type ChangeRequestStatus } from '../change-request.entity.js';

@ApiSchema({ name: 'ChangeRequestUrls' })
export class ChangeRequestUrlsDto {
  @ApiProperty({ format: 'uri' })
  location: string;

  @ApiProperty({ format: 'uri' })
  app: string;
}

@ApiSchema({ name: 'ChangeRequest' })
export class ChangeRequestDto {
  @ApiProperty({ enum: ['change-request'] })
  object: 'change-request';

  @ApiProperty()
  id: string;

  @ApiProperty({ type: 'integer', minimum: 1, description: 'Counts from 1 in the space; may stand for the id in paths' })
  number: number;

  @ApiProperty({ enum: CHANGE_REQUEST_STATUSES, enumName: 'ChangeRequestStatus' })
  status: ChangeRequestStatus;

  @ApiProperty({ maxLength: 100 })
  subject: string;

  @ApiPropertyOptional({ type: UserDto })
  createdBy?: UserDto;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;

  @ApiProperty({ format: 'date-time' })
  updatedAt: string;

  @ApiProperty({ description: 'Id of the space' })
  space: string;

  @ApiProperty({ description: 'Id of its newest revision; that of `revisionInitial` until something is changed' })
  revision: string;

  @ApiProperty({ description: 'Id of the revision of the main content that it began with' })
  revisionInitial: string;

  @ApiPropertyOptional({ description: 'Id of the revision of the main content that it has last taken in' })
  revisionMergedAncestor?: string;

  @ApiPropertyOptional({ description: 'Id of the revision of the main content that merging it led to' })
  revisionMerged?: string;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Open comments' })
  comments: number;

  @ApiProperty({ description: 'Whether the main content has a newer revision than the one last taken in; false once merged' })
  outdated: boolean;

  @ApiProperty({ type: ChangeRequestUrlsDto })
  urls: ChangeRequestUrlsDto;
}

export const ChangeRequestListDto = pageOf(ChangeRequestDto);
export type ChangeRequestListDto = InstanceType<typeof ChangeRequestListDto>;
