import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../kernel/auth/actor.js';
import type { TaggedAnswer, WrittenAnswer } from '../../kernel/http/answer.js';
import { ExtensionOperation, Operation } from '../../kernel/openapi/operation.js';
import { pageOf } from '../../kernel/pagination/page-of.js';
import { PageQuery } from '../../kernel/pagination/page-query.js';
import { ContentService } from '../content/content.service.js';
import { EditContentDto } from '../content/dto/content-edits.dto.js';
import { ContentQuery, FileListQuery, PageReadQuery } from '../content/dto/content-queries.dto.js';
import { FileDto, FileListDto } from '../content/dto/file.dto.js';
import { ImportContentDto, ImportResultDto } from '../content/dto/import.dto.js';
import { ContentLocationDto, FileBacklinkListDto, PageLinkListDto } from '../content/dto/location.dto.js';
import { PageDto, PageTreeDto } from '../content/dto/page.dto.js';
import { RevisionDto } from '../content/dto/revision.dto.js';
import { ImportService } from '../content/import.service.js';
import { LinksService } from '../content/links/links.service.js';
import { ChangeRequestContent } from './change-request-content.js';
import { ChangeRequestEditsService } from './change-request-edits.service.js';
import { ChangeRequestDto } from './dto/change-request.dto.js';
import { ContentEditsResultDto, EditContentQuery } from './dto/content-edits-result.dto.js';

const SECTION = 'Change request content';
/** Twenty files of a megabyte in base64, and the pages that show them. */
const LARGEST_EDITS = 30_000_000;

/** The same services as for the main content, on the content of a change request. */
@Controller('v1/spaces/:spaceId/change-requests/:changeRequestId/content')
export class ChangeRequestContentController {
  constructor(
    private readonly changeRequests: ChangeRequestContent,
    private readonly content: ContentService,
    private readonly links: LinksService,
    private readonly imports: ImportService,
    private readonly edits: ChangeRequestEditsService,
  ) {}

  @Operation({ id: 'getRevisionOfChangeRequestById', section: SECTION, summary: 'Get the newest revision of a change request with all pages and files', answer: RevisionDto })
  @Get()
  getRevision(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Param('changeRequestId') changeRequestId: string, @Query() query: ContentQuery): Promise<WrittenAnswer> {
    return this.content.getRevision(actor, this.changeRequests.of(spaceId, changeRequestId), query);
  }

  @ExtensionOperation({
    id: 'updateChangeRequestContent',
    summary: 'Change the pages and files of a change request',
    description: 'Makes the changes in their order: all of them, in one revision, or none.',
    answer: [ChangeRequestDto, ContentEditsResultDto],
    errors: [409],
    bodyLimit: LARGEST_EDITS,
  })
  @Post()
  edit(
    @CurrentActor() actor: Actor,
    @Param('spaceId') spaceId: string,
    @Param('changeRequestId') changeRequestId: string,
    @Query() query: EditContentQuery,
    @Body() body: EditContentDto,
  ): Promise<ChangeRequestDto | ContentEditsResultDto> {
    return this.edits.edit(actor, spaceId, changeRequestId, body, query);
  }

  @Operation({
    id: 'importContentInChangeRequest',
    section: SECTION,
    summary: 'Import content into a change request',
    description: 'Adds what is at the address to the content, in one revision. The import is done when this answers.',
    status: 201,
    answer: ImportResultDto,
    errors: [409, 413, 415],
  })
  @Post('import')
  import(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Param('changeRequestId') changeRequestId: string, @Body() body: ImportContentDto): Promise<ImportResultDto> {
    return this.imports.import(actor, this.changeRequests.of(spaceId, changeRequestId), body);
  }

  @Operation({ id: 'listPagesInChangeRequest', section: SECTION, summary: 'List the pages of a change request as a tree', answer: PageTreeDto })
  @Get('pages')
  listPages(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Param('changeRequestId') changeRequestId: string, @Query() query: ContentQuery): Promise<WrittenAnswer> {
    return this.content.listPages(actor, this.changeRequests.of(spaceId, changeRequestId), query);
  }

