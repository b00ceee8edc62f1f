import { posix } from 'node:path';
import type { Fetcher, FetchedDocument } from '../../../kernel/fetch/fetcher.js';
import { shorten } from '../../../kernel/validation/text.js';
import { webAddress } from './canonical-address.js';
import { recognize } from './content-type.js';
import type * as docx from './docx.js';
import { readFolderContent, type SummaryOptions } from './folder-content.js';
import { decodePercent } from './folder-path.js';
import type { ImportedContent, ImportProgress } from './imported-content.js';
import type { ImportLimits } from './import-limits.js';
import { type HtmlConverter, ImportRun, refusal } from './import-run.js';
import type { ImportSource } from './import-source.js';
import { type AddressesOf, readMarkdownDocument } from './markdown-document.js';
import { SourceFetcher } from './source-fetcher.js';
import type { VirtualFolder } from './virtual-folder.js';
import type * as website from './website.js';
import { readZipArchive } from './zip-archive.js';

/* The libraries of a format are loaded when the first source of it is read. */

const readWebsite = async (...values: Parameters<typeof website.readWebsite>): Promise<ImportedContent> => (await import('./website.js')).readWebsite(...values);
const readDocxContent = async (...values: Parameters<typeof docx.readDocxContent>): Promise<ImportedContent> => (await import('./docx.js')).readDocxContent(...values);

/** Reads every kind of source into one shape. */
export class ImportReader {
  constructor(
    private readonly fetcher: Fetcher,
    private readonly limits: Readonly<ImportLimits>,
    /** Finds the addresses in a long text without keeping others waiting. */
    private readonly addressesOf: AddressesOf,
    /** Turns HTML into Markdown without keeping others waiting. */
    private readonly convert?: HtmlConverter,
    /** Reads a long table of contents without keeping others waiting. */
    private readonly summaryOf?: SummaryOptions['summaryOf'],
  ) {}

  /**
   * What is at the address. The kind of a document is told by its content, never by the end of its address.
   * @throws BadInputError on field `url` when it can't be read, is of another kind, or passes a limit
   */
  async read(source: ImportSource, url: string, progress?: ImportProgress): Promise<ImportedContent> {
    const address = webAddress(url)?.href;
    if (address === undefined) throw refusal('must be an absolute http or https address');
    const run = new ImportRun(this.limits, progress, this.convert);
    const content = await new SourceReader(new SourceFetcher(this.fetcher, run), run, this.addressesOf, this.summaryOf).read(source, address);
    const [first] = content.failures;
    if (first !== undefined && content.failures.length >= content.totalResources) throw refusal(`holds nothing that could be read: ${shorten(first.resource)} ${first.reason}`);
    return content;
  }
}

class SourceReader {
  constructor(
    private readonly source: SourceFetcher,
    private readonly run: ImportRun,
    private readonly addressesOf: AddressesOf,
    private readonly summaryOf: SummaryOptions['summaryOf'],
  ) {}

  async read(source: ImportSource, url: string): Promise<ImportedContent> {
    switch (source) {
      case 'website':
        return readWebsite(url, this.source, this.run);
      case 'html':
        return readWebsite(url, this.source, this.run, { single: true });
      case 'markdown':
        return readMarkdownDocument(url, this.source, this.run, this.addressesOf);
      case 'docx':
        return this.readDocx(url);
      case 'zip':
        return readFolderContent(await this.unzip(await this.source.getStart(url)), this.run, { summaryOf: this.summaryOf });
      case 'confluence':
        return this.readConfluence(url);
      case 'github-wiki':
        return this.readWiki(url);
      case 'notion':
        return this.readNotion(url);
      case 'google-docs':
        return this.readGoogleDocs(url);
    }
  }

  private async readDocx(url: string): Promise<ImportedContent> {
    const document = await this.source.getStart(url);
    const { kind, description } = await recognize(document.body);
    // Archives that some tools write are only known as Word documents by what is in them.
    if (kind !== 'docx' && kind !== 'zip') throw refusal(`this is ${description}, not a Word document (docx)`);
    return readDocxContent(document.body, nameOf(document), this.run);
  }

  private async readConfluence(url: string): Promise<ImportedContent> {
    const document = await this.source.getStart(url);
    const { kind, description } = await recognize(document.body);
    const { readConfluenceExport, readMimeDocument } = await import('./confluence.js');
    if (kind === 'zip') return readConfluenceExport(await this.unzip(document), this.run);
    if (kind === 'mhtml') return readMimeDocument(document.body, nameOf(document), this.run);
    if (kind === 'docx') return readDocxContent(document.body, nameOf(document), this.run);
    if (kind === 'html') return readWebsite(url, this.source, this.run, { single: true });
    throw refusal(`this is ${description}, not a Confluence export (zip of HTML, or Word) or page`);
  }

  private async readWiki(url: string): Promise<ImportedContent> {
    const document = await this.source.getStart(url);
    const { kind, description } = await recognize(document.body);
    const { readWikiFolder, wikiOptions } = await import('./github-wiki.js');
    if (kind === 'zip') return readWikiFolder(await this.unzip(document), this.run);
    if (kind === 'html') return readWebsite(url, this.source, this.run, wikiOptions(document.url));
    throw refusal(`this is ${description}, not a wiki's page or a zip archive of its Markdown`);
  }

  private async readNotion(url: string): Promise<ImportedContent> {
    const document = await this.source.getStart(url);
    const { kind, description } = await recognize(document.body);
    if (kind === 'zip') return (await import('./notion.js')).readNotionExport(await this.unzip(document, false), this.run);
    if (kind === 'html') return readWebsite(url, this.source, this.run, { single: true });
    throw refusal(`this is ${description}, not a Notion export (zip) or published page`);
  }

  private async readGoogleDocs(shared: string): Promise<ImportedContent> {
    const { googleDocsAddress, googleDocsContent } = await import('./google-docs.js');
    const url = googleDocsAddress(shared);
    const document = await this.source.getStart(url);
    const { kind, description } = await recognize(document.body);
    if (kind === 'zip') return readFolderContent(await this.unzip(document), this.run, { contentOf: googleDocsContent });
    if (kind === 'docx') return readDocxContent(document.body, nameOf(document), this.run);
    if (kind === 'html') return readWebsite(url, this.source, this.run, { single: true, contentOf: googleDocsContent });
    throw refusal(`this is ${description}, not a published document or an export (zip of HTML, docx)`);
  }

  private async unzip(document: FetchedDocument, unwrap = true): Promise<VirtualFolder> {
    const { kind, description } = await recognize(document.body);
    if (kind !== 'zip') throw refusal(`this is ${description}, not a zip archive`);
    const folder = await readZipArchive(document.body, this.run);
    if (folder.size === 0 && this.run.failures.length === 0) throw refusal('the zip archive is empty');
    return unwrap ? folder.unwrapped() : folder;
  }
}

function nameOf(document: FetchedDocument): string {
  const told = /filename\*?=(?:UTF-8'')?"?([^";]+)/i.exec(document.headers['content-disposition'] ?? '')?.[1];
  return decodePercent(told ?? posix.basename(new URL(document.url).pathname)) || 'document';
}
