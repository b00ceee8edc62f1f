import { Module, type OnModuleInit } from '@nestjs/common';
import { DomainEvents } from '../../kernel/database/domain-events.js';
import { AccessModule } from '../access/access.module.js';
import { CollectionsModule } from '../collections/collections.module.js';
import { TargetsTransferred } from '../access/targets-transferred.event.js';
import { OpenApiSpecsModule } from '../openapi-specs/openapi-specs.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { SpaceTrashed } from '../spaces/space-trashed.event.js';
import { SpaceCreated } from '../spaces/space-created.event.js';
import { SpacesModule } from '../spaces/spaces.module.js';
import { ComputedContent } from './computed/computed-content.js';
import { ContentAnswers, SearchAnswers } from './content-answers.js';
import { ContentController } from './content.controller.js';
import { ContentMerges } from './content-merges.js';
import { ContentImports } from './content-imports.js';
import { ContentPresenter } from './content.presenter.js';
import { ContentService } from './content.service.js';
import { ContentEdits } from './edits/content-edits.service.js';
import { EditedFiles } from './edits/edited-files.js';
import { EditPreparation } from './edits/edit-preparation.js';
import { PageEdits } from './edits/page-edits.js';
import { PageReverts } from './edits/page-reverts.js';
import { ContentExport } from './export/content-export.service.js';
import { ExportController } from './export/export.controller.js';
import { DownloadsController } from './files/downloads.controller.js';
import { DownloadsService } from './files/downloads.service.js';
import { FileLinks } from './files/file-links.js';
import { FileListing } from './files/file-listing.js';
import { HtmlThread } from './import/html-thread.js';
import { ImportSources } from './import/import-sources.js';
import { ImportService } from './import.service.js';
import { ContentLinksReader } from './links/content-links.reader.js';
import { LinksReport } from './links/links-report.service.js';
import { LinkResolver } from './links/link-resolver.js';
import { LinksService } from './links/links.service.js';
import { LocationPresenter } from './links/location.presenter.js';
import { PageLinksReader } from './links/page-links.reader.js';
import { MainBranch } from './main-branch.js';
import { MainContent } from './main-content.js';
import { MarkdownThread } from './markdown-thread.js';
import { OrganizationSearchController } from './organization-search.controller.js';
import { OrganizationSearchService } from './organization-search.service.js';
import { PageBodies } from './page-bodies.js';
import { PageSources } from './page-sources.js';
import { OrganizationSearch } from './search/organization-search.js';
import { SearchIndex } from './search/search-index.js';
import { SearchPresenter } from './search.presenter.js';
import { SearchService } from './search.service.js';
import { RevisionContent } from './revision-content.js';
import { SampleSpaces } from './sample-spaces.js';
import { SemanticChanges } from './semantic-changes.service.js';
import { SpaceDuplicates } from './space-duplicates.js';
import { SpaceDuplicatesController } from './space-duplicates.controller.js';
import { SpaceDuplicatesService } from './space-duplicates.service.js';
import { ContentCopy } from './store/content-copy.js';
import { DocumentCollection } from './store/document-collection.js';
import { ContentReader } from './store/content-reader.js';
import { DeadLinks } from './store/dead-links.js';
import { ContentWriter } from './store/content-writer.js';
import { ItemVersions } from './store/item-versions.js';
import { LineChanges } from './store/line-changes.js';
import { LinkHealing } from './store/link-healing.js';
import { LinkWriter } from './store/link-writer.js';
import { PageChanges } from './store/page-changes.js';
import { RevisionWriter } from './store/revision-writer.js';
import { SearchWriter } from './store/search-writer.js';

@Module({
  imports: [AccessModule, CollectionsModule, OpenApiSpecsModule, OrganizationsModule, SpacesModule],
  controllers: [ContentController, ExportController, DownloadsController, OrganizationSearchController, SpaceDuplicatesController],
  providers: [
    ComputedContent,
    ContentAnswers,
    ContentCopy,
    ContentEdits,
    ContentExport,
    ContentImports,
    ContentLinksReader,
    ContentMerges,
    ContentPresenter,
    ContentReader,
    ContentService,
    ContentWriter,
    DeadLinks,
    DocumentCollection,
    DownloadsService,
    EditedFiles,
    EditPreparation,
    FileLinks,
    FileListing,
    HtmlThread,
    ImportService,
    ImportSources,
    ItemVersions,
    LineChanges,
    LinkHealing,
    LinkResolver,
    LinksReport,
    LinksService,
    LinkWriter,
    LocationPresenter,
    MainBranch,
    MainContent,
    MarkdownThread,
    OrganizationSearch,
    OrganizationSearchService,
    PageBodies,
    PageChanges,
    PageEdits,
    PageLinksReader,
    PageReverts,
    PageSources,
    RevisionContent,
    RevisionWriter,
    SampleSpaces,
    SemanticChanges,
    SearchAnswers,
    SearchIndex,
    SearchPresenter,
    SearchService,
    SearchWriter,
    SpaceDuplicates,
    SpaceDuplicatesService,
  ],
  exports: [ComputedContent, ContentCopy, ContentEdits, ContentExport, ContentMerges, ContentPresenter, ContentReader, ContentService, ContentWriter, ImportService, LinksReport, LinksService, MainBranch, MainContent, MarkdownThread, OrganizationSearchService, PageChanges, PageSources, RevisionContent, RevisionWriter, SampleSpaces, SemanticChanges],
})
export class ContentModule implements OnModuleInit {
  constructor(
    private readonly events: DomainEvents,
    private readonly writer: ContentWriter,
    private readonly branch: MainBranch,
    private readonly search: SearchIndex,
    private readonly copies: ContentCopy,
  ) {}

  /** A new space starts with an empty revision; one that goes to another organization is found there; one that goes takes no other's content with it. */
  onModuleInit(): void {
    this.events.on(SpaceCreated, async ({ spaceId, createdBy }) => {
      await this.writer.begin(this.branch.of(spaceId), createdBy);
    });
    this.events.on(TargetsTransferred, async ({ ids }) => {
      await this.copies.finish(ids);
      await this.search.follow(ids);
    });
    this.events.on(SpaceTrashed, ({ spaceId }) => this.copies.finish([spaceId]));
  }
}