  @Operation({ id: 'listFilesInChangeRequestById', section: SECTION, summary: 'List the files of a change request', answer: FileListDto })
  @Get('files')
  listFiles(@CurrentActor() actor: Actor, @Param('spaceId') spaceId: string, @Param('changeRequestId') changeRequestId: string, @Query() query: FileListQuery): Promise<WrittenAnswer> {
    return this.content.listFiles(actor, this.changeRequests.of(spaceId, changeRequestId), query);
  }

  @Operation({ id: 'getFileInChangeRequestById', section: SECTION, summary: 'Get a file of a change request', answer: FileDto })
  @Get('files/:fileId')
  getFile(
    @CurrentActor() actor: Actor,
    @Param('spaceId') spaceId: string,
    @Param('changeRequestId') changeRequestId: string,
    @Param('fileId') fileId: string,
    @Query() query: ContentQuery,
  ): Promise<WrittenAnswer> {
    return this.content.getFile(actor, this.changeRequests.of(spaceId, changeRequestId), fileId, query);
  }

  @Operation({ id: 'listChangeRequestFileBacklinks', section: SECTION, summary: 'List the pages of a change request that use a file', answer: FileBacklinkListDto })
  @Get('files/:fileId/backlinks')
  listFileBacklinks(
    @CurrentActor() actor: Actor,
    @Param('spaceId') spaceId: string,
    @Param('changeRequestId') changeRequestId: string,
    @Param('fileId') fileId: string,
    @Query() query: PageQuery,
  ): Promise<TaggedAnswer> {
    return this.links.listFileBacklinks(actor, this.changeRequests.of(spaceId, changeRequestId), fileId, query);
  }

  @Operation({ id: 'getPageInChangeRequestById', section: SECTION, summary: 'Get a page of a change request', answer: PageDto })
  @Get('page/:pageId')
  getPage(
    @CurrentActor() actor: Actor,
    @Param('spaceId') spaceId: string,
    @Param('changeRequestId') changeRequestId: string,
    @Param('pageId') pageId: string,
    @Query() query: PageReadQuery,
  ): Promise<WrittenAnswer> {
    return this.content.getPage(actor, this.changeRequests.of(spaceId, changeRequestId), pageId, query);
  }

  @Operation({ id: 'listPageLinksInChangeRequest', section: SECTION, summary: 'List the links of a page of a change request', answer: PageLinkListDto })
  @Get('page/:pageId/links')
  listPageLinks(
    @CurrentActor() actor: Actor,
    @Param('spaceId') spaceId: string,
    @Param('changeRequestId') changeRequestId: string,
    @Param('pageId') pageId: string,
    @Query() query: PageQuery,
  ): Promise<TaggedAnswer> {
    return this.links.listPageLinks(actor, this.changeRequests.of(spaceId, changeRequestId), pageId, query);
  }

  @ExtensionOperation({ id: 'getPageInChangeRequestByPath', summary: 'Get a page of a change request by its path', answer: PageDto })
  @Get('path/*pagePath')
  getPageByPath(
    @CurrentActor() actor: Actor,
    @Param('spaceId') spaceId: string,
    @Param('changeRequestId') changeRequestId: string,
    @Param('pagePath') pagePath: string,
    @Query() query: PageReadQuery,
  ): Promise<WrittenAnswer> {
    return this.content.getPageByPath(actor, this.changeRequests.of(spaceId, changeRequestId), pagePath, query);
  }

  @ExtensionOperation({ id: 'listChangeRequestPageBacklinks', summary: 'List the pages of a change request that link to a page', answer: pageOf(ContentLocationDto) })
  @Get('page/:pageId/backlinks')
  listPageBacklinks(
    @CurrentActor() actor: Actor,
    @Param('spaceId') spaceId: string,
    @Param('changeRequestId') changeRequestId: string,
    @Param('pageId') pageId: string,
    @Query() query: PageQuery,
  ): Promise<TaggedAnswer> {
    return this.links.listPageBacklinks(actor, this.changeRequests.of(spaceId, changeRequestId), pageId, query);
  }
}
