import type { CommentIds } from '../contract/comment-authorization.js';
import type { TestApp } from './test-app.js';

/** A comment with a reply, by whom the token belongs to; `home` is the path of a space or of a change request. */
export async function makeComment(service: TestApp, home: string, token: string, body: object = {}): Promise<CommentIds> {
  const client = service.as(token);
  const comment = await client.post(`${home}/comments`, { body: { markdown: 'A comment.' }, ...body });
  const reply = await client.post(`${home}/comments/${String(comment.body.id)}/replies`, { body: { markdown: 'A reply.' } });
  if (reply.status !== 200) throw new Error(`No reply was made: ${JSON.stringify(reply.body)}`);
  return { commentId: String(comment.body.id), replyId: String(reply.body.id) };
}
