import { Injectable } from '@nestjs/common';
import { SpaceHead } from '../spaces/space-head.js';
import { type Branch, MAIN_LINE } from './store/content-changes.js';

/** The main content of spaces as lines to write to. */
@Injectable()
export class MainBranch {
  constructor(private readonly heads: SpaceHead) {}

  of(spaceId: string): Branch {
    return {
      spaceId,
      line: MAIN_LINE,
      lock: () => this.heads.lock(spaceId),
      move: (from, to, at) => this.heads.move(spaceId, from, to, at),
    };
  }
}
