import { HttpStatus } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';
import type { AnswerBounds } from '../config/config.js';
import { UnavailableError } from '../errors/errors.js';
import { asSent, locationOf, TaggedAnswer, WrittenAnswer } from './answer.js';
import type { AnswerSizes } from './answer-sizes.js';
import { entityTag, namesTag } from './entity-tag.js';
import { expressServer } from './express-server.js';
import { UnreadAnswers } from './unread-answers.js';

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Express as Nest drives it, but for the writing of answers: what a handler returns is JSON or nothing, so head and
 * body go out in one piece, without the guesses about type, charset and freshness that Express makes for everyone.
 * Writes what the headers owe to the body: `Location` of what was made, `ETag` and 304 of what was read.
 */
export class AnswerAdapter extends ExpressAdapter {
  /** Learns how large the answers of reads are. */
  sizes?: AnswerSizes;
  private readonly unread: UnreadAnswers;

  constructor(bounds: AnswerBounds) {
    super();
    this.unread = new UnreadAnswers(bounds);
  }

  override initHttpServer(): void {
    const server = expressServer(this.getInstance());
    this.setHttpServer(server);
    this.unread.watch(server);
  }

  /** Handlers are told of by numbers alone, which needs none of Express's checks. */
  override status(response: Response, status: number): Response {
    response.statusCode = status;
    return response;
  }

  override reply(response: Response, answer: unknown, status?: number): void {
    if (status !== undefined) response.statusCode = status;
    if (answer instanceof WrittenAnswer) this.writeConditionally(response, answer);
    else if (answer instanceof TaggedAnswer) this.writeConditionally(response, written(answer));
    else if (answer === undefined || answer === null) writeNothing(response);
    else {
      const location = response.statusCode === Number(HttpStatus.CREATED) ? locationOf(answer) : undefined;
      if (location !== undefined) response.setHeader('Location', location);
      this.write(response, JSON.stringify(answer));
    }
  }

  private write(response: Response, json: string | Uint8Array): void {
    this.learn(response, json);
    this.requireRoom(response, json);
    writeJson(response, json);
  }

  private writeConditionally(response: Response, answer: WrittenAnswer): void {
    if (answer.entityTag === undefined) {
      this.write(response, answer.json);
      return;
    }
    this.learn(response, answer.json);
    const isKnown = namesTag(response.req.headers['if-none-match'], answer.entityTag);
    // First, as a refusal has no tag.
    if (!isKnown) this.requireRoom(response, answer.json);
    response.setHeader('ETag', answer.entityTag);
    response.setHeader('Cache-Control', 'private');
    if (!isKnown) {
      writeJson(response, answer.json);
      return;
    }
    response.statusCode = HttpStatus.NOT_MODIFIED;
    response.end();
  }

  private learn({ req: { method, url } }: Response, json: string | Uint8Array): void {
    if (method === 'GET') this.sizes?.learn(url, json.length);
  }

  /** Only reads are refused: who wrote something must learn what came of it, even if others are cut for that. @throws UnavailableError where a read would have to wait with too many others */
  private requireRoom({ req: { method } }: Response, json: string | Uint8Array): void {
    if (method === 'GET' && !this.unread.hasRoomFor(json.length)) throw new UnavailableError('Too many answers wait to be read. Ask again when the time in Retry-After is over.');
  }
}

/** A body that is handed over whole is sent together with the head; Node counts its length, where it has one to send. */
function writeJson(response: Response, json: string | Uint8Array): void {
  if (response.req.method === 'HEAD') response.setHeader('Content-Length', Buffer.byteLength(json));
  response.setHeader('Content-Type', JSON_TYPE);
  response.end(typeof json === 'string' ? asSent(json) : json);
}

function written({ body }: TaggedAnswer): WrittenAnswer {
  const json = JSON.stringify(body);
  return new WrittenAnswer(json, entityTag(json));
}

function writeNothing(response: Response): void {
  // Whatever may have a body must say that it has none, or clients wait for it.
  if (response.statusCode !== Number(HttpStatus.NO_CONTENT)) response.setHeader('Content-Length', '0');
  response.end();
}
