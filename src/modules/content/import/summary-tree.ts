import { compareNames } from './folder-tree.js';
import { resolveInFolder } from './folder-path.js';
import type { ImportedPage } from './imported-content.js';
import type { ImportRun } from './import-run.js';
import type { SummaryEntry, SummaryPart } from './summary.js';

export interface SummaryTreeInput {
  parts: readonly SummaryPart[];
  /** Path of the table of contents. */
  summary: string;
  /** Introduction that the settings name. */
  readme?: string;
  /** All pages by path; the tree takes them as they are. */
  pages: ReadonlyMap<string, ImportedPage>;
  /** Whether a path is that of another file of the folder. */
  hasFile: (path: string) => boolean;
  run: ImportRun;
}

/**
 * The tree that a table of contents describes. A page belongs where it is listed first; each further
 * mention is a link page to it (`target` is its path, with the fragment). What isn't listed at all
 * follows hidden at the end of the root, sorted by path.
 */
export function buildSummaryTree(input: SummaryTreeInput): ImportedPage[] {
  const tree = new SummaryTree(input);
  const root: ImportedPage[] = [];
  for (const part of input.parts) {
    const pages = tree.build(part.entries);
    if (part.title === undefined) root.push(...pages);
    else root.push({ type: 'group', title: part.title, pages });
  }
  return tree.complete(root);
}

class SummaryTree {
  private readonly placed = new Map<string, ImportedPage>();

  constructor(private readonly input: SummaryTreeInput) {}

  build(entries: readonly SummaryEntry[]): ImportedPage[] {
    return entries.flatMap((entry) => {
      const page = this.page(entry);
      const children = this.build(entry.entries);
      // Link pages can't hold pages: what is nested below one follows it.
      if (page.type === 'link') return [page, ...children];
      page.pages.push(...children);
      return [page];
    });
  }

  private page({ title, address }: SummaryEntry): ImportedPage {
    if (address === undefined) return { type: 'document', title, pages: [] };
    const target = resolveInFolder(this.input.summary, address);
    if (target === undefined) return { type: 'link', title, target: address, pages: [] };
    const path = this.pathOf(target.path);
    if (path !== undefined && this.placed.has(path)) {
      return { type: 'link', title, target: path + target.fragment, pages: [] };
    }
    const page = path === undefined ? undefined : this.input.pages.get(path);
    if (path === undefined || page === undefined) return this.missing(title, target.path, target.fragment);
    page.title = title;
    this.placed.set(path, page);
    return page;
  }

  /** A link to a folder means its README. */
  private pathOf(path: string): string | undefined {
    return [path, `${path}/README.md`, `${path}/index.md`].find((candidate) => this.input.pages.has(candidate));
  }

  private missing(title: string, path: string, fragment: string): ImportedPage {
    if (this.input.hasFile(path)) return { type: 'link', title, target: path + fragment, pages: [] };
    this.input.run.fail(path, `${this.input.summary} lists it, but it is not there or can't be read`);
    return { type: 'document', title, pages: [] };
  }

  complete(root: ImportedPage[]): ImportedPage[] {
    const { pages, readme } = this.input;
    const introduction = readme === undefined || this.placed.has(readme) ? undefined : pages.get(readme);
    const unlisted = [...pages]
      .filter(([path, page]) => !this.placed.has(path) && page !== introduction)
      .sort(([one], [other]) => compareNames(one, other))
      .map(([, page]) => ({ ...page, hidden: true }));
    return [...(introduction === undefined ? [] : [introduction]), ...root, ...unlisted];
  }
}
