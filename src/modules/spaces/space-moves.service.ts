import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { TreeService } from '../access/tree.service.js';
import { CollectionAccess } from '../collections/collection.access.js';
import { moveOf } from '../collections/dto/collection-requests.dto.js';
import type { MoveSpaceDto, TransferSpaceDto } from './dto/space-requests.dto.js';
import type { SpaceDto } from './dto/space.dto.js';
import { SpaceAccess } from './space.access.js';
import { SpacePresenter } from './space.presenter.js';
import { SpaceStore } from './space-store.js';

/** Moves spaces within their organization, and from one to another. */
@Injectable()
export class SpaceMovesService {
  constructor(
    private readonly access: SpaceAccess,
    private readonly collections: CollectionAccess,
    private readonly tree: TreeService,
    private readonly store: SpaceStore,
    private readonly presenter: SpacePresenter,
  ) {}

  async move(actor: Actor, spaceId: string, body: MoveSpaceDto): Promise<SpaceDto> {
    const { id, organizationId, parentId } = await this.access.load(actor, spaceId, 'admin');
    const move = moveOf(body);
    if (move.parentId !== undefined && move.parentId !== parentId) await this.collections.requireParent(actor, organizationId, move.parentId);
    if (move.neighbour !== undefined) await this.collections.requireNeighbour(actor, move.neighbour);
    await this.tree.move(id, move);
    return this.presenter.present(await this.store.get(id));
  }

  async transfer(actor: Actor, spaceId: string, { organization }: TransferSpaceDto): Promise<SpaceDto> {
    const { id } = await this.access.load(actor, spaceId, 'admin');
    await this.collections.requireOrganization(actor, organization);
    await this.tree.transfer(id, organization);
    return this.presenter.present(await this.store.get(id));
  }
}
