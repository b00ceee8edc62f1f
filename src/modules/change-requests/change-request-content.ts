import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { ConflictError } from '../../kernel/errors/errors.js';
import type { ContentReference, EditableContent, ViewedContent } from '../content/content-reference.js';
import { pastState } from '../content/store/line-state.js';
import type { PlacedSpace } from '../spaces/placed-space.js';
import { SpaceStore } from '../spaces/space-store.js';
import { ChangeRequestAccess } from './change-request.access.js';
import { ChangeRequestBranch, contentState } from './change-request-branch.js';
import { changeFault } from './change-request.policy.js';
import type { PlacedChangeRequest } from './placed-change-request.js';

/** The content of change requests, as requests name it. */
@Injectable()
export class ChangeRequestContent {
  constructor(
    private readonly access: ChangeRequestAccess,
    private readonly branch: ChangeRequestBranch,
    private readonly spaces: SpaceStore,
  ) {}

  of(spaceId: string, idOrNumber: string): ContentReference {
    return {
      path: ['spaces', spaceId, 'change-requests', idOrNumber, 'content'],
      view: async (actor) => viewedContent(await this.access.load(actor, spaceId, idOrNumber, 'view')),
      viewInSpace: async (actor) => this.inSpace(await this.access.load(actor, spaceId, idOrNumber, 'view')),
      edit: (actor) => this.edit(actor, spaceId, idOrNumber),
    };
  }

  private async inSpace(changeRequest: PlacedChangeRequest): Promise<ViewedContent & { space: ViewedContent['space'] & PlacedSpace }> {
    const content = viewedContent(changeRequest);
    return { ...content, space: { ...(await this.spaces.get(changeRequest.spaceId)), within: content.space.within } };
  }

  private async edit(actor: Actor, spaceId: string, idOrNumber: string): Promise<EditableContent> {
    const changeRequest = await this.access.load(actor, spaceId, idOrNumber, 'edit');
    const fault = changeFault(changeRequest.status);
    if (fault !== undefined) throw new ConflictError(fault);
    return { branch: this.branch.of(spaceId, changeRequest.id), state: contentState(changeRequest) };
  }
}

/** Its content as it is newest. */
export function viewedContent(changeRequest: PlacedChangeRequest): ViewedContent {
  const { spaceId, organizationId, revisionId, number, baseNumber } = changeRequest;
  return {
    space: { id: spaceId, organizationId, revisionId, within: ['~', 'changes', String(number)] },
    state: contentState(changeRequest),
    base: pastState(spaceId, baseNumber, revisionId),
  };
}
