import { BadInputError } from '../../../kernel/errors/errors.js';
import { newId } from '../../../kernel/ids/id.js';
import type { ContentEdit } from '../dto/content-edits.dto.js';

/** What the edits of one request call each other. */
export interface EditNames {
  /** Ids of the pages to insert, by their place among the edits. */
  readonly insertedPages: ReadonlyMap<number, string>;
  readonly pages: ReadonlyMap<string, string>;
  /** Ids of files by name. */
  readonly files: ReadonlyMap<string, string>;
}

/** Gives what is inserted an id. @throws BadInputError when two have one name */
export function namesOf(edits: readonly ContentEdit[]): EditNames {
  const insertedPages = new Map<number, string>();
  const pages = new Map<string, string>();
  const files = new Map<string, string>();
  const add = (names: Map<string, string>, ref: string | undefined, id: string, field: string): void => {
    if (ref === undefined) return;
    if (pages.has(ref) || files.has(ref)) throw BadInputError.ofField(field, `${ref} names two things`);
    names.set(ref, id);
  };
  for (const [index, edit] of edits.entries()) {
    if (edit.operation === 'insert_page') {
      const id = newId();
      insertedPages.set(index, id);
      add(pages, edit.ref, id, `changes.${String(index)}.ref`);
    }
    if (edit.operation === 'insert_files') {
      for (const [place, file] of edit.files.entries()) add(files, file.ref, newId(), `changes.${String(index)}.files.${String(place)}.ref`);
    }
  }
  return { insertedPages, pages, files };
}

const NAMED = /^\.\/([0-9A-Za-z_.-]+?)(\.md)?(#.*)?$/;
const BY_PATH = /^\/pages\/([^?#]+?)(?:\/README\.md|\.md)?\/?(#.*)?$/;

/** Whether an address in the Markdown could be one that `namedAddress` or `pagePathIn` know: spares the parse of most texts. */
export function mayBeNamed(markdown: string, { pages, files }: EditNames): boolean {
  // Letters stand in an address as they are, or as entities.
  return pages.size > 0 || files.size > 0 || markdown.includes('pages') || /&#?\w+;/.test(markdown);
}

/** The lasting address of what the edits insert under a name; undefined for other addresses. */
export function namedAddress(address: string, { pages, files }: EditNames): string | undefined {
  const [, name = '', ending, anchor = ''] = NAMED.exec(address) ?? [];
  const page = ending === undefined ? undefined : pages.get(name);
  if (page !== undefined) return `/pages/${page}${anchor}`;
  const file = files.get(name + (ending ?? ''));
  return file === undefined ? undefined : `/files/${file}`;
}

/** What `/pages/…` says behind it: an id, or the path of a page. */
export function pagePathIn(address: string): { path: string; anchor: string } | undefined {
  const [, path, anchor = ''] = BY_PATH.exec(address) ?? [];
  if (path === undefined) return undefined;
  try {
    return { path: decodeURIComponent(path).normalize('NFC'), anchor };
  } catch {
    return { path, anchor };
  }
}

/** An empty slug asks for the one that the title makes. */
export function askedSlug({ slug, title }: { slug?: string; title?: string }, titleBefore: string): { slug?: string } {
  return slug === undefined ? {} : { slug: slug === '' ? (title ?? titleBefore) : slug };
}
