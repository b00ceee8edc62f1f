import { Injectable } from '@nestjs/common';
import { Urls } from '../../kernel/urls/urls.js';
import { UserPresenter } from '../identity/user.presenter.js';
import { isOutdated } from './change-request.policy.js';
import type { ChangeRequestDto } from './dto/change-request.dto.js';
import type { PlacedChangeRequest } from './placed-change-request.js';

@Injectable()
export class ChangeRequestPresenter {
  constructor(
    private readonly urls: Urls,
    private readonly users: UserPresenter,
  ) {}

  present(changeRequest: PlacedChangeRequest): ChangeRequestDto {
    const { id, spaceId, number, createdBy, revisionMergedAncestor, revisionMerged } = changeRequest;
    return {
      object: 'change-request',
      id,
      number,
      status: changeRequest.status,
      subject: changeRequest.subject,
      ...(createdBy === null ? {} : { createdBy: this.users.present(createdBy) }),
      createdAt: changeRequest.createdAt.toISOString(),
      updatedAt: changeRequest.updatedAt.toISOString(),
      space: spaceId,
      revision: changeRequest.revisionId,
      revisionInitial: changeRequest.revisionInitial,
      ...(revisionMergedAncestor === null ? {} : { revisionMergedAncestor }),
      ...(revisionMerged === null ? {} : { revisionMerged }),
      comments: changeRequest.comments,
      outdated: isOutdated(changeRequest),
      urls: {
        location: this.urls.api('spaces', spaceId, 'change-requests', id),
        app: this.urls.app('o', changeRequest.organizationId, 's', spaceId, '~', 'changes', String(number)),
      },
    };
  }
}
