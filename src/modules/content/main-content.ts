import { Injectable } from '@nestjs/common';
import type { PlacedSpace } from '../spaces/placed-space.js';
import { SpaceAccess } from '../spaces/space.access.js';
import type { ContentReference, EditableContent } from './content-reference.js';
import { MainBranch } from './main-branch.js';
import type { ContentDifference } from './model/semantic-changes.js';
import { ContentCopy } from './store/content-copy.js';
import { LineChanges } from './store/line-changes.js';
import { duplicateState, type LineState, mainState, pastState } from './store/line-state.js';

/** The main content of spaces, as requests name it. */
@Injectable()
export class MainContent {
  constructor(
    private readonly access: SpaceAccess,
    private readonly branch: MainBranch,
    private readonly copies: ContentCopy,
    private readonly changes: LineChanges,
  ) {}

  of(spaceId: string): ContentReference {
    return {
      path: ['spaces', spaceId, 'content'],
      view: async (actor) => viewed(await this.access.loadContent(actor, spaceId)),
      viewInSpace: async (actor) => viewed(await this.access.load(actor, spaceId, 'view')),
      edit: async (actor) => {
        const { id, source } = await this.access.loadForDirectEdit(actor, spaceId);
        return source ? this.editable(id) : this.whole(id);
      },
    };
  }

  /** Without regard to any caller. */
  async editable(spaceId: string): Promise<EditableContent> {
    await this.copies.finish([spaceId]);
    return this.whole(spaceId);
  }

  /** What a revision, told by its number, changed of the one before, without regard to any caller. */
  async changesOf(spaceId: string, number: number): Promise<ContentDifference> {
    await this.copies.finish([spaceId]);
    return this.changes.between(pastState(spaceId, number - 1, ''), pastState(spaceId, number, ''));
  }

  private whole(spaceId: string): EditableContent {
    return { branch: this.branch.of(spaceId), state: mainState(spaceId) };
  }
}

function viewed<Space extends Pick<PlacedSpace, 'id' | 'revisionId' | 'source'>>(space: Space): { space: Space; state: LineState } {
  const { id, revisionId, source } = space;
  return { space, state: source ? duplicateState(id, source, revisionId) : mainState(id) };
}
