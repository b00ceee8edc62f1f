import { hash } from 'node:crypto';
import type { Statement } from './database.js';

const statements = new Map<string, Statement>();

/**
 * A statement that is put together while the service runs, to be prepared as others are. Only for texts of few forms,
 * with all that varies in values: each form is kept, here and in every connection.
 */
export function prepared(text: string): Statement {
  const known = statements.get(text);
  if (known !== undefined) return known;
  const made = { name: `made_${hash('sha1', text)}`, text };
  statements.set(text, made);
  return made;
}
