import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { ForbiddenError, NotFoundError } from '../../kernel/errors/errors.js';
import { TreeService } from '../access/tree.service.js';
import { CollectionAccess } from '../collections/collection.access.js';
import { moveOf } from '../collections/dto/collection-requests.dto.js';
import { OrganizationAccess } from '../organizations/organization.access.js';
import type { CreateSpaceDto, MoveSpaceDto, TransferSpaceDto, UpdateSpaceDto } from './dto/space-requests.dto.js';
import type { SpaceDto } from './dto/space.dto.js';
import { SpaceAccess } from './space.access.js';
import { SpacePresenter } from './space.presenter.js';
import { SpaceTrash } from './space-trash.js';
import { SpacesService } from './spaces.service.js';

const DEFAULT_TITLE = 'Untitled space';

/** Makes, changes, moves and deletes spaces as a whole. */
@Injectable()
export class SpaceLifecycleService {
  constructor(
    private readonly access: SpaceAccess,
    private readonly organizations: OrganizationAccess,
    private readonly collections: CollectionAccess,
    private readonly tree: TreeService,
    private readonly spaces: SpacesService,
    private readonly trash: SpaceTrash,
    private readonly presenter: SpacePresenter,
  ) {}

  async create(actor: Actor, organizationId: string, { title = DEFAULT_TITLE, emoji, parent }: CreateSpaceDto): Promise<SpaceDto> {
    await this.organizations.require(actor, organizationId, 'view');
    await this.collections.requireParent(actor, organizationId, parent ?? null);
    return this.presenter.present(await this.spaces.create({ organizationId, title, emoji, parentId: parent, createdBy: actor.userId }));
  }

  async get(actor: Actor, spaceId: string): Promise<SpaceDto> {
    return this.presenter.present(await this.access.loadWithTrash(actor, spaceId));
  }

  async update(actor: Actor, spaceId: string, body: UpdateSpaceDto): Promise<SpaceDto> {
    const { id } = await this.access.load(actor, spaceId, 'admin');
    // What the level gives to everybody is more than any scope was agreed to.
    if (actor.installationId !== undefined && body.defaultLevel !== undefined) throw new ForbiddenError('The defaultLevel of a space is changed by people, not with tokens of installations.');
    return this.presenter.present(await this.spaces.update(id, body));
  }

  async delete(actor: Actor, spaceId: string): Promise<void> {
    const { id } = await this.access.load(actor, spaceId, 'admin');
    await this.trash.put(id);
  }

  async restore(actor: Actor, spaceId: string): Promise<SpaceDto> {
    const { id, deletedAt } = await this.access.loadWithTrash(actor, spaceId, 'admin');
    if (deletedAt === null) throw new NotFoundError('There is no such space in the trash.');
    await this.trash.restore(id);
    return this.presenter.present(await this.spaces.get(id));
  }

  async move(actor: Actor, spaceId: string, body: MoveSpaceDto): Promise<SpaceDto> {
    const { id, organizationId, parentId } = await this.access.load(actor, spaceId, 'admin');
    const move = moveOf(body);
    if (move.parentId !== undefined && move.parentId !== parentId) await this.collections.requireParent(actor, organizationId, move.parentId);
    if (move.neighbour !== undefined) await this.collections.requireNeighbour(actor, move.neighbour);
    await this.tree.move(id, move);
    return this.presenter.present(await this.spaces.get(id));
  }

  async transfer(actor: Actor, spaceId: string, { organization }: TransferSpaceDto): Promise<SpaceDto> {
    const { id } = await this.access.load(actor, spaceId, 'admin');
    await this.collections.requireOrganization(actor, organization);
    await this.tree.transfer(id, organization);
    return this.presenter.present(await this.spaces.get(id));
  }
}
