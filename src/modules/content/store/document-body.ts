import { createHash } from 'node:crypto';
import type { Database, Statement } from '../../../kernel/database/database.js';
import type { MarkdownThread } from '../markdown-thread.js';
import type { MarkdownFacts } from '../model/markdown/markdown-facts.js';
import type { StoredFacts } from './document.entity.js';
import { insertRows } from './rows.js';

/** A body with everything that is derived from it. */
export interface DocumentBody extends StoredBody {
  markdown: string;
  facts: MarkdownFacts;
}

/** What a page with this body has to know of it. */
export interface StoredBody {
  id: string;
  facts: StoredFacts;
}

/** Named by its content, so that equal bodies are stored once and a body never changes under its name. */
async function documentBody(thread: MarkdownThread, markdown: string): Promise<DocumentBody> {
  return { id: documentId(markdown), markdown, facts: await thread.facts(markdown) };
}

function documentId(markdown: string): string {
  return createHash('sha256').update(markdown).digest('base64url').slice(0, 27);
}

/** How many bodies are made at the same time: short texts while the thread has a long one. */
const MADE_AT_ONCE = 3;

/** Bodies of many pages; lets other requests run between them. */
export async function documentBodies(thread: MarkdownThread, markdowns: Iterable<string>): Promise<Map<string, DocumentBody>> {
  const bodies = new Map<string, DocumentBody>();
  const waiting = new Set(markdowns).values();
  const maker = async (): Promise<void> => {
    for (const markdown of waiting) {
      bodies.set(markdown, await documentBody(thread, markdown));
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  await Promise.all(Array.from({ length: MADE_AT_ONCE }, maker));
  return bodies;
}

/**
 * Within the transaction that writes what names them. Those that are there are kept from being collected until it ends.
 * @param isMerged whether other lines are to take them in: that is to parse them no more
 */
export async function writeDocuments(db: Database, bodies: readonly DocumentBody[], isMerged: boolean): Promise<void> {
  const rows = bodies.map(({ id, markdown, facts: { anchors, links, sections } }) => ({ id, markdown, anchors, facts: isMerged ? { links, sections } : null }));
  const known = 'EXISTS (SELECT FROM documents known WHERE known.id = json_populate_recordset.id FOR KEY SHARE)';
  await insertRows(db, 'documents', rows, `WHERE NOT ${known} ON CONFLICT DO NOTHING`);
}

const MARKDOWNS: Statement = { name: 'documents_markdowns', text: 'SELECT id, markdown FROM documents WHERE id = ANY ($1)' };

/** Texts by the ids of their documents. */
export async function findMarkdowns(db: Database, documentIds: readonly string[]): Promise<Map<string, string>> {
  if (documentIds.length === 0) return new Map();
  const rows = await db.query<{ id: string; markdown: string }>(MARKDOWNS, [documentIds]);
  return new Map(rows.map(({ id, markdown }) => [id, markdown]));
}

const BODIES: Statement = { name: 'documents_bodies', text: 'SELECT id, facts, CASE WHEN facts IS NULL THEN markdown END AS markdown FROM documents WHERE id = ANY ($1)' };

/** What is known of stored bodies. */
export async function storedBodies(db: Database, thread: MarkdownThread, documentIds: readonly string[]): Promise<StoredBody[]> {
  if (documentIds.length === 0) return [];
  const rows = await db.query<{ id: string; facts: StoredFacts | null; markdown: string | null }>(BODIES, [documentIds]);
  const parsed = await documentBodies(thread, rows.flatMap(({ markdown }) => markdown ?? []));
  return [...rows.flatMap(({ id, facts }) => (facts === null ? [] : [{ id, facts }])), ...parsed.values()];
}
