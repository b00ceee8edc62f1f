import type { ContentEdit } from '../dto/content-edits.dto.js';
import { slugOf } from '../model/slug.js';
import { askedSlug, type EditNames } from './edit-names.js';
import { newFields } from './edited-pages.js';

/**
 * Ids of the pages that edits insert, by the paths that they are going to have while no other page has them.
 * @param markdowns bodies, by the place of the edit
 * @param paths of the pages that are there already and get pages below them, by id
 */
export function insertedPaths(edits: readonly ContentEdit[], markdowns: readonly (string | null | undefined)[], { insertedPages, pages }: EditNames, paths: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const known = new Map(paths);
  const inserted = new Map<string, string>();
  for (const [index, pageId] of insertedPages) {
    const edit = edits[index];
    if (edit?.operation !== 'insert_page') continue;
    const above = edit.into === undefined ? '' : known.get(pages.get(edit.into) ?? edit.into);
    if (above === undefined) continue;
    const { title } = newFields(edit, markdowns[index] ?? null);
    const slug = slugOf(askedSlug(edit, title).slug ?? title);
    const path = above === '' ? slug : `${above}/${slug}`;
    // Of two with one path the first one gets it.
    if (!inserted.has(path)) inserted.set(path, pageId);
    known.set(pageId, path);
  }
  return inserted;
}
