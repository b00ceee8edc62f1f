import { ApiProperty, ApiPropertyOptional, ApiSchema } from '../../../../kernel/openapi/late-decorators.js';
import { SpaceDto } from '../../../spaces/dto/space.dto.js';
import { PublishedUrlsDto } from './published-urls.dto.js';

@ApiSchema({ name: 'SiteSpace' })
export class SiteSpaceDto {
  @ApiProperty({ enum: ['site-space'] })
  object: 'site-space';

  @ApiProperty()
  id: string;

  @ApiProperty({ minLength: 1, maxLength: 100 })
  path: string;

  @ApiPropertyOptional({ description: 'Section that it is in; absent at the root of a site without sections' })
  section?: string;

  @ApiProperty({ type: SpaceDto })
  space: SpaceDto;

  @ApiProperty()
  title: string;

  @ApiProperty({ description: 'Whether it is the default of its section, or of the site without sections' })
  default: boolean;

  @ApiPropertyOptional({ minLength: 1, maxLength: 1024, description: 'Expression over `visitor.claims` that decides whether the visitor sees the site space' })
  condition?: string;

  @ApiProperty({ type: PublishedUrlsDto })
  urls: PublishedUrlsDto;
}
