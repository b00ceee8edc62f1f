import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, type Statement } from '../../../kernel/database/database.js';
import { DomainEvents } from '../../../kernel/database/domain-events.js';
import { JobKind, Jobs } from '../../../kernel/jobs/jobs.js';
import { SpacePurged } from '../../spaces/space-purged.event.js';

const COLLECT = new JobKind('content.collect-documents', 5);

/** Documents that are looked at in one statement. */
const AT_ONCE = 1_000;

const UNUSED = 'NOT EXISTS (SELECT FROM page_versions p WHERE p.document_id = d.id)';

/** $1 the document after which to look, $2 how many to look at */
const NEXT: Statement = {
  name: 'documents_next',
  text: `SELECT d.id, ${UNUSED} AS unused FROM (SELECT id FROM documents WHERE id > $1 ORDER BY id LIMIT $2) d ORDER BY d.id`,
};
/** Who is about to use one holds it, and keeps it. */
const TAKE: Statement = { name: 'documents_take', text: 'SELECT id FROM documents WHERE id = ANY ($1) FOR UPDATE SKIP LOCKED' };
/** Looks again: one may have been used until just before it was taken. */
const DELETE: Statement = { name: 'documents_delete', text: `DELETE FROM documents d WHERE d.id = ANY ($1) AND ${UNUSED}` };

/** Deletes bodies that no page of any space has, in any revision: after a space has gone for good. */
@Injectable()
export class DocumentCollection implements OnModuleInit {
  constructor(
    private readonly db: Database,
    private readonly events: DomainEvents,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    this.events.on(SpacePurged, () => this.jobs.add(COLLECT, {}));
    this.jobs.handle(COLLECT, ({ signal }) => this.collect(signal));
  }

  async collect(signal: AbortSignal): Promise<void> {
    let after: string | undefined = '';
    while (after !== undefined) {
      signal.throwIfAborted();
      const seen: { id: string; unused: boolean }[] = await this.db.query(NEXT, [after, AT_ONCE]);
      await this.delete(seen.flatMap(({ id, unused }) => (unused ? [id] : [])));
      after = seen.at(-1)?.id;
    }
  }

  private async delete(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.db.transaction(async () => {
      const taken = await this.db.query<{ id: string }>(TAKE, [ids]);
      await this.db.query(DELETE, [taken.map(({ id }) => id)]);
    });
  }
}
