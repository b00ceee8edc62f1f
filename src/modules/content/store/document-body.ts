import { createHash } from 'node:crypto';
import type { MarkdownThread } from '../markdown-thread.js';
import type { MarkdownFacts } from '../model/markdown/markdown-facts.js';
import type { Row } from './rows.js';

/** A body with everything that is derived from it. */
export interface DocumentBody {
  id: string;
  markdown: string;
  facts: MarkdownFacts;
}

/** Named by its content, so that equal bodies are stored once and a body never changes under its name. */
async function documentBody(thread: MarkdownThread, markdown: string): Promise<DocumentBody> {
  return { id: documentId(markdown), markdown, facts: await thread.facts(markdown) };
}

function documentId(markdown: string): string {
  return createHash('sha256').update(markdown).digest('base64url').slice(0, 27);
}

/** Bodies of many pages; lets other requests run between them. */
export async function documentBodies(thread: MarkdownThread, markdowns: Iterable<string>): Promise<Map<string, DocumentBody>> {
  const bodies = new Map<string, DocumentBody>();
  for (const markdown of markdowns) {
    if (bodies.has(markdown)) continue;
    bodies.set(markdown, await documentBody(thread, markdown));
    await new Promise((resolve) => setImmediate(resolve));
  }
  return bodies;
}

export function documentRow(spaceId: string, { id, markdown, facts }: DocumentBody): Row {
  return { space_id: spaceId, id, markdown, anchors: facts.anchors };
}
