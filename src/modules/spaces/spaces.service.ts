import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock/clock.js';
import { Database } from '../../kernel/database/database.js';
import { DomainEvents } from '../../kernel/database/domain-events.js';
import { BadInputError, NotFoundError } from '../../kernel/errors/errors.js';
import { newId } from '../../kernel/ids/id.js';
import { TreeService } from '../access/tree.service.js';
import { SpaceCreated } from './space-created.event.js';
import { SpaceEntity } from './space.entity.js';
import { findPlacedSpace, type PlacedSpace } from './placed-space.js';

export interface NewSpace {
  organizationId: string;
  title: string;
  /** Collection to put it in. */
  parentId?: string;
  createdBy?: string;
}

@Injectable()
export class SpacesService {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly tree: TreeService,
    private readonly events: DomainEvents,
  ) {}

  /** An empty space at the end of its parent; it inherits its level. */
  async create({ organizationId, title, parentId, createdBy }: NewSpace): Promise<PlacedSpace> {
    const length = [...title].length;
    if (length > 50) throw BadInputError.ofField('title', `must be at most 50 characters, is ${String(length)}`);
    return this.db.transaction(async () => {
      const { id } = await this.tree.place({ id: newId(), kind: 'space', organizationId, parentId: parentId ?? null });
      const now = this.clock.now();
      await this.db.repo(SpaceEntity).insert({
        id,
        title,
        emoji: null,
        editMode: 'live',
        createdAt: now,
        updatedAt: now,
        deletedAt: null,
        revisionId: null,
        revisionNumber: 0,
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

  /** Without regard to any caller. @throws NotFoundError */
  async get(spaceId: string): Promise<PlacedSpace> {
    const space = await findPlacedSpace(this.db, spaceId);
    if (space === undefined || space.deletedAt !== null) throw new NotFoundError(`There is no space ${spaceId}.`);
    return space;
  }
}
