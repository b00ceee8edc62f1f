import { Database } from '../src/kernel/database/database.js';
import { newId } from '../src/kernel/ids/id.js';
import { SlotFiller } from '../src/kernel/permissions/slots.js';
import { CommentLists } from '../src/modules/comments/comment-lists.js';
import { CommentsService } from '../src/modules/comments/comments.service.js';
import type { CommentListDto } from '../src/modules/comments/dto/comment.dto.js';
import type { CommentListQuery } from '../src/modules/comments/dto/comment-requests.dto.js';
import { MAX_PAGE_SIZE } from '../src/kernel/pagination/page-query.js';
import type { ContentReference } from '../src/modules/content/content-reference.js';
import { MainContent } from '../src/modules/content/main-content.js';
import type { BenchOptions } from './options.js';
import { median, milliseconds, rounded } from './statistics.js';
import type { Workbench } from './workbench.js';

/** Median milliseconds of one step in both spaces. */
export interface CommentingStep {
  step: string;
  small: number;
  large: number;
  /** Large over small: the median of the rounds' ratios. */
  ratio: number;
}

export interface CommentingReport {
  comments: readonly [small: number, large: number];
  steps: readonly CommentingStep[];
}

/** Comments on the page that is filtered by, and by the author who is: as many in both spaces. */
const MATCHES = 60;
const QUERY = { limit: 50, order: 'desc', status: 'all', format: 'markdown' } as const;
const WARM_UP_ROUNDS = 3;

/** What comments cost in a space with few and in one with very many of them, the two turn by turn, in this process. */
export async function measureCommenting(bench: Workbench, { comments, growthRepeats }: BenchOptions): Promise<CommentingReport> {
  const [small, large] = [await CommentedSpace.make(bench, comments[0]), await CommentedSpace.make(bench, comments[1])];
  const steps: CommentingStep[] = [];
  for (const step of ['first page', 'deep page', 'of one page', 'of one author', 'resolved', 'create'] as const) {
    const times: { small: number; large: number }[] = [];
    for (let round = 0; round < WARM_UP_ROUNDS + growthRepeats; round += 1) {
      times.push({ small: await milliseconds(() => small.run(step)), large: await milliseconds(() => large.run(step)) });
    }
    const kept = times.slice(WARM_UP_ROUNDS);
    const middle = (of: (time: { small: number; large: number }) => number): number => rounded(median(kept.map(of)));
    steps.push({ step, small: middle((time) => time.small), large: middle((time) => time.large), ratio: middle((time) => time.large / time.small) });
  }
  return { comments, steps };
}

type Step = 'first page' | 'deep page' | 'of one page' | 'of one author' | 'resolved' | 'create';

class CommentedSpace {
  private constructor(
    private readonly bench: Workbench,
    private readonly content: ContentReference,
    private readonly pageId: string,
    private readonly authorId: string,
    private readonly deep: string,
  ) {}

  static async make(bench: Workbench, comments: number): Promise<CommentedSpace> {
    const { id, pageIds } = await bench.space(10, 2);
    const [pageId = '', ...others] = pageIds;
    const authorId = await insertComments(bench, id, comments, pageId, others);
    const made = new CommentedSpace(bench, bench.app.get(MainContent).of(id), pageId, authorId, '');
    // Three quarters of the way, by the longest pages.
    let page: string | undefined;
    for (let left = Math.floor((comments * 3) / 4); left > 0; ) {
      const limit = Math.min(MAX_PAGE_SIZE, left);
      page = (await made.list({ limit, ...(page === undefined ? {} : { page }) })).next?.page;
      left -= limit;
    }
    return new CommentedSpace(bench, made.content, pageId, authorId, page ?? '');
  }

  async run(step: Step): Promise<void> {
    if (step === 'create') {
      const actor = await this.bench.actor();
      await this.bench.app.get(SlotFiller).fill(actor, () => this.bench.app.get(CommentsService).create(actor, this.content, { page: this.pageId, body: { markdown: 'One more.' } }));
    } else await this.list(this.queryOf(step));
  }

  private queryOf(step: Exclude<Step, 'create'>): Partial<CommentListQuery> {
    switch (step) {
      case 'first page':
        return {};
      case 'deep page':
        return { page: this.deep };
      case 'of one page':
        return { targetPage: this.pageId, status: 'open' };
      case 'of one author':
        return { authors: [this.authorId] };
      case 'resolved':
        return { status: 'resolved' };
    }
  }

  private async list(query: Partial<CommentListQuery>): Promise<CommentListDto> {
    const actor = await this.bench.actor();
    const { json } = await this.bench.app.get(SlotFiller).fill(actor, () => this.bench.app.get(CommentLists).list(actor, this.content, { ...QUERY, ...query }));
    return JSON.parse(Buffer.from(json).toString()) as CommentListDto; // what the list wrote
  }
}

/** Answers an author of few of them. The first page has few, too; every tenth is resolved. */
export async function insertComments(bench: Workbench, spaceId: string, comments: number, pageId: string, otherPages: readonly string[]): Promise<string> {
  const db = bench.app.get(Database);
  const [frequent, rare] = [newId(), newId()];
  for (const id of [frequent, rare]) {
    await db.query(`INSERT INTO users (id, email, email_key, display_name, created_at) VALUES ($1, $2, $2, 'Author', now())`, [id, `${id.toLowerCase()}@example.com`]);
  }
  const ids = Array.from({ length: comments }, newId);
  const every = Math.floor(comments / MATCHES);
  await db.query('ALTER TABLE comments DISABLE TRIGGER USER'); // one by one they count, which takes long for so many in one transaction
  await db.query(
    `INSERT INTO comments (id, home_id, space_id, revision_id, page_id, page, markdown, posted_by, posted_at, resolved, resolved_by, resolved_at)
     SELECT id, $2, $2, $2, page_id, json_build_object('id', page_id, 'title', 'Page', 'path', 'page', 'createdAt', now(), 'updatedAt', now()),
       'A comment of some words, number ' || number, CASE WHEN number % $5 = 1 THEN $7 ELSE $6 END, now(), number % 10 = 0,
       CASE WHEN number % 10 = 0 THEN $6 END, CASE WHEN number % 10 = 0 THEN now() END
     FROM (SELECT id, number, CASE WHEN number % $5 = 0 THEN $3 ELSE ($4::text[])[1 + number % cardinality($4::text[])] END AS page_id
           FROM unnest($1::text[]) WITH ORDINALITY AS made (id, number)) AS made`,
    [ids, spaceId, pageId, otherPages, every, frequent, rare],
  );
  await db.query('ALTER TABLE comments ENABLE TRIGGER USER');
  await db.query('INSERT INTO comment_counts (home_id, resolved, space_id, count) SELECT home_id, resolved, space_id, count(*) FROM comments WHERE space_id = $1 GROUP BY 1, 2, 3', [spaceId]);
  await db.query('UPDATE spaces SET comments = (SELECT count FROM comment_counts WHERE home_id = $1 AND NOT resolved) WHERE id = $1', [spaceId]);
  await db.query('ANALYZE comments');
  return rare;
}
