import { Injectable } from '@nestjs/common';
import { Config } from '../../../kernel/config/config.js';
import { Fetcher } from '../../../kernel/fetch/fetcher.js';
import { MarkdownThread } from '../markdown-thread.js';
import { HtmlThread } from './html-thread.js';
import type { ImportSource } from './import-source.js';
import type { ImportedContent, ImportProgress } from './imported-content.js';

/** Reads what is to be imported. The readers come with libraries for many formats, loaded only when something is imported. */
@Injectable()
export class ImportSources {
  constructor(
    private readonly fetcher: Fetcher,
    private readonly config: Config,
    private readonly markdown: MarkdownThread,
    private readonly html: HtmlThread,
  ) {}

  /** @throws BadInputError as `ImportReader` does */
  async read(source: ImportSource, url: string): Promise<ImportedContent> {
    const { ImportReader } = await import('./import-reader.js');
    const { markdown, html } = this;
    const reader = new ImportReader(this.fetcher, this.config.importBounds, (text) => markdown.addresses(text), (...values) => html.markdown(...values), (text) => markdown.summary(text));
    return reader.read(source, url);
  }

  /** A folder or file of this machine. */
  async readLocal(path: string, progress?: ImportProgress): Promise<ImportedContent> {
    const { readFolder } = await import('./local-folder.js');
    return readFolder(path, this.config.importBounds, progress);
  }
}
