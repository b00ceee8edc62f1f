import { Injectable } from '@nestjs/common';
import { IsNull } from '../../kernel/database/typeorm.js';
import { noteAct } from '../../kernel/audit/act.js';
import { Clock } from '../../kernel/clock/clock.js';
import { Database } from '../../kernel/database/database.js';
import { DomainEvents } from '../../kernel/database/domain-events.js';
import { BadInputError, NotFoundError } from '../../kernel/errors/errors.js';
import { newId } from '../../kernel/ids/id.js';
import type { Role } from '../../kernel/permissions/role.js';
import { patch } from '../../kernel/validation/patch.js';
import { textFault } from '../../kernel/validation/text-check.js';
import { TreeService } from '../access/tree.service.js';
import { SpaceCreated } from './space-created.event.js';
import { type EditMode, SpaceEntity } from './space.entity.js';
import { findPlacedSpace, NO_SPACE, type PlacedSpace } from './placed-space.js';

export interface NewSpace {
  organizationId: string;
  title: string;
  emoji?: string;
  /** Collection to put it in. */
  parentId?: string;
  createdBy?: string;
}

export interface SpaceChanges {
  title?: string;
  emoji?: string | null;
  editMode?: EditMode;
  defaultLevel?: Role | null | 'inherit';
}

/** Spaces without regard to any caller. */
@Injectable()
export class SpaceStore {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly tree: TreeService,
    private readonly events: DomainEvents,
  ) {}

  /** An empty space at the end of its parent; it inherits its level. */
  async create({ organizationId, title, emoji, parentId, createdBy }: NewSpace): Promise<PlacedSpace> {
    const fault = textFault(title, { max: 50 });
    if (fault !== undefined) throw BadInputError.ofField('title', fault);
    return this.db.transaction(async () => {
      const { id } = await this.tree.place({ id: newId(), kind: 'space', organizationId, parentId: parentId ?? null });
      const now = this.clock.now();
      await this.db.repo(SpaceEntity).insert({
        id,
        title,
        emoji: emoji ?? null,
        editMode: 'live',
        createdAt: now,
        updatedAt: now,
        deletedAt: null,
        revisionId: null,
        revisionNumber: 0,
        sourceId: null,
        sourceNumber: null,
        duplicatedNumber: null,
        comments: 0,
        changeRequests: 0,
        changeRequestsOpen: 0,
        changeRequestsDraft: 0,
        changeRequestsArchived: 0,
      });
      await this.events.emit(new SpaceCreated(id, createdBy ?? null));
      return this.get(id);
    });
  }

  /** What is equal already is left alone. @throws NotFoundError */
  async update(spaceId: string, { defaultLevel, ...fields }: SpaceChanges): Promise<PlacedSpace> {
    return this.db.transaction(async () => {
      // First, as it locks the tree: whoever locks both takes them in this order.
      const hasNewLevel = defaultLevel !== undefined && (await this.tree.setLevel(spaceId, defaultLevel));
      const spaces = this.db.repo(SpaceEntity);
      const space = await spaces.findOne({ where: { id: spaceId, deletedAt: IsNull() }, lock: { mode: 'pessimistic_write' } });
      if (space === null) throw new NotFoundError(NO_SPACE);
      const changed = patch(space, fields, ['title', 'emoji', 'editMode']);
      const { title, emoji, editMode } = space;
      if (hasNewLevel || changed.length > 0) await spaces.update({ id: spaceId }, { title, emoji, editMode, updatedAt: this.clock.now() });
      return this.get(spaceId);
    });
  }

  /** @throws NotFoundError also for one in the trash */
  async get(spaceId: string): Promise<PlacedSpace> {
    const space = await findPlacedSpace(this.db, spaceId);
    if (space === undefined || space.deletedAt !== null) throw new NotFoundError(`There is no space ${spaceId}.`);
    noteAct({ organizationId: space.organizationId });
    return space;
  }
}
