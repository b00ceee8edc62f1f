import { cutTitle, type PageFields, PLAIN_FIELDS } from '../model/page.js';
import { documentToMarkdown } from '../model/markdown/document-to-markdown.js';
import { addressOf } from '../model/markdown/reference-address.js';
import { validateDocument } from '../model/markdown/validate-document.js';
import type { DocumentInput, PagePropertiesDto } from '../dto/content-edits.dto.js';
import { type FrontMatterFields, readFrontMatter } from '../import/front-matter.js';
import { firstHeading } from '../import/markdown-title.js';
import type { CoverReference } from '../model/page.js';

const UNTITLED = 'Untitled';

/** Markdown of a body; null: none. @throws BadInputError when a document isn't as it should be */
export function markdownOf(document: DocumentInput, path: string): string | null {
  if ('markdown' in document) return document.markdown.replaceAll('\r\n', '\n');
  if ('document' in document) return documentToMarkdown(validateDocument(document.document, `${path}.document`), addressOf);
  return null;
}

/** What was told of a page, its front matter first; what was told of nowhere is left out. */
export function editedFields(told: PagePropertiesDto, markdown: string | null): Partial<PageFields> {
  const front: FrontMatterFields = markdown === null ? {} : readFrontMatter(markdown, '');
  const { title, description, emoji, icon, hidden, noIndex, noRobotsIndex } = { ...told, ...front };
  const cover = front.cover === undefined ? undefined : coverOf(front.cover);
  const fields = { title: title === undefined ? undefined : cutTitle(title), description, emoji, icon, hidden, noIndex, noRobotsIndex, layout: front.layout, variables: front.variables, cover };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** All fields of a new page; a Markdown body's own title comes before the one that was told. */
export function newFields(told: PagePropertiesDto, markdown: string | null): PageFields {
  const title = markdown === null ? undefined : (readFrontMatter(markdown, '').title ?? firstHeading(markdown));
  return {
    ...PLAIN_FIELDS,
    ...editedFields(told, markdown),
    title: title === undefined ? (told.title ?? UNTITLED) : cutTitle(title),
  };
}

function coverOf({ ref, refDark, yPos }: NonNullable<FrontMatterFields['cover']>): PageFields['cover'] {
  return { ref: coverReference(ref), ...(refDark === undefined ? {} : { refDark: coverReference(refDark) }), yPos };
}

function coverReference(address: string): CoverReference {
  const [, file] = /^\/?files\/([0-9A-Za-z]{1,64})$/.exec(address) ?? [];
  return file === undefined ? { kind: 'url', url: address } : { kind: 'file', file };
}
