import type { SchemaObject } from '@nestjs/swagger';
import { BadInputError, type FieldFault } from '../../kernel/errors/errors.js';
import { isObject, notAnObject } from '../../kernel/validation/objects.js';
import { codePointLength } from '../../kernel/validation/text.js';
import { textFault } from '../../kernel/validation/text-check.js';
import type { MarkdownThread } from '../content/markdown-thread.js';
import { documentToMarkdown } from '../content/model/markdown/document-to-markdown.js';
import type { JsonDocument } from '../content/model/markdown/json-document.js';
import { validateDocument } from '../content/model/markdown/validate-document.js';
import type { Format } from '../content/dto/content-queries.dto.js';
import type { CommentBodyDto } from './dto/comment.dto.js';

/** Markdown, the same as a tree, or nothing. */
export type SentBody = { markdown: string } | { document: JsonDocument } | Record<string, never>;

/** In code points. */
const LONGEST_MARKDOWN = 100_000;

export const BODY_SCHEMA: SchemaObject = {
  description: 'Markdown, or a document, or an empty object for an empty body',
  oneOf: [
    { type: 'object', properties: { markdown: { type: 'string', maxLength: LONGEST_MARKDOWN } }, required: ['markdown'], additionalProperties: false },
    { type: 'object', properties: { document: { type: 'object', additionalProperties: true } }, required: ['document'], additionalProperties: false },
    { type: 'object', properties: {}, additionalProperties: false },
  ],
};

export function bodyFaults(value: unknown, path: string): FieldFault[] {
  if (!isObject(value)) return notAnObject(value, path);
  const [name, ...others] = Object.keys(value);
  if (name === undefined) return [];
  if (others.length > 0 || (name !== 'markdown' && name !== 'document')) return [{ field: path, message: 'must have markdown, or document, or nothing, and no other field' }];
  const fault = name === 'markdown' ? textFault(value[name], { max: LONGEST_MARKDOWN }) : undefined;
  if (fault !== undefined) return [{ field: `${path}.markdown`, message: fault }];
  return name === 'document' ? documentFaults(value[name], `${path}.document`) : [];
}

function documentFaults(document: unknown, path: string): FieldFault[] {
  try {
    const fault = textFault(documentToMarkdown(validateDocument(document, path)), { max: LONGEST_MARKDOWN });
    return fault === undefined ? [] : [{ field: path, message: `as Markdown ${fault}` }];
  } catch (error) {
    if (error instanceof BadInputError) return [...(error.details ?? [{ field: path, message: error.message }])];
    throw error;
  }
}

/** What is kept of a body: Markdown, as it was sent, or that of the document. */
export function markdownOf(body: SentBody): string {
  if ('markdown' in body && typeof body.markdown === 'string') return body.markdown;
  return 'document' in body && body.document !== undefined ? documentToMarkdown(validateDocument(body.document)) : '';
}

/** What is kept of a body in the place of another one: what a document leaves unchanged stays as it was written. */
export async function markdownInPlaceOf(thread: MarkdownThread, before: string, body: SentBody): Promise<string> {
  const markdown = markdownOf(body);
  if (!('document' in body)) return markdown;
  const kept = await thread.unchanged(markdown, { markdown: before, references: {} }, LONGEST_MARKDOWN);
  return codePointLength(kept) > LONGEST_MARKDOWN ? markdown : kept;
}

/** The bodies of comments or replies, by id. */
export async function presentBodies(thread: MarkdownThread, rows: readonly { id: string; markdown: string }[], format: Format): Promise<Map<string, CommentBodyDto>> {
  const bodies = new Map<string, CommentBodyDto>();
  for (const { id, markdown } of rows) bodies.set(id, format === 'document' ? { markdown, document: await thread.document({ markdown, references: {} }) } : { markdown });
  return bodies;
}
