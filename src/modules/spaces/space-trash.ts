import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../kernel/clock/clock.js';
import { Database } from '../../kernel/database/database.js';
import { DomainEvents } from '../../kernel/database/domain-events.js';
import { NotFoundError } from '../../kernel/errors/errors.js';
import { JobKind, Jobs } from '../../kernel/jobs/jobs.js';
import { RightsCaches } from '../../kernel/permissions/rights-caches.js';
import { SpacePurged } from './space-purged.event.js';
import { SpaceTrashed } from './space-trashed.event.js';
import { NO_SPACE } from './placed-space.js';

/** How long a space can be taken out of the trash again: seven days, in milliseconds. */
const TRASH_LIFETIME = 7 * 24 * 3_600_000;

/** `deletedAt` tells one stay in the trash from another. */
const PURGE = new JobKind<{ spaceId: string; deletedAt: string }>('spaces.purge', 5);

/** Spaces that are deleted: kept for a week, then gone with everything in them. */
@Injectable()
export class SpaceTrash implements OnModuleInit {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly events: DomainEvents,
    private readonly rights: RightsCaches,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    this.jobs.handle(PURGE, ({ payload }) => this.purge(payload.spaceId, new Date(payload.deletedAt)));
  }

  /** @throws NotFoundError when it is in the trash already, and what a handler of the event throws */
  async put(spaceId: string): Promise<void> {
    await this.db.transaction(async () => {
      const deletedAt = this.clock.now();
      await this.mark(spaceId, 'UPDATE spaces SET deleted_at = $2 WHERE id = $1 AND deleted_at IS NULL RETURNING 1', [deletedAt], true);
      await this.events.emit(new SpaceTrashed(spaceId));
      await this.jobs.add(PURGE, { spaceId, deletedAt: deletedAt.toISOString() }, new Date(deletedAt.getTime() + TRASH_LIFETIME));
    });
  }

  /** @throws NotFoundError when it is not in the trash, or has been there too long */
  async restore(spaceId: string): Promise<void> {
    await this.db.transaction(async () => {
      const oldest = new Date(this.clock.now().getTime() - TRASH_LIFETIME);
      await this.mark(spaceId, 'UPDATE spaces SET deleted_at = NULL WHERE id = $1 AND deleted_at > $2 RETURNING 1', [oldest], false);
    });
  }

  private async mark(spaceId: string, statement: string, values: readonly unknown[], trashed: boolean): Promise<void> {
    // The tree first, as everybody who locks both does.
    await this.db.query('UPDATE targets SET trashed = $2 WHERE id = $1', [spaceId, trashed]);
    const rows = await this.db.query(statement, [spaceId, ...values]);
    if (rows.length === 0) throw new NotFoundError(trashed ? NO_SPACE : 'There is no such space in the trash.');
    this.rights.changed();
  }

  private async purge(spaceId: string, deletedAt: Date): Promise<void> {
    await this.db.transaction(async () => {
      const purged = await this.db.query('DELETE FROM targets WHERE id = $1 AND EXISTS (SELECT FROM spaces WHERE spaces.id = $1 AND deleted_at = $2) RETURNING 1', [spaceId, deletedAt]);
      if (purged.length > 0) await this.events.emit(new SpacePurged(spaceId));
    });
  }
}
