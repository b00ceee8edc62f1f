import { Injectable } from '@nestjs/common';
import { PassingItem } from '../../kernel/pagination/written-items.js';
import type { Format } from '../content/dto/content-queries.dto.js';
import { MarkdownThread } from '../content/markdown-thread.js';
import { presentBodies } from './comment-body.js';
import { CommentPresenter } from './comment.presenter.js';
import { type CommentedContent, CommentedPlaces } from './commented-places.js';
import type { CommentDto, CommentReplyDto } from './dto/comment.dto.js';
import type { ReadComment, ReadReply } from './read-comment.js';

/** What is told of comments, with the places they are on, and of replies. */
@Injectable()
export class CommentAnswers {
  constructor(
    private readonly places: CommentedPlaces,
    private readonly presenter: CommentPresenter,
    private readonly markdown: MarkdownThread,
  ) {}

  /** In the order of the comments, which are on one content; asks the database the same number of times for any number of them. */
  async of(content: CommentedContent, comments: readonly ReadComment[], format: Format): Promise<CommentDto[]> {
    return (await this.placed(content, comments, format)).map(({ answer }) => answer);
  }

  /** As `of`, for lists: all but what passes follows from the comment, the revision and the line, and the format. */
  async items(content: CommentedContent, comments: readonly ReadComment[], format: Format): Promise<(CommentDto | PassingItem)[]> {
    return (await this.placed(content, comments, format)).map(({ answer, lasts }) => (lasts ? answer : new PassingItem(answer)));
  }

  /** In the order of the replies. */
  async replies(replies: readonly ReadReply[], format: Format): Promise<CommentReplyDto[]> {
    const bodies = await presentBodies(this.markdown, replies, format);
    return replies.map((reply) => this.presenter.reply(reply, bodies));
  }

  private async placed(content: CommentedContent, comments: readonly ReadComment[], format: Format): Promise<{ answer: CommentDto; lasts: boolean }[]> {
    const [places, bodies] = await Promise.all([this.places.of(content, comments), presentBodies(this.markdown, comments, format)]);
    return comments.map((comment, index) => {
      const place = places[index] ?? { page: undefined, preview: undefined, lasts: false };
      return { answer: this.presenter.comment(comment, place, bodies), lasts: place.lasts };
    });
  }
}
