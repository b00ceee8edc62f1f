import { ApiProperty, ApiPropertyOptional, ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import { pageOf } from '../../../kernel/pagination/page-of.js';
import { OrganizationDto } from '../../organizations/dto/organization.dto.js';
import { SpaceDto } from '../../spaces/dto/space.dto.js';
import { LINK_STATUSES, type LinkStatus } from './content-queries.dto.js';
import { FileDto } from './file.dto.js';

@ApiSchema({ name: 'VersionContext' })
export class VersionContextDto {
  @ApiProperty({ enum: ['revision'] })
  type: 'revision';

  @ApiProperty({ description: 'Id of the revision' })
  revision: string;
}

@ApiSchema({ name: 'PageReference' })
export class PageReferenceDto {
  @ApiProperty()
  id: string;

  @ApiProperty()
  title: string;

  @ApiProperty()
  path: string;
}

@ApiSchema({ name: 'InternalLocation' })
export class InternalLocationDto {
  @ApiProperty({ enum: ['anchor'] })
  type: 'anchor';

  @ApiProperty()
  anchor: string;
}

@ApiSchema({ name: 'FileBacklink' })
export class FileBacklinkDto {
  @ApiProperty({ enum: ['file'] })
  kind: 'file';

  @ApiProperty({ type: OrganizationDto })
  organization: OrganizationDto;

  @ApiProperty({ type: SpaceDto })
  space: SpaceDto;

  @ApiProperty({ type: VersionContextDto })
  versionContext: VersionContextDto;

  @ApiProperty({ type: FileDto })
  file: FileDto;

  @ApiProperty({ type: PageReferenceDto, description: 'The page that uses the file' })
  page: PageReferenceDto;
}

export const FileBacklinkListDto = pageOf(FileBacklinkDto);
export type FileBacklinkListDto = InstanceType<typeof FileBacklinkListDto>;

@ApiSchema({ name: 'ContentLocation' })
export class ContentLocationDto {
  @ApiProperty({ enum: ['file', 'page', 'url'] })
  kind: 'file' | 'page' | 'url';

  @ApiPropertyOptional({ type: OrganizationDto, description: 'For `file` and `page`' })
  organization?: OrganizationDto;

  @ApiPropertyOptional({ type: SpaceDto, description: 'For `file` and `page`' })
  space?: SpaceDto;

  @ApiPropertyOptional({ type: VersionContextDto, description: 'For `file` and `page`' })
  versionContext?: VersionContextDto;

  @ApiPropertyOptional({ type: FileDto, description: 'For `file`' })
  file?: FileDto;

  @ApiPropertyOptional({ type: PageReferenceDto, description: 'For `page`' })
  page?: PageReferenceDto;

  @ApiPropertyOptional({ type: InternalLocationDto, description: 'For `page`, when the link has a fragment' })
  internalLocation?: InternalLocationDto;

  @ApiPropertyOptional({ description: 'For `url`' })
  url?: string;
}

@ApiSchema({ name: 'PageLink' })
export class PageLinkDto {
  @ApiProperty({ enum: LINK_STATUSES, description: '`ok`: no problem; `broken`: the target is missing in the revision; `in-app`: an address of the application' })
  status: LinkStatus;

  @ApiProperty({ enum: ['reference'] })
  relation: 'reference';

  @ApiPropertyOptional({ type: ContentLocationDto, description: 'Absent when the target is missing' })
  targetReference?: ContentLocationDto;

  @ApiProperty({ description: 'The address as it is written on the page' })
  address: string;

  @ApiProperty({ description: 'Text of the link, or alternative text of the image' })
  text: string;
}

@ApiSchema({ name: 'BrokenLinkStats' })
export class BrokenLinkStatsDto {
  @ApiProperty({ type: 'integer' })
  total: number;

  @ApiPropertyOptional({ type: 'integer', description: 'Broken by the change request; only in one' })
  changeRequest?: number;
}

@ApiSchema({ name: 'LinkStats' })
export class LinkStatsDto {
  @ApiProperty({ type: 'integer' })
  total: number;

  @ApiProperty({ type: BrokenLinkStatsDto })
  broken: BrokenLinkStatsDto;
}

@ApiSchema({ name: 'PageLinks' })
export class PageLinkListDto extends pageOf(PageLinkDto) {
  @ApiProperty({ type: LinkStatsDto, description: 'Of the whole page, whatever the filter' })
  stats: LinkStatsDto;
}

@ApiSchema({ name: 'ContentLink' })
export class ContentLinkDto extends PageLinkDto {
  @ApiProperty({ type: [ContentLocationDto], description: 'The page that the link is on' })
  locationReferences: ContentLocationDto[];
}

@ApiSchema({ name: 'ContentLinks' })
export class ContentLinkListDto extends pageOf(ContentLinkDto) {
  @ApiProperty({ type: LinkStatsDto, description: 'Of the whole content, whatever the filters' })
  stats: LinkStatsDto;
}
