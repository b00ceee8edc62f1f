import { Injectable } from '@nestjs/common';
import { SpaceHead } from '../spaces/space-head.js';
import type { Branch } from './store/content-changes.js';
import { MAIN_LINE } from './store/line-state.js';

/** The main content of spaces as lines to write to. */
@Injectable()
export class MainBranch {
  constructor(private readonly heads: SpaceHead) {}

  of(spaceId: string): Branch {
    return {
      spaceId,
      line: MAIN_LINE,
      lock: async () => ({ ...(await this.heads.lock(spaceId)), baseNumber: null }),
      move: (from, to, { at }) => this.heads.move(spaceId, from, to, at),
    };
  }
}
