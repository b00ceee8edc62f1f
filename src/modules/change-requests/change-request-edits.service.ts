import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Urls } from '../../kernel/urls/urls.js';
import { ContentPresenter } from '../content/content.presenter.js';
import type { EditContentDto } from '../content/dto/content-edits.dto.js';
import { ContentEdits } from '../content/edits/content-edits.service.js';
import type { Touch } from '../content/edits/touched-pages.js';
import { ChangeRequestAccess } from './change-request.access.js';
import { ChangeRequestContent } from './change-request-content.js';
import { ChangeRequestPresenter } from './change-request.presenter.js';
import type { ChangeRequestDto } from './dto/change-request.dto.js';
import type { ContentEditOutcomeDto, ContentEditsResultDto, EditContentQuery } from './dto/content-edits-result.dto.js';

const METADATA = { metadata: true };

/** Changes the content of change requests, page by page. */
@Injectable()
export class ChangeRequestEditsService {
  constructor(
    private readonly access: ChangeRequestAccess,
    private readonly content: ChangeRequestContent,
    private readonly edits: ContentEdits,
    private readonly presenter: ChangeRequestPresenter,
    private readonly contentPresenter: ContentPresenter,
    private readonly urls: Urls,
  ) {}

  async edit(actor: Actor, spaceId: string, idOrNumber: string, { changes }: EditContentDto, { compat }: EditContentQuery): Promise<ChangeRequestDto | ContentEditsResultDto> {
    const content = this.content.of(spaceId, idOrNumber);
    const { pages, files } = await this.edits.edit(actor, content, changes);
    const changed = await this.access.load(actor, spaceId, idOrNumber, 'view');
    const changeRequest = this.presenter.present(changed);
    if (compat) return changeRequest;
    const space = { id: spaceId, organizationId: changed.organizationId, revisionId: changed.revisionId };
    return {
      changeRequest,
      changes: [...pages].map((touch) => this.outcome(content.path, touch)),
      ...(files.length === 0 ? {} : { insertedFiles: files.map((file) => this.contentPresenter.file(space, file, METADATA)) }),
    };
  }

  private outcome(path: readonly string[], touch: Touch): ContentEditOutcomeDto {
    const { pageId } = touch;
    if (touch.kind === 'deleted') return { object: 'deleted_page', page: pageId };
    const page = { object: 'page', id: pageId, urls: { location: this.urls.api(...path, 'page', pageId) } } as const;
    return touch.kind === 'updated' ? { object: 'updated_page', page } : { object: 'created_page', ...(touch.ref === undefined ? {} : { ref: touch.ref }), page };
  }
}
