import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../kernel/auth/actor.js';
import { NotFoundError } from '../../../kernel/errors/errors.js';
import { TaggedAnswer } from '../../../kernel/http/answer.js';
import { isId } from '../../../kernel/ids/id.js';
import { Cursors, cursorScope } from '../../../kernel/pagination/cursors.js';
import type { KeysetColumn } from '../../../kernel/pagination/keyset.js';
import { toPage } from '../../../kernel/pagination/page.js';
import type { PageQuery } from '../../../kernel/pagination/page-query.js';
import { ComputedContent } from '../computed/computed-content.js';
import type { ContentReference } from '../content-reference.js';
import type { LinkListQuery } from '../dto/content-queries.dto.js';
import type { ContentLocationDto, PageLinkListDto } from '../dto/location.dto.js';
import { ContentReader } from '../store/content-reader.js';
import type { LineState } from '../store/line-state.js';
import { LocationPresenter, type Surroundings } from './location.presenter.js';
import { type LinkedKind, PageLinksReader, type TargetPage } from './page-links.reader.js';

const BY_ORDINAL: readonly KeysetColumn[] = [{ sql: 'ordinal', direction: 'asc', kind: 'number' }];
const BY_PAGE: readonly KeysetColumn[] = [{ sql: 'page_id', direction: 'asc' }];

/** Links of pages, and backlinks of pages and files. */
@Injectable()
export class LinksService {
  constructor(
    private readonly links: PageLinksReader,
    private readonly reader: ContentReader,
    private readonly computed: ComputedContent,
    private readonly presenter: LocationPresenter,
    private readonly cursors: Cursors,
  ) {}

  async listPageLinks(actor: Actor, content: ContentReference, pageId: string, query: Pick<LinkListQuery, keyof PageQuery> & Partial<LinkListQuery>): Promise<TaggedAnswer> {
    const { space, state, base } = await content.viewInSpace(actor);
    const scope = cursorScope('page-links', { space: space.id, line: state.line, page: pageId, status: query.status });
    const after = Number(this.cursors.decode(scope, query.page, BY_ORDINAL)[0] ?? -1);
    const { stats, links } = await this.links.findLinks(state, requireId(pageId, NO_PAGE), { status: query.status, after, limit: query.limit + 1 });
    // Pages that are made from a spec have no links of their own.
    if (!stats.pageExists && !(await this.computed.generated({ space, state }, [pageId])).has(pageId)) throw new NotFoundError(NO_PAGE);
    const around = await this.presenter.surroundings(space, stats.revisionId);
    const body: PageLinkListDto = {
      ...toPage({
        rows: links,
        limit: query.limit,
        count: stats.matches,
        cursorOf: (link) => this.cursors.encode(scope, [link.ordinal]),
        present: (link) => this.presenter.link(space, around, link),
      }),
      stats: { total: stats.total, broken: { total: stats.broken, ...(base === undefined ? {} : { changeRequest: await this.newlyBroken(state, base, pageId) }) } },
    };
    return new TaggedAnswer(body);
  }

  /** How many links of the page are broken here and were not in the content below. */
  private async newlyBroken(state: LineState, base: LineState, pageId: string): Promise<number> {
    const broken = await this.links.findBroken(state, pageId);
    if (broken.length === 0) return 0;
    const before = new Set(await this.links.findBroken(base, pageId));
    return broken.filter((address) => !before.has(address)).length;
  }

  async listFileBacklinks(actor: Actor, content: ContentReference, fileId: string, query: PageQuery): Promise<TaggedAnswer> {
    const { space, state } = await content.viewInSpace(actor);
    const file = await this.reader.findFile(state, requireId(fileId, NO_FILE));
    if (file === undefined) throw new NotFoundError(NO_FILE);
    return this.backlinks({ space, state }, 'file', fileId, query, (around, page) => this.presenter.fileBacklink(space, around, file, page));
  }

  async listPageBacklinks(actor: Actor, content: ContentReference, pageId: string, query: PageQuery): Promise<TaggedAnswer> {
    return this.backlinks(await content.viewInSpace(actor), 'page', requireId(pageId, NO_PAGE), query, (around, page) => this.presenter.page(around, page));
  }

  private async backlinks(
    { space, state }: Viewed,
    kind: LinkedKind,
    targetId: string,
    query: PageQuery,
    present: (around: Surroundings, page: TargetPage) => ContentLocationDto,
  ): Promise<TaggedAnswer> {
    const scope = cursorScope(`${kind}-backlinks`, { space: space.id, line: state.line, [kind]: targetId });
    const after = String(this.cursors.decode(scope, query.page, BY_PAGE)[0] ?? '');
    const { pages, total, targetExists, revisionId } = await this.links.findBacklinks(state, kind, targetId, after, query.limit + 1);
    if (!targetExists) throw new NotFoundError(kind === 'page' ? NO_PAGE : NO_FILE);
    const around = await this.presenter.surroundings(space, revisionId);
    return new TaggedAnswer(
      toPage({
        rows: pages,
        limit: query.limit,
        count: total,
        cursorOf: ({ id }) => this.cursors.encode(scope, [id]),
        present: (page) => present(around, page),
      }),
    );
  }
}

type Viewed = Awaited<ReturnType<ContentReference['viewInSpace']>>;

const NO_PAGE = 'There is no such page in this content.';
const NO_FILE = 'There is no such file in this content.';

/** What can't be an id names nothing. */
function requireId(id: string, missing: string): string {
  if (!isId(id)) throw new NotFoundError(missing);
  return id;
}
