import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { ForbiddenError, NotFoundError } from '../../kernel/errors/errors.js';
import { CollectionAccess } from '../collections/collection.access.js';
import { OrganizationAccess } from '../organizations/organization.access.js';
import type { CreateSpaceDto, UpdateSpaceDto } from './dto/space-requests.dto.js';
import type { SpaceDto } from './dto/space.dto.js';
import { SpaceAccess } from './space.access.js';
import { SpacePresenter } from './space.presenter.js';
import { SpaceStore } from './space-store.js';
import { SpaceTrash } from './space-trash.js';

const DEFAULT_TITLE = 'Untitled space';

/** Reads and keeps spaces. */
@Injectable()
export class SpacesService {
  constructor(
    private readonly access: SpaceAccess,
    private readonly organizations: OrganizationAccess,
    private readonly collections: CollectionAccess,
    private readonly store: SpaceStore,
    private readonly trash: SpaceTrash,
    private readonly presenter: SpacePresenter,
  ) {}

  async create(actor: Actor, organizationId: string, { title = DEFAULT_TITLE, emoji, parent }: CreateSpaceDto): Promise<SpaceDto> {
    await this.organizations.require(actor, organizationId, 'view');
    await this.collections.requireParent(actor, organizationId, parent ?? null);
    return this.presenter.present(await this.store.create({ organizationId, title, emoji, parentId: parent, createdBy: actor.userId }));
  }

  async get(actor: Actor, spaceId: string): Promise<SpaceDto> {
    return this.presenter.present(await this.access.loadWithTrash(actor, spaceId));
  }

  async update(actor: Actor, spaceId: string, body: UpdateSpaceDto): Promise<SpaceDto> {
    const { id } = await this.access.load(actor, spaceId, 'admin');
    // What the level gives to everybody is more than any scope was agreed to.
    if (actor.installationId !== undefined && body.defaultLevel !== undefined) throw new ForbiddenError('The defaultLevel of a space is changed by people, not with tokens of installations.');
    return this.presenter.present(await this.store.update(id, body));
  }

  async delete(actor: Actor, spaceId: string): Promise<void> {
    const { id } = await this.access.load(actor, spaceId, 'admin');
    await this.trash.put(id);
  }

  async restore(actor: Actor, spaceId: string): Promise<SpaceDto> {
    const { id, deletedAt } = await this.access.loadWithTrash(actor, spaceId, 'admin');
    if (deletedAt === null) throw new NotFoundError('There is no such space in the trash.');
    await this.trash.restore(id);
    return this.presenter.present(await this.store.get(id));
  }
}
