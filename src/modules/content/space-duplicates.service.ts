import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Database } from '../../kernel/database/database.js';
import { CollectionAccess } from '../collections/collection.access.js';
import type { SpaceDto } from '../spaces/dto/space.dto.js';
import { SpaceAccess } from '../spaces/space.access.js';
import { SpacePresenter } from '../spaces/space.presenter.js';
import { SpaceStore } from '../spaces/space-store.js';
import { SpaceDuplicates } from './space-duplicates.js';

/** Makes spaces that have what others have. */
@Injectable()
export class SpaceDuplicatesService {
  constructor(
    private readonly db: Database,
    private readonly access: SpaceAccess,
    private readonly collections: CollectionAccess,
    private readonly spaces: SpaceStore,
    private readonly duplicates: SpaceDuplicates,
    private readonly presenter: SpacePresenter,
  ) {}

  async duplicate(actor: Actor, spaceId: string): Promise<SpaceDto> {
    const space = await this.access.load(actor, spaceId, 'view');
    await this.collections.requireCreate(actor, space.organizationId, space.parentId);
    const id = await this.db.transaction(() => this.duplicates.make(space, actor.userId));
    return this.presenter.present(await this.spaces.get(id));
  }
}
