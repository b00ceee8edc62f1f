import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database } from '../../../kernel/database/database.js';
import { OpenApiPages, type SpecState } from '../../openapi-specs/openapi-pages.js';
import type { ContentSpace, ViewedContent } from '../content-reference.js';
import type { PageComputed, PageNode } from '../model/page.js';
import { ContentReader, type ReadPage } from '../store/content-reader.js';
import type { LineState } from '../store/line-state.js';
import { lineStatement, queryLine } from '../store/line-statement.js';
import { generatedTree, placeholderOf, specOf } from './generated-pages.js';

/** With the revision that they are in: the main content is read as it is newest. */
const COMPUTED = lineStatement(
  'content_computed',
  0,
  (rows) => `
    SELECT DISTINCT head.revision_id AS "revisionId", p.computed FROM ${rows.revision('head')}
    LEFT JOIN ${rows.pages('p', 'p.computed IS NOT NULL')} ON true`,
);

/** Revisions whose specs are remembered. */
const REMEMBERED = 10_000;

/** What the computed pages of a content are made from at this moment. */
export interface ComputedSources {
  /** Changes whenever what is computed changes; empty where nothing is. */
  readonly key: string;
  readonly specs: ReadonlyMap<string, SpecState>;
}

const NO_SOURCES: ComputedSources = { key: '', specs: new Map() };

/** Puts the pages that are made from OpenAPI specs into the place of their placeholders. */
@Injectable()
export class ComputedContent {
  /** Slugs of the specs that a revision is computed from: it never changes, and most have none. */
  private readonly slugs = new LRUCache<string, readonly string[]>({ max: REMEMBERED });

  constructor(
    private readonly db: Database,
    private readonly pages: OpenApiPages,
    private readonly reader: ContentReader,
  ) {}

  /** @param computed false: nothing is to be computed */
  async sources({ space, state }: ViewedContent, computed: boolean): Promise<ComputedSources> {
    if (!computed) return NO_SOURCES;
    const slugs = await this.slugsOf(space, state);
    if (slugs.length === 0) return NO_SOURCES;
    const states = await this.pages.states(space.organizationId, slugs);
    return { key: states.map(({ slug, versionId }) => `${slug}:${versionId}`).join(','), specs: new Map(states.map((spec) => [spec.slug, spec])) };
  }

  /** A placeholder whose spec has no version stays. */
  async expand(pages: readonly PageNode[], sources: ComputedSources): Promise<PageNode[]> {
    if (sources.specs.size === 0) return [...pages];
    return Promise.all(pages.map(async (page) => this.expandOne({ ...page, pages: await this.expand(page.pages, sources) }, sources)));
  }

  /** The page of the content, or one that is made from a placeholder of it. */
  async findPage(state: LineState, pageId: string, sources: ComputedSources): Promise<ReadPage | undefined> {
    const read = await this.reader.findPage(state, pageId);
    if (sources.specs.size === 0) return read;
    if (read !== undefined) return this.withPage(read, (await this.expand([read.page], sources))[0]);
    const placeholderId = placeholderOf(pageId);
    const placeholder = placeholderId === undefined ? undefined : await this.reader.findPage(state, placeholderId);
    if (placeholder === undefined) return undefined;
    return this.withPage(placeholder, find(await this.expand([placeholder.page], sources), (page) => page.pageId === pageId));
  }

  /** As `findPage`, of the page that stands at a path. */
  async findPageAtPath(state: LineState, path: string, sources: ComputedSources): Promise<ReadPage | undefined> {
    const slugs = path.split('/');
    for (;;) {
      const last = await this.reader.findAlongPath(state, slugs);
      if (last === undefined) return undefined;
      if (last.depth < slugs.length) return this.findGenerated(state, last.pageId, path, sources);
      const read = await this.findPage(state, last.pageId, sources);
      // Two statements see two moments: a page that went elsewhere in between is not the one that was asked for.
      if (read === undefined || read.page.path === path) return read;
    }
  }

  /** Those of the pages that are made from a placeholder, by id; asks for the tree only where one may be. */
  async generated(viewed: ViewedContent, pageIds: readonly string[]): Promise<Map<string, PageNode>> {
    const wanted = new Set(pageIds.filter((id) => placeholderOf(id) !== undefined));
    if (wanted.size === 0) return new Map();
    const [sources, tree] = await Promise.all([this.sources(viewed, true), this.reader.findTree(viewed.state)]);
    const open = sources.specs.size === 0 ? [] : await this.expand(tree?.pages ?? [], sources);
    const found = new Map<string, PageNode>();
    for (let page = open.pop(); page !== undefined; page = open.pop()) {
      if (wanted.has(page.pageId)) found.set(page.pageId, page);
      open.push(...page.pages);
    }
    return found;
  }

  /** Markdown of those of the pages that are made from a spec, by their ids; asks once for each spec. */
  async bodies(pages: readonly PageNode[]): Promise<Map<string, string>> {
    const made = pages.flatMap(({ pageId, generated }) => (generated === undefined ? [] : [{ pageId, ...generated }]));
    const bodies = new Map<string, string>();
    for (const versionId of new Set(made.map((page) => page.versionId))) {
      const own = made.filter((page) => page.versionId === versionId);
      const found = await this.pages.bodies(versionId, own.map(({ key }) => key));
      for (const { pageId, key } of own) bodies.set(pageId, found.get(key) ?? '');
    }
    return bodies;
  }

  private async findGenerated(state: LineState, placeholderId: string, path: string, sources: ComputedSources): Promise<ReadPage | undefined> {
    const placeholder = sources.specs.size === 0 ? undefined : await this.reader.findPage(state, placeholderId);
    return placeholder && this.withPage(placeholder, find(await this.expand([placeholder.page], sources), (page) => page.path === path));
  }

  private async withPage(read: ReadPage, page: PageNode | undefined): Promise<ReadPage | undefined> {
    if (page?.generated === undefined) return page && { ...read, page };
    const { versionId, key } = page.generated;
    return { ...read, page, markdown: (await this.pages.findBody(versionId, key)) ?? '' };
  }

  private async expandOne(page: PageNode, { specs }: ComputedSources): Promise<PageNode> {
    const spec = page.type === 'computed' ? specs.get(specOf(page.computed) ?? '') : undefined;
    return spec === undefined ? page : generatedTree(page, spec, await this.pages.heads(spec.versionId));
  }

  private async slugsOf({ revisionId }: ContentSpace, state: LineState): Promise<readonly string[]> {
    const known = this.slugs.get(revisionId);
    if (known !== undefined) return known;
    const rows = await queryLine<{ revisionId: string | null; computed: PageComputed | null }>(this.db, COMPUTED, state);
    const slugs = [...new Set(rows.flatMap(({ computed }) => (computed === null ? [] : (specOf(computed) ?? []))))];
    // The main content may have gone on since: those are the specs of a newer revision.
    if (rows[0]?.revisionId === revisionId) this.slugs.set(revisionId, slugs);
    return slugs;
  }
}

function find(pages: readonly PageNode[], isWanted: (page: PageNode) => boolean): PageNode | undefined {
  for (const page of pages) {
    const found = isWanted(page) ? page : find(page.pages, isWanted);
    if (found !== undefined) return found;
  }
  return undefined;
}
