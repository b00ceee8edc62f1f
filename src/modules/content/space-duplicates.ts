import { Injectable } from '@nestjs/common';
import { GrantsService } from '../access/grants.service.js';
import { TreeService } from '../access/tree.service.js';
import type { PlacedSpace } from '../spaces/placed-space.js';
import { SpaceStore } from '../spaces/space-store.js';
import { MainBranch } from './main-branch.js';
import { ContentCopy } from './store/content-copy.js';
import { RevisionWriter } from './store/revision-writer.js';

const LONGEST_TITLE = 50;
const SUFFIX = ' (copy)';

/** Copies of spaces, without regard to any caller. */
@Injectable()
export class SpaceDuplicates {
  constructor(
    private readonly spaces: SpaceStore,
    private readonly tree: TreeService,
    private readonly grants: GrantsService,
    private readonly branch: MainBranch,
    private readonly content: ContentCopy,
    private readonly writer: RevisionWriter,
  ) {}

  /** Beside the original, within a transaction: whoever sees the one sees the other. */
  async make({ id, organizationId, parentId, title, emoji, editMode }: PlacedSpace, createdBy: string): Promise<string> {
    const copy = await this.spaces.create({
      organizationId,
      parentId: parentId ?? undefined,
      title: [...title].slice(0, LONGEST_TITLE - SUFFIX.length).join('') + SUFFIX,
      emoji: emoji ?? undefined,
      createdBy,
    });
    await this.spaces.update(copy.id, { editMode, defaultLevel: await this.tree.ownLevel(id) });
    await this.grants.copy(id, [copy.id]);
    const draft = await this.writer.open(this.branch.of(copy.id));
    draft.facts = await this.content.begin(id, copy.id);
    draft.changed = true;
    await this.writer.close(draft, { createdBy });
    return copy.id;
  }
}
