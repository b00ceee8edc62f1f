import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../kernel/auth/actor.js';
import { TaggedAnswer } from '../../../kernel/http/answer.js';
import { Cursors, cursorScope } from '../../../kernel/pagination/cursors.js';
import type { KeysetColumn } from '../../../kernel/pagination/keyset.js';
import { toPage } from '../../../kernel/pagination/page.js';
import type { ContentReference } from '../content-reference.js';
import type { ChangeRequestLinkListQuery, LinkListQuery } from '../dto/content-queries.dto.js';
import type { ContentLinkListDto } from '../dto/location.dto.js';
import { ContentLinksReader } from './content-links.reader.js';
import { LocationPresenter } from './location.presenter.js';

const ORDER: readonly KeysetColumn[] = [
  { sql: 'page_id', direction: 'asc' },
  { sql: 'ordinal', direction: 'asc', kind: 'number' },
];

/** Tells of all links of a content where they lead, and which lead nowhere. */
@Injectable()
export class LinksReport {
  constructor(
    private readonly links: ContentLinksReader,
    private readonly presenter: LocationPresenter,
    private readonly cursors: Cursors,
  ) {}

  async list(actor: Actor, content: ContentReference, query: LinkListQuery & Partial<ChangeRequestLinkListQuery>): Promise<TaggedAnswer> {
    const { space, state, base } = await content.viewInSpace(actor);
    const { status, brokenContext, limit } = query;
    const scope = cursorScope('content-links', { space: space.id, line: state.line, status, brokenContext });
    const [pageId = '', ordinal = -1] = this.cursors.decode(scope, query.page, ORDER);
    const { stats, links } = await this.links.find(state, base, { status, brokenContext, after: [String(pageId), Number(ordinal)], limit: limit + 1 });
    const around = await this.presenter.surroundings(space, stats.revisionId);
    const body: ContentLinkListDto = {
      ...toPage({
        rows: links,
        limit,
        count: stats.matches,
        cursorOf: ({ source, ordinal: last }) => this.cursors.encode(scope, [source.id, last]),
        present: (link) => ({ ...this.presenter.link(space, around, link), locationReferences: [this.presenter.page(around, link.source)] }),
      }),
      stats: { total: stats.total, broken: { total: stats.broken, ...(base === undefined ? {} : { changeRequest: stats.newlyBroken }) } },
    };
    return new TaggedAnswer(body);
  }
}
