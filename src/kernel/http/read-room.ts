import { AsyncResource } from 'node:async_hooks';
import type { NextFunction, Request, Response } from 'express';
import { UnavailableError } from '../errors/errors.js';
import { type AnswerSizes, LARGE } from './answer-sizes.js';

/** What a read takes while it is at work for each byte of its answer: rows, what is made of them, text and bytes. */
const TIMES = 4;
/** Longest time, in milliseconds, that a read waits for room. */
const LONGEST_WAIT = 10_000;

interface Read {
  readonly bytes: number;
  readonly begin: () => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * What reads with large answers may take of the process's memory while they are at work, all together: those for which there
 * is no room wait in turn, for a while. Reads whose answers are expected to be small are none of them.
 */
export class ReadRoom {
  /** In the order in which they came. */
  private readonly waiting = new Set<Read>();
  private readonly working = new Set<Read>();
  private taken = 0;

  constructor(
    private readonly bytes: number,
    private readonly sizes: AnswerSizes,
    private readonly longestWait = LONGEST_WAIT,
  ) {}

  readonly handle = (request: Request, response: Response, next: NextFunction): void => {
    const { method, url } = request;
    const expected = method === 'GET' || method === 'HEAD' ? this.sizes.expected(url) : 0;
    if (expected < LARGE) {
      next();
      return;
    }
    const read: Read = {
      // What is larger than the room has it for itself.
      bytes: Math.min(expected * TIMES, this.bytes),
      // In its own flow: it is another read that makes room.
      begin: AsyncResource.bind(next),
      timer: setTimeout(() => {
        this.leave(read);
        next(new UnavailableError('Too many large answers are asked for at once. Ask again when the time in Retry-After is over.'));
      }, this.longestWait),
    };
    const leave = (): void => this.leave(read);
    const leaveAnswered = (): void => {
      if (response.statusCode < 400) this.sizes.learnOfParts(url);
      leave();
    };
    // It is all written, or will come in small parts.
    response.once('prefinish', leaveAnswered).once('pipe', leaveAnswered).once('close', leave);
    this.waiting.add(read);
    this.admit();
  };

  private leave(read: Read): void {
    clearTimeout(read.timer);
    this.waiting.delete(read);
    if (this.working.delete(read)) this.taken -= read.bytes;
    this.admit();
  }

  private admit(): void {
    for (const read of this.waiting) {
      if (this.taken + read.bytes > this.bytes) return;
      this.waiting.delete(read);
      this.working.add(read);
      this.taken += read.bytes;
      clearTimeout(read.timer);
      read.begin();
    }
  }
}
