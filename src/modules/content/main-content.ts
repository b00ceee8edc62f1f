import { Injectable } from '@nestjs/common';
import { SpaceAccess } from '../spaces/space.access.js';
import type { ContentReference, EditableContent } from './content-reference.js';
import { MainBranch } from './main-branch.js';
import { mainState } from './store/line-state.js';

/** The main content of spaces, as requests name it. */
@Injectable()
export class MainContent {
  constructor(
    private readonly access: SpaceAccess,
    private readonly branch: MainBranch,
  ) {}

  of(spaceId: string): ContentReference {
    const state = mainState(spaceId);
    return {
      path: ['spaces', spaceId, 'content'],
      view: async (actor) => ({ space: await this.access.loadContent(actor, spaceId), state }),
      viewInSpace: async (actor) => ({ space: await this.access.load(actor, spaceId, 'view'), state }),
      edit: async (actor) => this.editable((await this.access.loadForDirectEdit(actor, spaceId)).id),
    };
  }

  /** Without regard to any caller. */
  editable(spaceId: string): EditableContent {
    return { branch: this.branch.of(spaceId), state: mainState(spaceId) };
  }
}
