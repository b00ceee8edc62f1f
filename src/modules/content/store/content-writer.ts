import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock/clock.js';
import { Database } from '../../../kernel/database/database.js';
import { MarkdownThread } from '../markdown-thread.js';
import type { Branch, ContentChanges } from './content-changes.js';
import { documentBodies } from './document-body.js';
import { PageChanges } from './page-changes.js';
import { type Revision, type RevisionOptions, RevisionWriter } from './revision-writer.js';

/** Brings changes into a line of content, in one revision. A write costs what it changes, however large the space is. */
@Injectable()
export class ContentWriter {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly changes: PageChanges,
    private readonly writer: RevisionWriter,
    private readonly markdown: MarkdownThread,
  ) {}

  /** The first, empty revision of a line. */
  async begin(branch: Branch, createdBy: string | null): Promise<Revision> {
    return this.db.transaction(async () => this.writer.close(await this.writer.open(branch), { createdBy }));
  }

  /**
   * Makes one revision of the changes, or none when they change nothing.
   * @throws BadInputError when a page or parent isn't there, or a page would come below itself
   */
  async commit(branch: Branch, changes: ContentChanges, options: RevisionOptions): Promise<Revision> {
    // Reading bodies is the costly part: it is done before anybody has to wait for the lock.
    const bodies = await documentBodies(this.markdown, markdownsOf(changes));
    return this.db.transaction(async () => {
      const draft = await this.writer.open(branch);
      const pages = await this.changes.resolve(draft.state, changes, bodies);
      const now = this.clock.now();
      const { variables, origins } = draft.before;
      draft.facts = { variables: { ...variables, ...changes.variables }, origins: [...new Set([...origins, ...(changes.origins ?? [])])] };
      const files = (changes.newFiles ?? []).map((file) => ({ ...file, createdAt: now }));
      const byId = new Map([...bodies.values()].map((body) => [body.id, body]));
      await this.writer.write(draft, { ...pages, files, reusedFiles: changes.reusedFiles, bodies: byId });
      return this.writer.close(draft, options);
    });
  }
}

function markdownsOf(changes: ContentChanges): string[] {
  return [...(changes.newPages ?? []), ...(changes.pageUpdates ?? [])].flatMap((page) => page.markdown ?? []);
}
