import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../kernel/auth/actor.js';
import { OpenToVisits } from '../../kernel/auth/bearer-guard.js';
import type { TaggedAnswer, WrittenAnswer } from '../../kernel/http/answer.js';
import { ExtensionOperation, Operation } from '../../kernel/openapi/operation.js';
import { pageOf } from '../../kernel/pagination/page-of.js';
import { PageQuery } from '../../kernel/pagination/page-query.js';
import { ContentService } from './content.service.js';
import { ContentQuery, FileListQuery, LinkListQuery, PageReadQuery, SearchQuery } from './dto/content-queries.dto.js';
import { FileDto, FileListDto } from './dto/file.dto.js';
import { ImportContentDto, ImportResultDto } from './dto/import.dto.js';
import { ContentLinkListDto, ContentLocationDto, FileBacklinkListDto, PageLinkListDto } from './dto/location.dto.js';
import { PageDto, PageTreeDto } from './dto/page.dto.js';
import { RevisionDto } from './dto/revision.dto.js';
import { SearchResultListDto } from './dto/search-result.dto.js';
import { ImportService } from './import.service.js';
import { LinksReport } from './links/links-report.service.js';
import { LinksService } from './links/links.service.js';
import { MainContent } from './main-content.js';
import { RevisionContent } from './revision-content.js';
import { SearchService } from './search.service.js';

const SECTION = 'Space content';

@Controller('v1/spaces/:spaceId')
export class ContentController {
  constructor(
    private readonly main: MainContent,
    private readonly revisions: RevisionContent,
    private readonly content: ContentService,
    private readonly links: LinksService,
    private readonly report: LinksReport,
    private readonly searching: SearchService,
    private readonly imports: ImportService,
  ) {}

  @Operation({ id: 'searchSpaceContent', section: SECTION, summary: "Search a space's content", answer: SearchResultListDto, written: true })
  @OpenToVisits()
  @Get('search')
  search(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Query() query: SearchQuery): Promise<WrittenAnswer> {
    return this.searching.search(actor, spaceId, query);
  }

  @Operation({ id: 'getCurrentRevision', section: SECTION, summary: 'Get the current revision with all pages and files', answer: RevisionDto, written: true })
  @OpenToVisits()
  @Get('content')
  getRevision(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Query() query: ContentQuery): Promise<WrittenAnswer> {
    return this.content.getRevision(actor, this.main.of(spaceId), query);
  }

  @Operation({
    id: 'importContent',
    section: SECTION,
    summary: 'Import content',
    description: 'Adds what is at the address to the content, in one revision. The import is done when this answers.',
    status: 201,
    answer: ImportResultDto,
    errors: [409, 413, 415],
  })
  @Post('content/import')
  import(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Body() body: ImportContentDto): Promise<ImportResultDto> {
    return this.imports.import(actor, this.main.of(spaceId), body);
  }

  @Operation({ id: 'listPages', section: SECTION, summary: 'List pages as a tree', answer: PageTreeDto, written: true })
  @OpenToVisits()
  @Get('content/pages')
  listPages(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Query() query: ContentQuery): Promise<WrittenAnswer> {
    return this.content.listPages(actor, this.main.of(spaceId), query);
  }

  @Operation({ id: 'listFiles', section: SECTION, summary: 'List files', answer: FileListDto, written: true })
  @OpenToVisits()
  @Get('content/files')
  listFiles(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Query() query: FileListQuery): Promise<WrittenAnswer> {
    return this.content.listFiles(actor, this.main.of(spaceId), query);
  }

  @Operation({ id: 'getFileById', section: SECTION, summary: 'Get a file', answer: FileDto, written: true })
  @OpenToVisits()
  @Get('content/files/:fileId')
  getFile(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Param('fileId') fileId: string, @Query() query: ContentQuery): Promise<WrittenAnswer> {
    return this.content.getFile(actor, this.main.of(spaceId), fileId, query);
  }

  @Operation({ id: 'listSpaceFileBacklinks', section: SECTION, summary: 'List the pages that use a file', answer: FileBacklinkListDto })
  @Get('content/files/:fileId/backlinks')
  listFileBacklinks(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Param('fileId') fileId: string, @Query() query: PageQuery): Promise<TaggedAnswer> {
    return this.links.listFileBacklinks(actor, this.main.of(spaceId), fileId, query);
  }

  @Operation({ id: 'getPageById', section: SECTION, summary: 'Get a page', answer: PageDto, written: true })
  @OpenToVisits()
  @Get('content/page/:pageId')
  getPage(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Param('pageId') pageId: string, @Query() query: PageReadQuery): Promise<WrittenAnswer> {
    return this.content.getPage(actor, this.main.of(spaceId), pageId, query);
  }

  @Operation({ id: 'listPageLinksInSpace', section: SECTION, summary: 'List the links of a page', answer: PageLinkListDto })
  @Get('content/page/:pageId/links')
  listPageLinks(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Param('pageId') pageId: string, @Query() query: LinkListQuery): Promise<TaggedAnswer> {
    return this.links.listPageLinks(actor, this.main.of(spaceId), pageId, query);
  }

  @ExtensionOperation({ id: 'getPageByPath', summary: 'Get a page by its path', description: 'The slugs on the way to it, with their slashes as they are or escaped.', answer: PageDto, written: true })
  @OpenToVisits()
  @Get('content/path/*pagePath')
  getPageByPath(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Param('pagePath') pagePath: string, @Query() query: PageReadQuery): Promise<WrittenAnswer> {
    return this.content.getPageByPath(actor, this.main.of(spaceId), pagePath, query);
  }

  @ExtensionOperation({ id: 'listSpacePageBacklinks', summary: 'List the pages that link to a page', answer: pageOf(ContentLocationDto) })
  @Get('content/page/:pageId/backlinks')
  listPageBacklinks(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Param('pageId') pageId: string, @Query() query: PageQuery): Promise<TaggedAnswer> {
    return this.links.listPageBacklinks(actor, this.main.of(spaceId), pageId, query);
  }

  @ExtensionOperation({ id: 'getRevisionById', summary: 'Get a revision with all pages and files', description: 'Of the main content or of a change request, however old.', answer: RevisionDto, written: true })
  @Get('revisions/:revisionId')
  getRevisionById(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Param('revisionId') revisionId: string, @Query() query: ContentQuery): Promise<WrittenAnswer> {
    return this.content.getRevision(actor, this.revisions.of(spaceId, revisionId), query);
  }

  @ExtensionOperation({ id: 'listSpaceLinks', summary: 'List the links of a space', description: 'Of all pages, each with its status and the page that it is on.', answer: ContentLinkListDto })
  @Get('links')
  listLinks(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Query() query: LinkListQuery): Promise<TaggedAnswer> {
    return this.report.list(actor, this.main.of(spaceId), query);
  }
}
