import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock/clock.js';
import { Database } from '../../kernel/database/database.js';
import { BadInputError, NotFoundError } from '../../kernel/errors/errors.js';
import { newId } from '../../kernel/ids/id.js';
import type { Role } from '../../kernel/permissions/role.js';
import { patch } from '../../kernel/validation/patch.js';
import { textFault } from '../../kernel/validation/text-check.js';
import { TreeService } from '../access/tree.service.js';
import { CollectionEntity } from './collection.entity.js';
import { findPlacedCollection, NO_COLLECTION, type PlacedCollection } from './placed-collection.js';

export interface NewCollection {
  organizationId: string;
  title: string;
  /** Collection to put it in; null: the root. */
  parentId: string | null;
}

export interface CollectionChanges {
  title?: string;
  description?: string;
  defaultLevel?: Role | null | 'inherit';
}

/** Collections without regard to any caller. */
@Injectable()
export class CollectionStore {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly tree: TreeService,
  ) {}

  /** An empty collection at the end of its parent; it inherits its level. @throws BadInputError */
  async create({ organizationId, title, parentId }: NewCollection): Promise<PlacedCollection> {
    const fault = textFault(title, { max: 50 });
    if (fault !== undefined) throw BadInputError.ofField('title', fault);
    return this.db.transaction(async () => {
      const { id } = await this.tree.place({ id: newId(), kind: 'collection', organizationId, parentId });
      const now = this.clock.now();
      await this.db.repo(CollectionEntity).insert({ id, title, description: null, createdAt: now, updatedAt: now });
      return this.get(id);
    });
  }

  /** What is equal already is left alone. @throws NotFoundError */
  async update(id: string, { defaultLevel, ...fields }: CollectionChanges): Promise<PlacedCollection> {
    return this.db.transaction(async () => {
      // First, as it locks the tree: whoever locks both takes them in this order.
      const hasNewLevel = defaultLevel !== undefined && (await this.tree.setLevel(id, defaultLevel));
      const collections = this.db.repo(CollectionEntity);
      const collection = await collections.findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
      if (collection === null) throw new NotFoundError(NO_COLLECTION);
      const changed = patch(collection, fields, ['title', 'description']);
      if (hasNewLevel || changed.length > 0) await collections.update({ id }, { title: collection.title, description: collection.description, updatedAt: this.clock.now() });
      return this.get(id);
    });
  }

  /** What is in it moves up into its place. @throws NotFoundError */
  async remove(id: string): Promise<void> {
    await this.tree.remove(id);
  }

  /** @throws NotFoundError */
  async get(id: string): Promise<PlacedCollection> {
    const collection = await findPlacedCollection(this.db, id);
    if (collection === undefined) throw new NotFoundError(NO_COLLECTION);
    return collection;
  }
}
