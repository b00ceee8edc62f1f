/**
 * What every import source is turned into: a folder of Markdown with a table of contents.
 * Pages and files carry a path in that folder, and the Markdown links to them by relative paths,
 * so one resolver serves every source. Sources without paths of their own (a website, a docx) make them.
 */
export interface ImportedContent {
  pages: ImportedPage[];
  files: ImportedFile[];
  /** Variables of the space (`space.vars.*`). */
  variables: Readonly<Record<string, string>>;
  /**
   * Origins (`https://host`) of an imported website: a link into one of them whose target was not
   * imported is broken, while other absolute links are outside links.
   */
  origins: readonly string[];
  /** Pages and files found, the failed ones included. */
  totalResources: number;
  /** What was found and could not be taken, with a reason for people. */
  failures: readonly ImportFailure[];
}

export interface ImportedPage {
  type: 'document' | 'group' | 'link';
  /** As the table of contents, the front matter, the document or else the file name tells it; never empty. */
  title: string;
  /** Wanted slug, when the source tells one; made unique among siblings and cleaned by the store. */
  slug?: string;
  /** Path in the folder (`guide/intro.md`), NFC, `/` between segments, no leading slash. Absent for groups, links and pages without a document. */
  path?: string;
  /** The body, to the byte as the source has it where the source is Markdown. Absent = an empty page. */
  markdown?: string;
  /** Where a page of type `link` leads. */
  target?: string;
  description?: string;
  emoji?: string;
  icon?: string;
  hidden?: boolean;
  noIndex?: boolean;
  noRobotsIndex?: boolean;
  /** Variables of the page (`page.vars.*`). */
  variables?: Readonly<Record<string, string>>;
  /** From front matter; only what it tells. */
  layout?: Readonly<Partial<Record<'cover' | 'title' | 'description' | 'tableOfContents' | 'outline' | 'pagination', boolean>> & { coverSize?: 'hero' | 'full'; width?: 'default' | 'wide' }>;
  /** `path` of an imported file, or an absolute URL. */
  cover?: { ref: string; refDark?: string; yPos: number };
  pages: ImportedPage[];
}

export interface ImportedFile {
  /** File name with its ending, for people. */
  name: string;
  /** Path in the folder, as in `ImportedPage.path`. */
  path: string;
  /** Media type by content, then by name; `application/octet-stream` when unknown. */
  contentType: string;
  content: Buffer;
}

export interface ImportFailure {
  /** Address or path of what could not be taken. */
  resource: string;
  reason: string;
}

/** Told while an import runs, for progress bars. */
export type ImportProgress = (done: number, total: number, resource: string) => void;
