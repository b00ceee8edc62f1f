import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { pageOf } from '../../../kernel/pagination/page-of.js';
import { AppUrlsDto } from './page.dto.js';

@ApiSchema({ name: 'SearchSection' })
export class SearchSectionDto {
  @ApiProperty({ description: 'Anchor of the section on its page' })
  id: string;

  @ApiProperty()
  title: string;

  @ApiProperty({ description: 'Path of the page with the anchor' })
  path: string;

  @ApiProperty({ description: 'Text around the match' })
  body: string;

  @ApiProperty({ type: AppUrlsDto })
  urls: AppUrlsDto;
}

@ApiSchema({ name: 'SearchResult' })
export class SearchResultDto {
  @ApiProperty({ description: 'Id of the page' })
  id: string;

  @ApiProperty()
  title: string;

  @ApiProperty()
  path: string;

  @ApiProperty({ type: [SearchSectionDto], description: 'Sections that match, in the order of the page' })
  sections: SearchSectionDto[];

  @ApiProperty({ type: AppUrlsDto })
  urls: AppUrlsDto;
}

export class SearchResultListDto extends pageOf(SearchResultDto) {}
