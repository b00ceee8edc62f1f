import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { NotFoundError } from '../../kernel/errors/errors.js';
import type { WrittenAnswer } from '../../kernel/http/answer.js';
import { isId } from '../../kernel/ids/id.js';
import { fillPlacedSlots, placeSlot } from '../../kernel/permissions/slots.js';
import { type SpacePublication, SpacePublications } from '../spaces/space-facts.js';
import { ComputedContent, type ComputedSources } from './computed/computed-content.js';
import type { ContentReference, ContentSpace, ReadableContent, ViewedContent } from './content-reference.js';
import { ContentAnswers } from './content-answers.js';
import { ContentPresenter } from './content.presenter.js';
import type { ContentQuery, FileListQuery, PageReadQuery } from './dto/content-queries.dto.js';
import { FileListing } from './files/file-listing.js';
import { PageBodies } from './page-bodies.js';
import { ContentReader, type ReadPage } from './store/content-reader.js';
import type { LineState } from './store/line-state.js';
import { NO_SPACE } from '../spaces/placed-space.js';

const NO_PAGE = 'There is no such page in this content.';
const NO_FILE = 'There is no such file in this content.';
/** Reads content, as a reference to it opens it. */
@Injectable()
export class ContentService {
  constructor(
    private readonly reader: ContentReader,
    private readonly computed: ComputedContent,
    private readonly bodies: PageBodies,
    private readonly files: FileListing,
    private readonly presenter: ContentPresenter,
    private readonly answers: ContentAnswers,
  ) {}

  async getRevision(actor: Actor, content: ReadableContent, query: ContentQuery): Promise<WrittenAnswer> {
    const viewed = await content.view(actor);
    const { space, state } = viewed;
    const [sources, publication] = await Promise.all([this.computed.sources(viewed, query.computed), publicationOf(space)]);
    const parts = ['revision', query.metadata, query.computed, sources.key, publication?.visibility, publication?.url];
    return this.answers.get(space, parts, NO_SPACE, () => this.readRevision(space, state, sources, publication, query));
  }

  async listPages(actor: Actor, content: ContentReference, query: ContentQuery): Promise<WrittenAnswer> {
    const viewed = await content.view(actor);
    const sources = await this.computed.sources(viewed, query.computed);
    const { space, state } = viewed;
    return this.answers.get(space, ['pages', query.metadata, query.computed, sources.key], NO_SPACE, async () => {
      const tree = await this.reader.findTree(state);
      return tree && { revisionId: tree.revisionId, body: { pages: this.presenter.pages(space, await this.computed.expand(tree.pages, sources), query) } };
    });
  }

  async getPage(actor: Actor, content: ContentReference, pageId: string, query: PageReadQuery): Promise<WrittenAnswer> {
    const viewed = await content.view(actor);
    if (!isId(pageId)) throw new NotFoundError(NO_PAGE);
    return this.answerPage(viewed, ['page', pageId], query, (sources) => this.computed.findPage(viewed.state, pageId, sources));
  }

  async getPageByPath(actor: Actor, content: ContentReference, path: string, query: PageReadQuery): Promise<WrittenAnswer> {
    const viewed = await content.view(actor);
    // Slugs are composed; names from folders of some systems, and so links to them, are not.
    const slugs = path.normalize('NFC').replace(/\/$/, '');
    return this.answerPage(viewed, ['path', encodeURIComponent(slugs)], query, (sources) => this.computed.findPageAtPath(viewed.state, slugs, sources));
  }

  private async answerPage(viewed: ViewedContent, name: readonly string[], query: PageReadQuery, find: (sources: ComputedSources) => Promise<ReadPage | undefined>): Promise<WrittenAnswer> {
    const sources = await this.computed.sources(viewed, query.computed);
    const { space, state } = viewed;
    const parts = [...name, query.format, query.evaluated, query.metadata, query.computed, sources.key];
    return this.answers.get(space, parts, NO_PAGE, async () => {
      const read = await find(sources);
      if (read === undefined) return undefined;
      const body = await this.bodies.present(state, read, query);
      return { revisionId: read.revisionId, body: { ...this.presenter.page(space, read.page, query), ...body } };
    });
  }

  async listFiles(actor: Actor, content: ContentReference, query: FileListQuery): Promise<WrittenAnswer> {
    const { space, state } = await content.view(actor);
    const parts = ['files', query.metadata, query.computed, query.limit, query.page ?? ''];
    return this.answers.get(space, parts, NO_SPACE, () => this.files.list(space, state, query));
  }

  async getFile(actor: Actor, content: ContentReference, fileId: string, query: ContentQuery): Promise<WrittenAnswer> {
    const { space, state } = await content.view(actor);
    if (!isId(fileId)) throw new NotFoundError(NO_FILE);
    return this.answers.get(space, ['file', fileId, query.metadata, query.computed], NO_FILE, async () => {
      const file = await this.reader.findFile(state, fileId);
      return file && { revisionId: file.revisionId, body: this.presenter.file(space, file, query) };
    });
  }

  private async readRevision(space: ContentSpace, state: LineState, sources: ComputedSources, publication: SpacePublication | undefined, query: ContentQuery): Promise<{ revisionId: string; body: object } | undefined> {
    // Three statements see three moments: they are asked again until all saw the same revision.
    for (;;) {
      const [revision, tree, list] = await Promise.all([
        this.reader.findRevision(state),
        this.reader.findTree(state),
        this.reader.findFiles(state),
      ]);
      if (revision === undefined || tree === undefined || list === undefined) return undefined;
      if (revision.id !== tree.revisionId || revision.id !== list.revisionId) continue;
      const pages = await this.computed.expand(tree.pages, sources);
      return { revisionId: revision.id, body: this.presenter.revision(space, publication, revision, pages, list.files, query) };
    }
  }
}

/** Known before the answer, which is kept as it is written, and differs by it. */
async function publicationOf(space: ContentSpace): Promise<SpacePublication | undefined> {
  let publication: SpacePublication | undefined;
  placeSlot(SpacePublications, space, (found) => (publication = found));
  await fillPlacedSlots();
  return publication;
}
