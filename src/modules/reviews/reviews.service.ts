import { Injectable } from '@nestjs/common';
import { noteAct } from '../../kernel/audit/act.js';
import type { Actor } from '../../kernel/auth/actor.js';
import { Clock } from '../../kernel/clock/clock.js';
import { Database } from '../../kernel/database/database.js';
import { NotFoundError } from '../../kernel/errors/errors.js';
import { withLocation } from '../../kernel/http/answer.js';
import { isId, newId } from '../../kernel/ids/id.js';
import { Cursors, cursorScope } from '../../kernel/pagination/cursors.js';
import type { KeysetColumn } from '../../kernel/pagination/keyset.js';
import { toPage } from '../../kernel/pagination/page.js';
import { Urls } from '../../kernel/urls/urls.js';
import { ChangeRequestAccess } from '../change-requests/change-request.access.js';
import { contentState } from '../change-requests/change-request-branch.js';
import { ChangeRequestContent } from '../change-requests/change-request-content.js';
import type { PlacedChangeRequest } from '../change-requests/placed-change-request.js';
import { lockForChange } from '../change-requests/change-request-rows.js';
import { ReviewComments } from '../comments/review-comments.js';
import type { Format } from '../content/dto/content-queries.dto.js';
import type { ReviewDto, ReviewListDto } from './dto/review.dto.js';
import type { ReviewListQuery, ReviewQuery, SubmitReviewDto } from './dto/review-requests.dto.js';
import { OUTDATED, type ReadReview, REVIEW_COLUMNS, REVIEW_PEOPLE, REVIEWS } from './read-review.js';
import { RequestedReviewersService } from './requested-reviewers.service.js';
import { ReviewEntity } from './review.entity.js';
import { ReviewPresenter } from './review.presenter.js';

const ORDER: readonly KeysetColumn[] = [{ sql: 'r.id', direction: 'asc' }];

/** Reviews of change requests. */
@Injectable()
export class ReviewsService {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly access: ChangeRequestAccess,
    private readonly content: ChangeRequestContent,
    private readonly comments: ReviewComments,
    private readonly requests: RequestedReviewersService,
    private readonly presenter: ReviewPresenter,
    private readonly cursors: Cursors,
    private readonly urls: Urls,
  ) {}

  /** The oldest first. */
  async list(actor: Actor, spaceId: string, idOrNumber: string, { outdated, format, page, limit }: ReviewListQuery): Promise<ReviewListDto> {
    const changeRequest = await this.access.load(actor, spaceId, idOrNumber, 'view');
    const scope = cursorScope('reviews', { changeRequest: changeRequest.id, outdated });
    const [after = ''] = this.cursors.decode(scope, page, ORDER);
    const where = `r.change_request_id = $1${outdated === undefined ? '' : ` AND ${OUTDATED} = ${String(outdated)}`}`;
    const [rows, [counted]] = await Promise.all([
      this.find(`${where} AND r.id > $2 ORDER BY r.id LIMIT ${String(limit + 1)}`, [changeRequest.id, after]),
      this.db.query<{ count: number }>(`SELECT count(*)::integer AS count FROM ${REVIEWS} WHERE ${where}`, [changeRequest.id]),
    ]);
    const found = toPage({ rows, limit, count: counted?.count ?? 0, cursorOf: ({ id }) => this.cursors.encode(scope, [id]), present: (review) => review });
    return { ...found, items: await this.present(changeRequest, found.items, format) };
  }

  async get(actor: Actor, spaceId: string, idOrNumber: string, reviewId: string, { format }: ReviewQuery): Promise<ReviewDto> {
    return this.read(await this.access.load(actor, spaceId, idOrNumber, 'view'), reviewId, format);
  }

  /** Takes the place of an earlier one by the same reviewer, and meets the request for one. @throws ConflictError for a merged change request */
  async submit(actor: Actor, spaceId: string, idOrNumber: string, { status, comment }: SubmitReviewDto): Promise<ReviewDto> {
    const { id: changeRequestId } = await this.access.load(actor, spaceId, idOrNumber, 'review');
    const id = newId();
    noteAct({ made: id });
    await this.db.transaction(async () => {
      // First, as its counters are locked before the change request wherever somebody comments.
      if (comment !== undefined) await this.comments.post(actor, this.content.of(spaceId, changeRequestId), id, comment);
      const { revisionId } = await lockForChange(this.db, spaceId, changeRequestId);
      const requestedBy = await this.requests.meet(changeRequestId, actor.userId);
      await this.requests.supersede(changeRequestId, [actor.userId]);
      const now = this.clock.now();
      await this.db.repo(ReviewEntity).insert({ id, changeRequestId, revisionId, reviewerId: actor.userId, requestedBy, status, superseded: false, createdAt: now, updatedAt: now });
    });
    const answer = await this.read(await this.access.load(actor, spaceId, changeRequestId, 'view'), id, 'markdown');
    return withLocation(answer, this.urls.api('spaces', spaceId, 'change-requests', changeRequestId, 'reviews', id));
  }

  private async read(changeRequest: PlacedChangeRequest, reviewId: string, format: Format): Promise<ReviewDto> {
    const rows = isId(reviewId) ? await this.find('r.change_request_id = $1 AND r.id = $2', [changeRequest.id, reviewId]) : [];
    const [review] = await this.present(changeRequest, rows, format);
    if (review === undefined) throw new NotFoundError('There is no such review.');
    return review;
  }

  private find(where: string, values: readonly unknown[]): Promise<ReadReview[]> {
    return this.db.query<ReadReview>(`SELECT ${REVIEW_COLUMNS} FROM ${REVIEWS} ${REVIEW_PEOPLE} WHERE ${where}`, values);
  }

  private async present(changeRequest: PlacedChangeRequest, reviews: readonly ReadReview[], format: Format): Promise<ReviewDto[]> {
    const { spaceId, organizationId, revisionId } = changeRequest;
    const comments = await this.comments.of({ spaceId, organizationId, revisionId, state: contentState(changeRequest) }, reviews.map(({ id }) => id), format);
    return reviews.map((review) => this.presenter.review(review, comments.get(review.id)));
  }
}
