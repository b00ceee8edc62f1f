import { ApiProperty, ApiPropertyOptional, ApiSchema } from '../../../../kernel/openapi/late-decorators.js';
import { PublishedUrlsDto } from './published-urls.dto.js';
import { SiteSpaceDto } from './site-space.dto.js';

@ApiSchema({ name: 'SiteSection' })
export class SiteSectionDto {
  @ApiProperty({ enum: ['site-section'] })
  object: 'site-section';

  @ApiProperty()
  id: string;

  @ApiProperty({ minLength: 2, maxLength: 128 })
  title: string;

  @ApiPropertyOptional({ maxLength: 256 })
  description?: string;

  @ApiProperty({ description: 'Whether it is the default section of the site' })
  default: boolean;

  @ApiProperty({ minLength: 1, maxLength: 100 })
  path: string;

  @ApiPropertyOptional({ minLength: 1, maxLength: 1024, description: 'Expression over `visitor.claims` that decides whether the visitor sees the section' })
  condition?: string;

  @ApiPropertyOptional({ description: 'Group that the section is in' })
  sectionGroup?: string;

  @ApiPropertyOptional({ maxLength: 50, description: 'Name of an icon' })
  icon?: string;

  @ApiProperty({ type: SiteSpaceDto, isArray: true })
  siteSpaces: SiteSpaceDto[];

  @ApiProperty({ type: PublishedUrlsDto })
  urls: PublishedUrlsDto;
}
