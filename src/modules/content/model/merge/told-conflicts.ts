import type { Page } from '../page.js';
import { splitFrontMatter } from '../markdown/front-matter.js';
import { conflictLines } from './conflict-markers.js';
import type { PageDraft } from './merge-page.js';
import type { PageConflictField } from './merge-outcome.js';

/**
 * A body that begins with what the sides have in fields which have no lines of their own, such as the title.
 * The page has the branch's values; the markers make somebody look before the main content's are replaced.
 */
export function withToldConflicts(draft: PageDraft, main: Page, branch: Page, markdown: string): string {
  const fields = [...draft.untold];
  const lines = conflictLines(fields.map((field) => fieldLine(field, branch)), fields.map((field) => fieldLine(field, main)));
  const { bodyStart } = splitFrontMatter(markdown);
  const lineEnd = markdown.includes('\r\n') ? '\r\n' : '\n';
  return `${markdown.slice(0, bodyStart)}${lines.join(lineEnd)}${lineEnd}${lineEnd}${markdown.slice(bodyStart)}`;
}

function fieldLine(field: PageConflictField, page: Page): string {
  switch (field) {
    case 'parent':
      return `parent: ${page.parentId === null ? 'none' : `/pages/${page.parentId}`}`;
    case 'position':
      return `position: ${page.position}`;
    case 'page':
    case 'markdown':
      return field;
    default: {
      const value = page[field];
      // A title may hold a line end.
      return `${field}: ${typeof value === 'string' && !/[\r\n]/.test(value) ? value : JSON.stringify(value)}`;
    }
  }
}
