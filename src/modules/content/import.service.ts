import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { withLocation } from '../../kernel/http/answer.js';
import { Turns } from '../../kernel/limits/turns.js';
import { Urls } from '../../kernel/urls/urls.js';
import { ContentImports, type ImportedRevision } from './content-imports.js';
import type { ContentReference } from './content-reference.js';
import type { ImportContentDto, ImportResultDto } from './dto/import.dto.js';
import { ImportSources } from './import/import-sources.js';
import type { ImportProgress } from './import/imported-content.js';
import { MainContent } from './main-content.js';

/** Imports at once: each may take as much memory as the settings let it. */
const MOST_AT_ONCE = 4;
const MOST_WAITING = 50;

/** Imports into content. */
@Injectable()
export class ImportService {
  private readonly turns = new Turns(MOST_AT_ONCE, MOST_WAITING);

  constructor(
    private readonly imports: ContentImports,
    private readonly main: MainContent,
    private readonly sources: ImportSources,
    private readonly urls: Urls,
  ) {}

  /** What is at the address; the import is done when this answers. */
  async import(actor: Actor, content: ContentReference, { url, source }: ImportContentDto): Promise<ImportResultDto> {
    await content.edit(actor);
    const add = async (): Promise<ImportedRevision> => {
      const imported = await this.sources.read(source, url);
      // That took minutes, perhaps: rights may have ended since, and the content may have been locked.
      return this.imports.add(await content.edit(actor), imported, actor.userId);
    };
    const { revisionId, importedResources, totalResources } = await this.turns.run(add, 'Too many imports are under way. Try again later.');
    return withLocation({ revision: revisionId, importedResources, totalResources }, this.urls.api(...content.path));
  }

  /** A folder or file of this machine, for the operator: no caller, no rights. */
  async importLocal(spaceId: string, path: string, progress?: ImportProgress): Promise<ImportedRevision> {
    const content = await this.sources.readLocal(path, progress);
    return this.imports.add(await this.main.editable(spaceId), content, null);
  }
}
