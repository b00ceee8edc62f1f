import { ApiProperty, ApiSchema } from '../../../kernel/openapi/late-decorators.js';
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

@ApiSchema({ name: 'OrganizationSearchResult' })
export class OrganizationSearchResultDto {
  @ApiProperty({ description: 'Id of the space' })
  id: string;

  @ApiProperty({ description: 'Title of the space' })
  title: string;

  @ApiProperty({ type: [SearchResultDto], description: 'Its best pages, at most 10; a search of the space has them all' })
  pages: SearchResultDto[];
}

export const OrganizationSearchResultListDto = pageOf(OrganizationSearchResultDto);
export type OrganizationSearchResultListDto = InstanceType<typeof OrganizationSearchResultListDto>;

export const SearchResultListDto = pageOf(SearchResultDto);
export type SearchResultListDto = InstanceType<typeof SearchResultListDto>;
