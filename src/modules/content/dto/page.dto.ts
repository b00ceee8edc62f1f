import { ApiProperty, ApiPropertyOptional, ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import { PAGE_TYPES, type PageComputed, type PageTarget, type PageType } from '../model/page.js';

@ApiSchema({ name: 'AppUrls' })
export class AppUrlsDto {
  @ApiProperty({ format: 'uri', description: 'Address in the application' })
  app: string;
}

@ApiSchema({ name: 'GitObject' })
export class GitObjectDto {
  @ApiProperty({ description: 'Name of the blob' })
  oid: string;

  @ApiProperty({ description: 'Path in the folder or repository that it came from' })
  path: string;
}

@ApiSchema({ name: 'PageLayout' })
export class PageLayoutDto {
  @ApiProperty({ enum: ['default', 'wide'] })
  width: 'default' | 'wide';

  @ApiProperty()
  cover: boolean;

  @ApiProperty({ enum: ['hero', 'full'] })
  coverSize: 'hero' | 'full';

  @ApiProperty()
  title: boolean;

  @ApiProperty()
  description: boolean;

  @ApiProperty()
  tableOfContents: boolean;

  @ApiProperty()
  outline: boolean;

  @ApiProperty()
  pagination: boolean;
}

@ApiSchema({ name: 'CoverReference' })
export class CoverReferenceDto {
  @ApiProperty({ enum: ['file', 'url'] })
  kind: 'file' | 'url';

  @ApiPropertyOptional({ description: 'Id of the file, for `file`' })
  file?: string;

  @ApiPropertyOptional({ description: 'For `url`: as it was written, also one that is relative or leads nowhere' })
  url?: string;
}

@ApiSchema({ name: 'PageCover' })
export class PageCoverDto {
  @ApiProperty({ type: CoverReferenceDto })
  ref: CoverReferenceDto;

  @ApiPropertyOptional({ type: CoverReferenceDto })
  refDark?: CoverReferenceDto;

  @ApiProperty({ type: Number })
  yPos: number;
}

@ApiSchema({ name: 'PageTarget' })
export class PageTargetDto {
  @ApiProperty({ enum: ['url', 'page', 'anchor'] })
  kind: PageTarget['kind'];

  @ApiPropertyOptional({ description: 'For `url`' })
  url?: string;

  @ApiPropertyOptional({ description: 'Id of the page, for `page` and `anchor`' })
  page?: string;

  @ApiPropertyOptional({ description: 'For `anchor`' })
  anchor?: string;
}

@ApiSchema({ name: 'OpenAPIReference' })
export class OpenApiReferenceDto {
  @ApiProperty({ enum: ['openapi'] })
  kind: 'openapi';

  @ApiProperty({ description: 'Slug of the spec' })
  spec: string;
}

@ApiSchema({ name: 'ComputedDependency' })
export class ComputedDependencyDto {
  @ApiProperty({ type: OpenApiReferenceDto })
  ref: OpenApiReferenceDto;
}

@ApiSchema({ name: 'ComputedDependencies' })
export class ComputedDependenciesDto {
  @ApiPropertyOptional({ type: ComputedDependencyDto })
  spec?: ComputedDependencyDto;
}

@ApiSchema({ name: 'PageComputed' })
export class PageComputedDto implements PageComputed {
  @ApiProperty({ description: 'Such as `builtin:openapi`' })
  type: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: { oneOf: [{ type: 'string' }, { type: 'boolean' }] },
    description: 'Of a placeholder: `models`, whether there is a page of models. Of a page made from it: `doc`, what it tells, and `page`, of which part',
  })
  props: Readonly<Record<string, string | boolean>>;

  @ApiPropertyOptional({ type: ComputedDependenciesDto })
  dependencies?: ComputedDependenciesDto;
}

@ApiSchema({ name: 'Page' })
export class PageDto {
  @ApiProperty()
  id: string;

  @ApiProperty()
  title: string;

  @ApiPropertyOptional()
  emoji?: string;

  @ApiPropertyOptional({ description: 'Name of an icon' })
  icon?: string;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;

  @ApiProperty({ format: 'date-time' })
  updatedAt: string;

  @ApiPropertyOptional({ description: 'The body, as it was stored; when one page is read in this format' })
  markdown?: string;

  @ApiPropertyOptional({ type: 'object', additionalProperties: true, description: 'The body as a tree of blocks; when one page is read in this format' })
  document?: object;

  @ApiProperty({ enum: PAGE_TYPES })
  type: PageType;

  @ApiProperty({ type: AppUrlsDto })
  urls: AppUrlsDto;

  @ApiProperty({ description: 'Part of the path under the direct parent' })
  slug: string;

  @ApiProperty({ description: 'The slugs on the way to it' })
  path: string;

  @ApiPropertyOptional()
  description?: string;

  @ApiPropertyOptional({ description: 'Names the body; absent for an empty page' })
  documentId?: string;

  @ApiProperty({ type: () => [PageDto], description: 'Child pages, in order' })
  pages: PageDto[];

  @ApiPropertyOptional({ type: GitObjectDto })
  git?: GitObjectDto;

  @ApiPropertyOptional({ type: PageLayoutDto })
  layout?: PageLayoutDto;

  @ApiPropertyOptional({ type: PageCoverDto })
  cover?: PageCoverDto;

  @ApiPropertyOptional({ type: 'object', additionalProperties: { type: 'string' }, description: 'Variables of the page' })
  variables?: Record<string, string>;

  @ApiPropertyOptional({ type: PageComputedDto, description: 'What the page is computed from' })
  computed?: PageComputedDto;

  @ApiPropertyOptional({ description: 'Of a page that was computed: names the version of what it was computed from' })
  computedSeed?: string;

  @ApiProperty({ description: 'Not in the navigation, still reachable' })
  hidden: boolean;

  @ApiProperty({ description: 'Left out of search' })
  noIndex: boolean;

  @ApiProperty({ description: 'Left out of the index of web search engines' })
  noRobotsIndex: boolean;

  @ApiPropertyOptional({ type: PageTargetDto, description: 'Where a page of type `link` leads' })
  target?: PageTargetDto;

  @ApiPropertyOptional({ description: 'Address that a page of type `link` leads to' })
  href?: string;
}

@ApiSchema({ name: 'PageTree' })
export class PageTreeDto {
  @ApiProperty({ type: [PageDto] })
  pages: PageDto[];
}
