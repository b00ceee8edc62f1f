import { ApiProperty, ApiPropertyOptional, ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import { REVISION_TYPES, type RevisionType } from '../store/content-revision.entity.js';
import { FileDto } from './file.dto.js';
import { GitObjectDto, PageDto } from './page.dto.js';

@ApiSchema({ name: 'ReusableContent' })
export class ReusableContentDto {
  @ApiProperty()
  id: string;

  @ApiProperty()
  title: string;

  @ApiPropertyOptional({ description: 'Names the body; absent when empty' })
  document?: string;

  @ApiPropertyOptional({ type: GitObjectDto })
  git?: GitObjectDto;
}

@ApiSchema({ name: 'RevisionUrls' })
export class RevisionUrlsDto {
  @ApiProperty({ format: 'uri' })
  app: string;

  @ApiPropertyOptional({ format: 'uri' })
  published?: string;

  @ApiPropertyOptional({ format: 'uri' })
  public?: string;
}

@ApiSchema({ name: 'Revision' })
export class RevisionDto {
  @ApiProperty({ enum: ['revision'] })
  object: 'revision';

  @ApiProperty()
  id: string;

  @ApiProperty({ enum: REVISION_TYPES })
  type: RevisionType;

  @ApiProperty({ type: [String], description: 'Ids of the revisions that it follows; two for a merge' })
  parents: string[];

  @ApiProperty({ type: [PageDto] })
  pages: PageDto[];

  @ApiProperty({ type: [FileDto] })
  files: FileDto[];

  @ApiProperty({ type: [ReusableContentDto] })
  reusableContents: ReusableContentDto[];

  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' }, description: 'Variables of the space' })
  variables: Record<string, string>;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;

  @ApiProperty({ type: RevisionUrlsDto })
  urls: RevisionUrlsDto;
}
