import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Database } from '../../kernel/database/database.js';
import type { SemanticChangesQuery } from '../content/dto/semantic-changes.dto.js';
import { RevisionContent } from '../content/revision-content.js';
import { SemanticChanges } from '../content/semantic-changes.service.js';
import { pastState } from '../content/store/line-state.js';
import { ChangeRequestAccess } from './change-request.access.js';
import { contentState } from './change-request-branch.js';
import { viewedContent } from './change-request-content.js';
import { ChangeRequestPresenter } from './change-request.presenter.js';
import type { RevisionChangesDto } from './dto/revision-changes.dto.js';
import { findPlacedChangeRequest } from './placed-change-request.js';

/** What revisions and change requests change. */
@Injectable()
export class RevisionChangesService {
  constructor(
    private readonly db: Database,
    private readonly access: ChangeRequestAccess,
    private readonly revisions: RevisionContent,
    private readonly changes: SemanticChanges,
    private readonly presenter: ChangeRequestPresenter,
  ) {}

  /** Against the revision before it. */
  async ofRevision(actor: Actor, spaceId: string, revisionId: string, { limit }: SemanticChangesQuery): Promise<RevisionChangesDto> {
    const { space, state, before, mergedLine } = await this.revisions.view(actor, spaceId, revisionId);
    const merged = mergedLine === undefined ? undefined : await findPlacedChangeRequest(this.db, space.id, mergedLine);
    const changes = await this.changes.between(space, before, state, limit);
    return { ...changes, ...(merged === undefined ? {} : { mergedFrom: this.presenter.present(merged) }) };
  }

  /** Against the main content that it took in last. */
  async ofChangeRequest(actor: Actor, spaceId: string, idOrNumber: string, { limit }: SemanticChangesQuery): Promise<RevisionChangesDto> {
    const changeRequest = await this.access.load(actor, spaceId, idOrNumber, 'view');
    const base = pastState(changeRequest.spaceId, changeRequest.baseNumber, '');
    return this.changes.between(viewedContent(changeRequest).space, base, contentState(changeRequest), limit);
  }
}
