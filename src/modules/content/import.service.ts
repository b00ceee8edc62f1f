import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Config } from '../../kernel/config/config.js';
import { Fetcher } from '../../kernel/fetch/fetcher.js';
import { withLocation } from '../../kernel/http/answer.js';
import { Urls } from '../../kernel/urls/urls.js';
import { SpaceAccess } from '../spaces/space.access.js';
import { ContentImports, type ImportedRevision } from './content-imports.js';
import type { ImportContentDto, ImportResultDto } from './dto/import.dto.js';
import { ImportReader } from './import/import-reader.js';
import type { ImportProgress } from './import/imported-content.js';
import { readFolder } from './import/local-folder.js';
import { MainBranch } from './main-branch.js';

/** Imports into the main content of spaces. */
@Injectable()
export class ImportService {
  constructor(
    private readonly access: SpaceAccess,
    private readonly imports: ContentImports,
    private readonly branch: MainBranch,
    private readonly fetcher: Fetcher,
    private readonly config: Config,
    private readonly urls: Urls,
  ) {}

  /** What is at the address; the import is done when this answers. */
  async import(actor: Actor, spaceId: string, { url, source }: ImportContentDto): Promise<ImportResultDto> {
    const space = await this.access.loadForDirectEdit(actor, spaceId);
    const content = await new ImportReader(this.fetcher, this.config.importBounds).read(source, url);
    const { revisionId, importedResources, totalResources } = await this.imports.add(this.branch.of(space.id), content, actor.userId);
    return withLocation({ revision: revisionId, importedResources, totalResources }, this.urls.api('spaces', space.id, 'content'));
  }

  /** A folder or file of this machine, for the operator: no caller, no rights. */
  async importLocal(spaceId: string, path: string, progress?: ImportProgress): Promise<ImportedRevision> {
    const content = await readFolder(path, this.config.importBounds, progress);
    return this.imports.add(this.branch.of(spaceId), content, null);
  }
}
