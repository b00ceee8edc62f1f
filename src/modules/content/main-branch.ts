import { Injectable } from '@nestjs/common';
import { SpaceHead } from '../spaces/space-head.js';
import type { Branch, BranchHead } from './store/content-changes.js';
import { ContentCopy } from './store/content-copy.js';
import { MAIN_LINE } from './store/line-state.js';

/** The main content of spaces as lines to write to. */
@Injectable()
export class MainBranch {
  constructor(
    private readonly heads: SpaceHead,
    private readonly copies: ContentCopy,
  ) {}

  of(spaceId: string): Branch {
    return {
      spaceId,
      line: MAIN_LINE,
      lock: () => this.lock(spaceId),
      move: (from, to, { at }) => this.heads.move(spaceId, from, to, at),
    };
  }

  private async lock(spaceId: string): Promise<BranchHead> {
    const { revisionId, number, isShared } = await this.heads.lock(spaceId);
    if (isShared) await this.copies.finish([spaceId]);
    return { revisionId, number, baseNumber: null };
  }
}
