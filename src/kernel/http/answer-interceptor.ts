import { type CallHandler, type ExecutionContext, HttpStatus, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import { locationOf, TaggedAnswer, WrittenAnswer } from './answer.js';
import { entityTag, namesTag } from './entity-tag.js';

/** Writes what the answer's headers owe to its body: `Location` of what was made, `ETag` and 304 of what was read. */
@Injectable()
export class AnswerInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const http = context.switchToHttp();
    const response = http.getResponse<Response>();
    return next.handle().pipe(
      map((answer) => {
        if (answer instanceof WrittenAnswer) return conditional(answer, http.getRequest<Request>(), response);
        if (answer instanceof TaggedAnswer) return conditional(written(answer), http.getRequest<Request>(), response);
        if (response.statusCode === Number(HttpStatus.CREATED)) setLocation(response, answer);
        // 205 must say itself that nothing follows, or clients wait for a body.
        if (response.statusCode === Number(HttpStatus.RESET_CONTENT)) response.setHeader('Content-Length', '0');
        return answer;
      }),
    );
  }
}

function written({ body }: TaggedAnswer): WrittenAnswer {
  const json = JSON.stringify(body);
  return new WrittenAnswer(json, entityTag(json));
}

function setLocation(response: Response, answer: unknown): void {
  const location = locationOf(answer);
  if (location !== undefined) response.setHeader('Location', location);
}

function conditional(answer: WrittenAnswer, request: Request, response: Response): string | undefined {
  response.setHeader('ETag', answer.entityTag);
  response.setHeader('Cache-Control', 'private');
  if (namesTag(request.headers['if-none-match'], answer.entityTag)) {
    response.status(HttpStatus.NOT_MODIFIED);
    return undefined;
  }
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  return answer.json;
}
