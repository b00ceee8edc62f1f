import { Injectable } from '@nestjs/common';
import { BadInputError } from '../kernel/errors/errors.js';
import { newId } from '../kernel/ids/id.js';
import { textFault } from '../kernel/validation/text-check.js';
import { MainBranch } from '../modules/content/main-branch.js';
import { ContentWriter } from '../modules/content/store/content-writer.js';
import { SLUG } from '../modules/openapi-specs/slug.js';
import { SpaceStore } from '../modules/spaces/space-store.js';

const LONGEST_TITLE = 255;

/** What an operator may do with OpenAPI specs. */
@Injectable()
export class OpenApiCommands {
  constructor(
    private readonly spaces: SpaceStore,
    private readonly branch: MainBranch,
    private readonly writer: ContentWriter,
  ) {}

  /** Adds a page to a space that reads as the pages of a spec, also of one that doesn't exist yet. */
  async addPage({ space, spec, title, models }: { space: string; spec: string; title: string; models: boolean }): Promise<{ page: string; revision: string }> {
    const faults = { spec: textFault(spec, SLUG), title: textFault(title, { min: 1, max: LONGEST_TITLE }) };
    for (const [field, fault] of Object.entries(faults)) if (fault !== undefined) throw BadInputError.ofField(field, fault);
    const { id: spaceId } = await this.spaces.get(space);
    const pageId = newId();
    const computed = { type: 'builtin:openapi', props: { models }, dependencies: { spec: { ref: { kind: 'openapi' as const, spec } } } };
    const { newFields } = await import('../modules/content/edits/edited-pages.js');
    const fields = { ...newFields({ title }, null), type: 'computed' as const, computed };
    const { revisionId: revision } = await this.writer.commit(this.branch.of(spaceId), { newPages: [{ pageId, parentId: null, markdown: null, fields }] }, { createdBy: null });
    return { page: pageId, revision };
  }
}
