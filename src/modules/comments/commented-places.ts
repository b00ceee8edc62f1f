import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database } from '../../kernel/database/database.js';
import { ComputedContent } from '../content/computed/computed-content.js';
import { MarkdownThread } from '../content/markdown-thread.js';
import type { Page } from '../content/model/page.js';
import type { MarkdownFacts } from '../content/model/markdown/markdown-facts.js';
import { pagePaths, pagesById } from '../content/store/page-rows.js';
import type { CommentHome } from './comment.access.js';
import type { CommentedPage } from './comment.entity.js';
import type { ReadComment } from './read-comment.js';

/** Content that is commented on. */
export type CommentedContent = Pick<CommentHome, 'spaceId' | 'organizationId' | 'revisionId' | 'state'>;

/** Where a comment stands in the content as it is now. */
export interface CommentedPlace {
  /** undefined: gone, or the comment is on no page. */
  readonly page: CommentedPage | undefined;
  /** The beginning of what its node names; undefined where there is none. */
  readonly preview: string | undefined;
  /** The same as long as the revision is; not so of generated pages, and where there is no page one may come to be generated. */
  readonly lasts: boolean;
}

type Previews = ReadonlyMap<string, string>;

interface PlacedPage {
  readonly shown: CommentedPage;
  readonly documentId: string | null;
}

/** In code points. */
const LONGEST_PREVIEW = 200;

/** Finds the pages that comments are on, and the places in them that their nodes name: the anchors of headings. */
@Injectable()
export class CommentedPlaces {
  /** Previews by node, of documents: a document never changes. */
  private readonly previews = new LRUCache<string, Previews>({ max: 500 });
  /** By line, revision and page: a revision never changes. Generated pages are another matter. */
  private readonly placed = new LRUCache<string, PlacedPage>({ max: 5_000 });

  constructor(
    private readonly db: Database,
    private readonly computed: ComputedContent,
    private readonly markdown: MarkdownThread,
  ) {}

  /** The page as comments show it; undefined when the content has none of this id. */
  async find(content: CommentedContent, pageId: string): Promise<CommentedPage | undefined> {
    return (await this.pages(content, [pageId])).get(pageId)?.shown;
  }

  /** In the order of the comments, which are on one content; asks the database the same number of times for any number of them. */
  async of(content: CommentedContent, comments: readonly Pick<ReadComment, 'pageId' | 'node'>[]): Promise<CommentedPlace[]> {
    const pages = await this.pages(content, [...new Set(comments.flatMap(({ pageId }) => pageId ?? []))]);
    const documentIds = comments.flatMap(({ pageId, node }) => (node === null ? [] : (pages.get(pageId ?? '')?.documentId ?? [])));
    const previews = await this.previewsOf([...new Set(documentIds)]);
    return comments.map(({ pageId, node }) => {
      const page = pages.get(pageId ?? '');
      return { page: page?.shown, preview: node === null ? undefined : previews.get(page?.documentId ?? '')?.get(node), lasts: pageId === null || lasts(page) };
    });
  }

  private async pages(content: CommentedContent, pageIds: readonly string[]): Promise<Map<string, PlacedPage>> {
    const key = (pageId: string): string => `${content.state.line}/${content.revisionId}/${pageId}`;
    const known = pageIds.flatMap((pageId) => {
      const page = this.placed.get(key(pageId));
      return page === undefined ? [] : [[pageId, page] as const];
    });
    const places = new Map(known);
    const read = await this.readPages(content, pageIds.filter((pageId) => !places.has(pageId)));
    for (const [pageId, page] of read) {
      places.set(pageId, page);
      if (lasts(page)) this.placed.set(key(pageId), page);
    }
    return places;
  }

  private async readPages({ spaceId, organizationId, revisionId, state }: CommentedContent, pageIds: readonly string[]): Promise<Map<string, PlacedPage>> {
    if (pageIds.length === 0) return new Map();
    const [pages, paths] = await Promise.all([pagesById(this.db, state, pageIds), pagePaths(this.db, state, pageIds)]);
    const generated = await this.computed.generated({ space: { id: spaceId, organizationId, revisionId }, state }, pageIds.filter((id) => !pages.has(id)));
    const made = [...generated.values()].map((page) => [page.pageId, { shown: shown(page, page.path), documentId: null }] as const);
    const found = [...pages.values()].map((page) => [page.pageId, { shown: shown(page, paths.get(page.pageId) ?? page.slug), documentId: page.documentId }] as const);
    return new Map([...found, ...made]);
  }

  private async previewsOf(documentIds: readonly string[]): Promise<Map<string, Previews>> {
    const unknown = documentIds.filter((id) => !this.previews.has(id));
    if (unknown.length > 0) {
      const rows = await this.db.query<{ id: string; markdown: string }>('SELECT id, markdown FROM documents WHERE id = ANY ($1)', [unknown]);
      for (const { id, markdown } of rows) this.previews.set(id, previewsIn(await this.markdown.facts(markdown)));
    }
    return new Map(documentIds.flatMap((id) => {
      const known = this.previews.get(id);
      return known === undefined ? [] : [[id, known] as const];
    }));
  }
}

/** Generated pages have no document of their own. */
function lasts(page: PlacedPage | undefined): boolean {
  return (page?.documentId ?? null) !== null;
}

function shown({ pageId, title, emoji, icon, createdAt, updatedAt }: Page, path: string): CommentedPage {
  return {
    id: pageId,
    title,
    ...(emoji === null ? {} : { emoji }),
    ...(icon === null ? {} : { icon }),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    path,
  };
}

function previewsIn(facts: MarkdownFacts): Previews {
  const sections = facts.sections.filter(({ anchor }) => anchor !== '');
  return new Map(sections.map(({ anchor, title, body }) => [anchor, [...[title, body].filter((part) => part !== '').join('\n')].slice(0, LONGEST_PREVIEW).join('')]));
}
